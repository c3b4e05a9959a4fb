// The attention kernels for other people's code: Node >= 18, browsers, workers, notebooks.
//
//   import createKernels from './attention-kernels.mjs';
//   const kernels = await createKernels();
//   const { weights, output } = kernels.attention({ q: [[1, 0]], k: [[1, 0], [0, 1]], v: [[1], [2]] });
//
// A tensor is `{shape, data: Float32Array}` or nested arrays; results are `{shape, data}`. Arguments are named, or positional in the order
// of the table below with named options last. Masks are boolean, true = may attend. A wrong argument throws an Error that names the
// function, the argument, what was expected and what was given. Types and shapes: attention-kernels.d.ts.
//
// The file stands alone. Where attention-kernels.relaxed.mjs lies beside it and the engine knows relaxed SIMD, that module is fetched and
// runs instead, faster; its numbers then differ in the last bits from machine to machine. `createKernels({ simd: 'plain' })` keeps to the
// module in this file, and `kernels.simd` says which one runs.
const WASM_BASE64 = '@WASM_BASE64@'; // the build puts the module here
const RELAXED = () => import('./attention-kernels.relaxed.mjs'); // null in a build whose compiler has no relaxed SIMD
const MEMORY_BYTES = 2 ** 31; // no module has more; larger sizes would reach it cut to 32 bits

/** A fault of the caller's: which function and argument, what was expected, what was given. */
const fail = (place, expected, given) => {
  throw new Error(`${place}: expected ${expected}, given ${given}`);
};

const noRoom = (name) => {
  throw new Error(`${name}: the arguments do not fit into memory`);
};

const isTensor = (value) =>
  value != null && typeof value === 'object' && 'shape' in value && 'data' in value;

const isArray = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

function describe(value) {
  if (value === undefined) return 'nothing';
  if (isTensor(value)) return `[${Array.from(value.shape).join(', ')}]`;
  if (isArray(value)) {
    const shape = shapeOf(value);
    return shape ? `[${shape.join(', ')}]` : 'a ragged array';
  }
  return typeof value === 'object' ? 'an object' : `${JSON.stringify(value) ?? typeof value}`;
}

/** The shape of nested arrays, or null where they are ragged. */
function shapeOf(value) {
  if (!isArray(value)) return [];
  if (ArrayBuffer.isView(value) || value.length === 0 || !isArray(value[0])) return [value.length];
  const inner = shapeOf(value[0]);
  if (inner === null) return null;
  for (const row of value) {
    const other = isArray(row) ? shapeOf(row) : null;
    if (other === null || other.length !== inner.length || other.some((size, i) => size !== inner[i])) return null;
  }
  return [value.length, ...inner];
}

/** A tensor argument that is not known to be one, as `{shape, data}` with flat data. */
function normalise(place, value, letters) {
  const expected = `a tensor [${letters.join(', ')}]`;
  if (isTensor(value)) {
    const shape = Array.from(value.shape);
    const sized = shape.every((size) => Number.isInteger(size) && size >= 0);
    if (!sized || !isArray(value.data)) fail(place, `${expected} as {shape, data}`, describe(value));
    const count = shape.reduce((a, b) => a * b, 1);
    if (value.data.length !== count)
      fail(place, `${count} numbers for the shape [${shape.join(', ')}]`, `${value.data.length}`);
    return { shape, data: value.data };
  }
  if (!isArray(value)) fail(place, expected, describe(value));
  const shape = shapeOf(value);
  if (shape === null) fail(place, expected, 'a ragged array');
  return { shape, data: shape.length === 1 ? value : value.flat(shape.length - 1) };
}

/** Whether `value` is what our own functions return: nothing of it has to be looked at twice. */
function isPlainTensor(value) {
  if (!(value?.data instanceof Float32Array) || !Array.isArray(value.shape)) return false;
  let count = 1;
  for (const size of value.shape) {
    if (!Number.isInteger(size) || size < 0) return false;
    count *= size;
  }
  return count === value.data.length;
}

