// The functions of the module: what each takes, and how it is called.
import { describe, fail, noRoom } from './arguments.mjs';
import { MEMORY_BYTES } from './memory.mjs';

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

const PROJECTIONS = ['wq', 'wk', 'wv', 'wo'];
const BIASES = ['bq', 'bk', 'bv', 'bo'];
const NORMS = ['gamma1', 'beta1', 'gamma2', 'beta2'];
const ENCODINGS = ['sinusoidal', 'rotary'];
const JOINS = ['concat', 'mean'];

/** Whether single precision holds a number. */
const isSingle = (x) => Number.isFinite(Math.fround(x));

/** A tensor argument of a Call that holds no number below 0. */
function notBelow0(c, argument, tensor) {
  for (const x of tensor.data) if (!(x >= 0)) fail(`${c.name}: ${argument}`, 'numbers from 0 on', `${x}`);
  return tensor;
}

/** The functions of the module by name; each reads its Call `c` and leaves results in Memory `m`. */
export const FUNCTIONS = {
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
    parameters: ['q', 'k', 'v', ...PROJECTIONS, ...BIASES, 'heads', 'mask', 'causal', 'outputOnly'],
    run(c, m, wasm) {
      const inputs = [c.tensor('q', ['n', 'e']), c.tensor('k', ['m', 'e']), c.tensor('v', ['m', 'e'])];
      const weights = PROJECTIONS.map((id) => c.tensor(id, ['e', 'e']));
      const biases = BIASES.map((id) => c.tensor(id, ['e'], true));
      const mask = c.tensor('mask', ['n', 'm'], true);
      const { n, m: keys, e } = c.sizes;
      const heads = c.heads(e);
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

  encoderLayer: {
    parameters: ['x', ...PROJECTIONS, ...BIASES, 'w1', 'b1', 'w2', 'b2', ...NORMS, 'heads', 'norm', 'activation', 'mask', 'causal', 'epsilon'],
    run(c, m, wasm) {
      const x = c.tensor('x', ['n', 'e']);
      const projections = [...PROJECTIONS.map((id) => c.tensor(id, ['e', 'e'])), ...BIASES.map((id) => c.tensor(id, ['e'], true))];
      const network = [c.tensor('w1', ['e', 'f']), c.tensor('b1', ['f']), c.tensor('w2', ['f', 'e']), c.tensor('b2', ['e'])];
      const norm = c.choice('norm', m.normPlaces, 'post');
      const norms = NORMS.map((id) => c.tensor(id, ['e'], m.normPlaces[norm] === 'none'));
      const mask = c.tensor('mask', ['n', 'n'], true);
      const { n, e, f } = c.sizes;
      if (e === 0) fail(`${c.name}: x`, 'at least one column', describe(x));
      const heads = c.heads(e);
      const activation = c.choice('activation', m.activations, 'relu');
      const causal = c.flag('causal');
      const epsilon = c.positive('epsilon', 1e-5);
      const at = m.place(c.name, [x, ...projections, ...network, ...norms], mask);
      const masks = at.pop();
      wasm.encoder_layer(at[0], n, e, f, ...at.slice(1), heads, masks, causal, norm, activation, epsilon);
      return m.result(0, [n, e]);
    },
  },

  graphAttention: {
    parameters: ['x', 'adjacency', 'w', 'aSource', 'aTarget', 'slope', 'combine', 'version', 'outputOnly'],
    run(c, m, wasm) {
      const x = c.tensor('x', ['n', 'f']);
      const adjacency = c.tensor('adjacency', ['n', 'n']);
      const version = c.number('version', 1, (v) => v === 1 || v === 2, '1 or 2');
      const { n, f } = c.sizes;
      const whole = version === 2 && f > 0 && c.shape('w')[1] === 2 * f;
      if (whole) c.sizes['2f'] = 2 * f;
      const w = c.tensor('w', ['h', whole ? '2f' : 'f', 'o']);
      const aSource = c.tensor('aSource', ['h', 'o']);
      const aTarget = c.tensor('aTarget', ['h', 'o'], version === 2);
      const { h, o } = c.sizes;
      if (h === 0) fail(`${c.name}: w`, 'at least one head', describe(w));
      const slope = c.number('slope', 0.2, (s) => s >= 0 && Number.isFinite(s), 'a number from 0 on');
      const mean = c.choice('combine', JOINS, JOINS[0]) === 1;
      const outputOnly = c.flag('outputOnly');
      if (!outputOnly && 4 * h * n * n >= MEMORY_BYTES) noRoom(c.name);
      const at = m.place(c.name, [x, w, aSource, version === 1 ? aTarget : null], adjacency, 'adjacency');
      wasm.graph_attention(at[0], n, f, at[1], h, o, at[2], at[3], slope, mean, version, whole, outputOnly);
      const output = m.result(0, [n, mean ? o : h * o]);
      return outputOnly ? { output } : { weights: m.result(1, [h, n, n]), output };
    },
  },

  ntmAddress: {
    parameters: ['memory', 'key', 'strength', 'gate', 'shift', 'sharpen', 'previous'],
    run(c, m, wasm) {
      const [memory, key] = [c.tensor('memory', ['N', 'M']), c.tensor('key', ['M'])];
      const strength = c.number('strength', undefined, (beta) => beta >= 0 && isSingle(beta), 'a number from 0 on');
      const gate = c.number('gate', undefined, (g) => g >= 0 && g <= 1, 'a number from 0 to 1');
      const shift = notBelow0(c, 'shift', c.tensor('shift', ['s']));
      const sharpen = c.number('sharpen', undefined, (gamma) => gamma >= 1 && isSingle(gamma), 'a number from 1 on');
      const previous = notBelow0(c, 'previous', c.tensor('previous', ['N']));
      const { N, M, s } = c.sizes;
      if (s % 2 === 0) fail(`${c.name}: shift`, 'an odd number of moves', describe(shift));
      const [memoryAt, keyAt, shiftAt, previousAt] = m.place(c.name, [memory, key, shift, previous]);
      wasm.ntm_address(memoryAt, N, M, keyAt, strength, gate, shiftAt, s, sharpen, previousAt);
      return Object.fromEntries(['content', 'gated', 'shifted', 'weights'].map((stage, index) => [stage, m.result(index, [N])]));
    },
  },

  ntmRead: {
    parameters: ['memory', 'weights'],
    run(c, m, wasm) {
      const [memory, weights] = m.place(c.name, [c.tensor('memory', ['N', 'M']), c.tensor('weights', ['N'])]);
      wasm.ntm_read(memory, c.sizes.N, c.sizes.M, weights);
      return m.result(0, [c.sizes.M]);
    },
  },

  ntmWrite: {
    parameters: ['memory', 'weights', 'erase', 'add'],
    run(c, m, wasm) {
      const tensors = [c.tensor('memory', ['N', 'M']), c.tensor('weights', ['N']), c.tensor('erase', ['M']), c.tensor('add', ['M'])];
      const { N, M } = c.sizes;
      const [memory, ...rest] = m.place(c.name, tensors);
      wasm.ntm_write(memory, N, M, ...rest);
      return m.result(0, [N, M]);
    },
  },

  positionalEncoding: {
    parameters: ['kind', 'length', 'width', 'base', 'first'],
    run(c, m, wasm) {
      const rotary = c.choice('kind', ENCODINGS, ENCODINGS[0]) === 1;
      const length = c.whole('length', undefined, 0);
      const width = c.whole('width', undefined, 0);
      if (rotary && width % 2 !== 0) fail(`${c.name}: width`, 'an even number of columns for rotary', `${width}`);
      if (4 * length * width >= MEMORY_BYTES) noRoom(c.name);
      const base = c.positive('base', 10000);
      const first = c.whole('first', 0, 0);
      wasm.positional_encoding(rotary, length, width, base, first);
      return m.result(0, [length, width]);
    },
  },
};