/**
 * The arguments of one call, checked. Each letter of a shape stands for one size throughout the call: whoever names it first fixes it.
 */
class Call {
  constructor(name, parameters, given) {
    this.name = name;
    this.sizes = {};
    const isNamed = (value) => value != null && typeof value === 'object' && !isArray(value) && !isTensor(value);
    this.given = given.length === 1 && isNamed(given[0]) ? given[0] : {};
    if (this.given === given[0]) this.checkNames(parameters);
    else this.takePositions(parameters, given, isNamed);
  }

  takePositions(parameters, given, isNamed) {
    given.forEach((value, i) => {
      if (isNamed(value) && i === given.length - 1) Object.assign(this.given, value);
      else if (i < parameters.length) this.given[parameters[i]] = value;
      else fail(this.name, `at most ${parameters.length} arguments`, `${given.length}`);
    });
    this.checkNames(parameters);
  }

  checkNames(parameters) {
    for (const key in this.given)
      if (!parameters.includes(key)) fail(this.name, `one of the arguments ${parameters.join(', ')}`, JSON.stringify(key));
  }

  has(argument) {
    return this.given[argument] != null;
  }

  /** How many sizes the shape of a tensor argument has; 0 where there is none. */
  rank(argument) {
    const value = this.given[argument];
    return (isTensor(value) ? value.shape : shapeOf(value))?.length ?? 0;
  }

  /** A tensor argument whose shape is given in letters: ['n', 'd']. */
  tensor(argument, letters, optional = false) {
    const value = this.given[argument];
    if (value == null) return optional ? null : fail(`${this.name}: ${argument}`, `a tensor [${letters.join(', ')}]`, 'nothing');
    const tensor = isPlainTensor(value) ? value : normalise(`${this.name}: ${argument}`, value, letters);
    const { shape } = tensor;
    let fits = shape.length === letters.length;
    for (let i = 0; fits && i < letters.length; ++i) fits = (this.sizes[letters[i]] ?? shape[i]) === shape[i];
    for (let i = 0; fits && i < letters.length; ++i) fits = (this.sizes[letters[i]] ??= shape[i]) === shape[i];
    if (fits) return tensor;
    const known = letters.map((letter) => this.sizes[letter] ?? letter);
    return fail(`${this.name}: ${argument}`, `shape [${letters.join(', ')}] = [${known.join(', ')}]`, `[${shape.join(', ')}]`);
  }

  number(argument, standard, isLegal, expected) {
    const value = this.has(argument) ? this.given[argument] : standard;
    if (typeof value !== 'number' || !isLegal(value)) fail(`${this.name}: ${argument}`, expected, describe(value));
    return value;
  }

  positive(argument, standard) {
    return this.number(argument, standard, (x) => x > 0 && Number.isFinite(x), 'a number above 0');
  }

  flag(argument) {
    const value = this.has(argument) ? this.given[argument] : false;
    return typeof value === 'boolean' ? value : fail(`${this.name}: ${argument}`, 'true or false', describe(value));
  }

  /** The index of a name among `names`. */
  choice(argument, names, standard) {
    const value = this.has(argument) ? this.given[argument] : standard;
    const index = names.indexOf(value);
    return index >= 0 ? index : fail(`${this.name}: ${argument}`, `one of ${names.join(', ')}`, describe(value));
  }
}

/** Bytes that `count` floats take in memory: whole cache lines. */
const room = (count) => Math.ceil(count / 16) * 64;

/** Arguments laid into the module's memory, and results read out of it. */
class Memory {
  constructor(wasm) {
    this.wasm = wasm;
    this.refresh();
    this.scores = this.names(wasm.score_name);
    this.regressionKernels = this.names(wasm.regression_kernel_name);
  }

  /** The C strings nameOf(0), nameOf(1), ... up to a null. */
  names(nameOf) {
    const all = [];
    for (let at = nameOf(0); at !== 0; at = nameOf(all.length))
      all.push(String.fromCharCode(...this.bytes.subarray(at, this.bytes.indexOf(0, at))));
    return all;
  }

  refresh() {
    if (this.floats?.buffer === this.wasm.memory.buffer) return;
    this.floats = new Float32Array(this.wasm.memory.buffer);
    this.bytes = new Uint8Array(this.wasm.memory.buffer);
  }

  /**
   * Copies tensors (or null) and a mask, or a stack of masks, into memory. Returns the tensors' addresses, 0 for null, and as the last
   * entry the number of masks.
   */
  place(name, tensors, mask = null) {
    let bytes = mask ? mask.data.length : 0;
    for (const tensor of tensors) if (tensor) bytes += room(tensor.data.length);
    const masks = mask && bytes < MEMORY_BYTES ? this.placeMasks(name, mask) : 0;
    let address = bytes < MEMORY_BYTES ? this.wasm.reserve(bytes) : 0;
    if (address === 0) noRoom(name);
    this.refresh();
    const addresses = [];
    for (const tensor of tensors) {
      addresses.push(tensor ? address : 0);
      if (!tensor) continue;
      this.writeFloats(name, tensor.data, address >> 2);
      address += room(tensor.data.length);
    }
    addresses.push(masks);
    return addresses;
  }

  writeFloats(name, data, at) {
    if (!ArrayBuffer.isView(data)) {
      const wrong = data.findIndex((x) => typeof x !== 'number');
      if (wrong >= 0) fail(name, 'numbers in every tensor', describe(data[wrong]));
    }
    this.floats.set(data, at);
  }

  /** Copies a mask [n, m], or h of them [h, n, m], and returns their number. Bytes are copied as they are and looked at by the module. */
  placeMasks(name, { shape, data }) {
    const [n, m] = shape.slice(-2);
    const count = shape.length > 2 ? shape[0] : 1;
    const wrong = (x) => fail(`${name}: mask`, 'booleans (true = may attend)', describe(x));
    const areBytes = data instanceof Uint8Array || data instanceof Uint8ClampedArray || data instanceof Int8Array;
    for (let i = 0; !areBytes && i < data.length; ++i) {
      const x = data[i];
      if (x !== true && x !== false && x !== 0 && x !== 1) wrong(x);
    }
    for (let h = 0; h < count; ++h) {
      const address = this.wasm.mask(h, n, m);
      if (address === 0 && n * m > 0) noRoom(name);
      this.refresh();
      const from = h * n * m;
      this.bytes.set(count === 1 ? data : (areBytes ? data.subarray : data.slice).call(data, from, from + n * m), address);
      const fault = this.wasm.mask_fault(h);
      if (fault >= 0) wrong(data[from + fault]);
    }
    return count;
  }

  /** Result number `index` of the last call as a tensor of its own. */
  result(index, shape) {
    this.refresh();
    const at = this.wasm.result(index) >> 2;
    const count = shape.reduce((a, b) => a * b, 1);
    return { shape, data: this.floats.slice(at, at + count) };
  }
}

/** A layer of kernels::Cell number `cell` (1 gru, 2 lstm); its weights are as wide as all its gates. */
const recurrent = (cell, gates, states) => ({
  parameters: ['x', 'wx', 'wh', 'bx', 'bh', ...states],
  run(c, m, wasm) {
    const all = `${gates}u`;
    const x = c.tensor('x', ['t', 'i']);
    const wx = c.tensor('wx', ['i', all]);
    const wh = c.tensor('wh', ['u', all]);
    const { t, i, u } = c.sizes;
    if (c.sizes[all] !== gates * u) fail(`${c.name}: wh`, `shape [u, ${all}] = [${c.sizes[all] / gates}, ${c.sizes[all]}]`, `[${wh.shape.join(', ')}]`);
    const rest = [['bx', all], ['bh', all], ['h0', 'u'], ['c0', 'u']].map(([id, letter]) => c.tensor(id, [letter], true));
    const [xAt, wxAt, whAt, ...restAt] = m.place(c.name, [x, wx, wh, ...rest]);
    wasm.recurrent(cell, xAt, t, i, wxAt, whAt, u, ...restAt.slice(0, rest.length));
    return Object.fromEntries(states.map((state, index) => [state[0], m.result(index, [t, u])]));
  },
});

/** The functions of the module by name; each reads its Call `c` and leaves results in Memory `m`. */
const FUNCTIONS = {
  softmax: {
    parameters: ['scores', 'mask'],
    run(c, m, wasm) {
      const scores = c.tensor('scores', ['n', 'm']);
      const mask = c.tensor('mask', ['n', 'm'], true);
      const { n, m: keys } = c.sizes;
      const [at, masks] = m.place(c.name, [scores], mask);
      wasm.softmax(at, n, keys, masks);
      return m.result(0, [n, keys]);
    },
  },

  nadarayaWatson: {
    parameters: ['x', 'y', 'queries', 'kernel', 'width'],
    run(c, m, wasm) {
      const tensors = [c.tensor('x', ['m']), c.tensor('y', ['m']), c.tensor('queries', ['g'])];
      const kernel = c.choice('kernel', m.regressionKernels, 'gaussian');
      const width = c.positive('width', 1);
      const { m: keys, g } = c.sizes;
      const [x, y, queries] = m.place(c.name, tensors);
      wasm.nadaraya_watson(x, y, keys, queries, g, kernel, width);
      return { output: m.result(0, [g]), weights: m.result(1, [g, keys]) };
    },
  },

  attention: {
    parameters: ['q', 'k', 'v', 'mask', 'temperature', 'score', 'M', 'wq', 'wk', 'w', 'causal', 'heads', 'outputOnly'],
    run(c, m, wasm) {
      const score = c.choice('score', m.scores, 'scaled_dot');
      const bilinear = m.scores[score] === 'bilinear';
      const additive = m.scores[score] === 'additive';
      const batch = c.has('heads') || c.rank('q') === 3 ? ['h'] : [];
      if (c.has('heads')) c.sizes.h = c.number('heads', 1, (h) => Number.isInteger(h) && h > 0, 'a whole number above 0');
      const q = c.tensor('q', [...batch, 'n', 'd']);
      const k = c.tensor('k', [...batch, 'm', bilinear || additive ? 'e' : 'd']);
      const v = c.tensor('v', [...batch, 'm', 'f']);
      const mask = c.tensor('mask', c.rank('mask') === 3 ? [...batch, 'n', 'm'] : ['n', 'm'], true);
      const temperature = c.positive('temperature', 1);
      const matrix = bilinear ? c.tensor('M', ['d', 'e']) : null;
      const additiveWeights = additive ? [c.tensor('wq', ['d', 'a']), c.tensor('wk', ['e', 'a']), c.tensor('w', ['a'])] : [null, null, null];
      const { h = 1, n, m: keys, d, e = d, f, a = 0 } = c.sizes;
      if (h === 0) fail(`${c.name}: q`, 'at least one head', describe(q));
      const causal = c.flag('causal');
      const outputOnly = c.flag('outputOnly');
      const [qAt, kAt, vAt, MAt, wqAt, wkAt, wAt, masks] = m.place(c.name, [q, k, v, matrix, ...additiveWeights], mask);
      wasm.attention(qAt, n, d, kAt, keys, e, vAt, f, h, masks, causal, temperature, score, MAt, wqAt, wkAt, wAt, a, outputOnly);
      const stacked = batch.length ? [h] : [];
      const output = m.result(0, [...stacked, n, f]);
      return outputOnly ? { output } : { scores: m.result(1, [...stacked, n, keys]), weights: m.result(2, [...stacked, n, keys]), output };
    },
  },

  multiHeadAttention: {
    parameters: ['q', 'k', 'v', 'wq', 'wk', 'wv', 'wo', 'bq', 'bk', 'bv', 'bo', 'heads', 'mask', 'causal', 'outputOnly'],
    run(c, m, wasm) {
      const inputs = [c.tensor('q', ['n', 'e']), c.tensor('k', ['m', 'e']), c.tensor('v', ['m', 'e'])];
      const weights = ['wq', 'wk', 'wv', 'wo'].map((id) => c.tensor(id, ['e', 'e']));
      const biases = ['bq', 'bk', 'bv', 'bo'].map((id) => c.tensor(id, ['e'], true));
      const mask = c.tensor('mask', ['n', 'm'], true);
      const { n, m: keys, e } = c.sizes;
      const divides = (h) => Number.isInteger(h) && h > 0 && e % h === 0;
      const heads = c.number('heads', 1, divides, `a whole number of heads that divides the width ${e}`);
      const causal = c.flag('causal');
      const outputOnly = c.flag('outputOnly');
      const at = m.place(c.name, [...inputs, ...weights, ...biases], mask);
      wasm.multi_head_attention(...at.slice(0, 3), n, keys, e, ...at.slice(3, 11), heads, at[11], causal, outputOnly);
      const output = m.result(0, [n, e]);
      return outputOnly ? { output } : { weights: m.result(1, [heads, n, keys]), output };
    },
  },

  lstm: recurrent(2, 4, ['h0', 'c0']),
  gru: recurrent(1, 3, ['h0']),

  layerNorm: {
    parameters: ['x', 'gamma', 'beta', 'epsilon'],
    run(c, m, wasm) {
      const tensors = [c.tensor('x', ['n', 'd']), c.tensor('gamma', ['d']), c.tensor('beta', ['d'])];
      const epsilon = c.positive('epsilon', 1e-5);
      const { n, d } = c.sizes;
      if (d === 0) fail(`${c.name}: x`, 'at least one column', `[${n}, 0]`);
      const [x, gamma, beta] = m.place(c.name, tensors);
      wasm.layer_norm(x, n, d, gamma, beta, epsilon);
      return m.result(0, [n, d]);
    },
  },
};

function bytesOf(base64) {
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64');
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

/** A module that the engine takes only where it knows relaxed SIMD: a function of three times i32.const 0, i8x16.splat, then f32x4.relaxed_madd. */
const PROBE = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 20, 1, 18, 0],
  ...[65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 26, 11],
];

/** Whether the engine knows relaxed SIMD. */
export const hasRelaxedSimd = () => WebAssembly.validate(Uint8Array.from(PROBE));

/** Which module runs, and its bytes. Without the second module, or the means to fetch it, it is the one in this file. */
async function chooseModule(given) {
  const [{ simd = 'auto', ...others }, choices] = [given ?? {}, ['auto', 'plain', 'relaxed']];
  if (!choices.includes(simd)) fail('createKernels: simd', `one of ${choices.join(', ')}`, describe(simd));
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) fail('createKernels', 'the option simd', JSON.stringify(unknown));
  if (simd !== 'plain' && RELAXED && hasRelaxedSimd()) {
    const file = await RELAXED().catch(() => null);
    if (file) return { simd: 'relaxed', base64: file.default };
  }
  if (simd === 'relaxed') fail('createKernels: simd', 'an engine with relaxed SIMD and attention-kernels.relaxed.mjs beside this file', 'not both');
  return { simd: 'plain', base64: WASM_BASE64 };
}

/** Compiles the module and resolves to its functions. Several may live side by side; they share nothing. */
export default async function createKernels(options) {
  const { simd, base64 } = await chooseModule(options);
  let memory;
  const refuse = () => {
    throw new Error('attention-kernels: the module stopped, because memory is used up or because of a fault of ours; please report the latter with the arguments of the call');
  };
  const ignore = () => 0;
  const imports = {
    env: { emscripten_notify_memory_growth: () => memory?.refresh() },
    wasi_snapshot_preview1: { fd_write: ignore, fd_seek: ignore, fd_close: ignore, proc_exit: refuse },
  };
  const { instance } = await WebAssembly.instantiate(bytesOf(base64), imports);
  const wasm = instance.exports;
  wasm._initialize?.();
  memory = new Memory(wasm);
  const kernels = { simd };
  for (const [name, { parameters, run }] of Object.entries(FUNCTIONS))
    kernels[name] = (...given) => run(new Call(name, parameters, given), memory, wasm);
  return Object.freeze(kernels);
}
