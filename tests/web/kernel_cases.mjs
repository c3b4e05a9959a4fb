// Cases for attention-kernels.mjs with their results by plain loops in double precision, straight from the definitions. The same cases run
// in Node and in Chromium, so nothing here may use either's own modules. A few more have PyTorch's numbers.
import { addGraphCases } from './kernel_graph_cases.mjs';
import { addMemoryCases } from './kernel_memory_cases.mjs';
import TORCH_CASES from './kernel_torch_cases.mjs';

/** Throws unless tensors (or objects of tensors) agree to 1e-5 * max(|a|, |b|, 1). */
export function near(got, expected, tolerance = 1e-5) {
  if (!('shape' in expected)) {
    for (const key of Object.keys(expected)) near(got[key], expected[key], tolerance);
    return;
  }
  if (got.shape.join() !== expected.shape.join()) throw new Error(`shape [${got.shape}], expected [${expected.shape}]`);
  expected.data.forEach((e, i) => {
    const g = got.data[i];
    if (!(Math.abs(g - e) <= tolerance * Math.max(Math.abs(g), Math.abs(e), 1))) throw new Error(`entry ${i}: ${g}, expected ${e}`);
  });
}

/** A source of tensors with entries in [-scale, scale): randomTensor(seed)(rows, cols, scale). */
export function randomTensor(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return (rows, cols, scale = 1) => {
    const count = rows * (cols ?? 1);
    return { shape: cols === undefined ? [rows] : [rows, cols], data: Float32Array.from({ length: count }, () => scale * (2 * next() - 1)) };
  };
}

const range = (n) => Array.from({ length: n }, (_, i) => i);
const at = (t, i, j) => t.data[i * t.shape[1] + j];
const tensor = (rows, cols, f) => ({ shape: [rows, cols], data: range(rows * cols).map((x) => f(Math.floor(x / cols), x % cols)) });
const sum = (n, f) => range(n).reduce((s, i) => s + f(i), 0);
const product = (a, b) => tensor(a.shape[0], b.shape[1], (i, j) => sum(a.shape[1], (l) => at(a, i, l) * at(b, l, j)));

function softmax(scores, mask, temperature = 1) {
  const [n, m] = scores.shape;
  const allowed = (i, j) => !mask || Boolean(at(mask, i, j));
  const largest = range(n).map((i) => Math.max(...range(m).filter((j) => allowed(i, j)).map((j) => at(scores, i, j))));
  const e = (i, j) => (allowed(i, j) ? Math.exp((at(scores, i, j) - largest[i]) / temperature) : 0);
  const totals = range(n).map((i) => sum(m, (j) => e(i, j)));
  return tensor(n, m, (i, j) => (totals[i] > 0 ? e(i, j) / totals[i] : 0));
}

const SCORES = {
  dot: ({ q, k }, i, j) => sum(q.shape[1], (l) => at(q, i, l) * at(k, j, l)),
  scaled_dot: (c, i, j) => SCORES.dot(c, i, j) / Math.sqrt(c.q.shape[1]),
  distance: ({ q, k }, i, j) => -0.5 * sum(q.shape[1], (l) => (at(q, i, l) - at(k, j, l)) ** 2),
  bilinear: ({ q, k, M }, i, j) => sum(q.shape[1], (a) => at(q, i, a) * sum(k.shape[1], (b) => at(M, a, b) * at(k, j, b))),
  additive: ({ q, k, wq, wk, w }, i, j) =>
    sum(w.shape[0], (a) => w.data[a] * Math.tanh(sum(q.shape[1], (l) => at(q, i, l) * at(wq, l, a)) + sum(k.shape[1], (l) => at(k, j, l) * at(wk, l, a)))),
};

/** The mask of a call whose `causal` is an option: query i sees keys 0 ... i, and as many more as there are more keys than queries. */
function allowed({ causal, mask }, n, m) {
  if (!causal) return mask;
  return tensor(n, m, (i, j) => j <= i + Math.max(m - n, 0) && (!mask || Boolean(at(mask, i, j))));
}

function attention(c) {
  const scores = tensor(c.q.shape[0], c.k.shape[0], (i, j) => SCORES[c.score ?? 'scaled_dot'](c, i, j));
  const weights = softmax(scores, allowed(c, ...scores.shape), c.temperature);
  return { scores, weights, output: product(weights, c.v) };
}

/** Head h of a stack [h, rows, cols]. */
const headOf = ({ shape, data }, h) => ({ shape: shape.slice(1), data: data.slice(h * shape[1] * shape[2], (h + 1) * shape[1] * shape[2]) });
const stack = (parts) => ({ shape: [parts.length, ...parts[0].shape], data: parts.flatMap((part) => [...part.data]) });

/** Heads one by one, each with its own mask where there are several. */
function batchedAttention(c) {
  const heads = range(c.q.shape[0]).map((h) => {
    const mask = c.mask?.shape.length === 3 ? headOf(c.mask, h) : c.mask;
    return attention({ ...c, q: headOf(c.q, h), k: headOf(c.k, h), v: headOf(c.v, h), mask });
  });
  return Object.fromEntries(['scores', 'weights', 'output'].map((id) => [id, stack(heads.map((head) => head[id]))]));
}

const KERNELS = {
  gaussian: (u) => Math.exp((-u * u) / 2),
  boxcar: (u) => (u <= 1 ? 1 : 0),
  triangular: (u) => Math.max(0, 1 - u),
  epanechnikov: (u) => Math.max(0, 0.75 * (1 - u * u)),
};

function regression({ x, y, queries, kernel, width }) {
  const [g, m] = [queries.shape[0], x.shape[0]];
  const f = (i, j) => KERNELS[kernel](Math.abs(queries.data[i] - x.data[j]) / width);
  const totals = range(g).map((i) => sum(m, (j) => f(i, j)));
  const weights = tensor(g, m, (i, j) => (totals[i] > 0 ? f(i, j) / totals[i] : 0));
  return { output: { shape: [g], data: range(g).map((i) => sum(m, (j) => at(weights, i, j) * y.data[j])) }, weights };
}

const linear = (x, w, b) => tensor(x.shape[0], w.shape[1], (i, j) => sum(w.shape[0], (l) => at(x, i, l) * at(w, l, j)) + (b ? b.data[j] : 0));

function multiHead(c) {
  const [q, k, v] = [linear(c.q, c.wq, c.bq), linear(c.k, c.wk, c.bk), linear(c.v, c.wv, c.bv)];
  const [n, e] = q.shape;
  const width = e / c.heads;
  const slice = (t, h) => tensor(t.shape[0], width, (i, j) => at(t, i, h * width + j));
  const parts = range(c.heads).map((h) => attention({ q: slice(q, h), k: slice(k, h), v: slice(v, h), mask: c.mask, causal: c.causal }));
  const concat = tensor(n, e, (i, j) => at(parts[Math.floor(j / width)].output, i, j % width));
  const weights = { shape: [c.heads, n, k.shape[0]], data: parts.flatMap((part) => part.weights.data) };
  return { weights, output: linear(concat, c.wo, c.bo) };
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** One step of each cell for unit k: from p and q of its gates and the states before, the states after. */
const CELLS = {
  gru: { gates: 3, step: (p, q, h) => {
    const [r, z] = [sigmoid(p(0) + q(0)), sigmoid(p(1) + q(1))];
    return { h: (1 - z) * Math.tanh(p(2) + r * q(2)) + z * h };
  } },
  lstm: { gates: 4, step: (p, q, h, before) => {
    const [i, f, o] = [0, 1, 3].map((gate) => sigmoid(p(gate) + q(gate)));
    const c = f * before + i * Math.tanh(p(2) + q(2));
    return { h: o * Math.tanh(c), c };
  } },
};

const recurrent = (cell) => ({ x, wx, wh, bx, bh, h0, c0 }) => {
  const [t, u] = [x.shape[0], wh.shape[0]];
  let states = range(u).map((k) => ({ h: h0?.data[k] ?? 0, c: c0?.data[k] ?? 0 }));
  const rows = range(t).map((s) => {
    const p = (column) => sum(x.shape[1], (l) => at(x, s, l) * at(wx, l, column)) + (bx?.data[column] ?? 0);
    const q = (column) => sum(u, (l) => states[l].h * at(wh, l, column)) + (bh?.data[column] ?? 0);
    states = range(u).map((k) => CELLS[cell].step((gate) => p(gate * u + k), (gate) => q(gate * u + k), states[k].h, states[k].c));
    return states;
  });
  const all = (id) => ({ shape: [t, u], data: rows.flatMap((row) => row.map((state) => state[id])) });
  return cell === 'lstm' ? { h: all('h'), c: all('c') } : { h: all('h') };
};

function layerNorm({ x, gamma, beta, epsilon = 1e-5 }) {
  const [n, d] = x.shape;
  const means = range(n).map((i) => sum(d, (j) => at(x, i, j)) / d);
  const variances = range(n).map((i) => sum(d, (j) => (at(x, i, j) - means[i]) ** 2) / d);
  return tensor(n, d, (i, j) => ((at(x, i, j) - means[i]) / Math.sqrt(variances[i] + epsilon)) * gamma.data[j] + beta.data[j]);
}

/** erf by its series, which holds as far as it differs from 1 in the eighth digit. */
function erf(x) {
  if (Math.abs(x) > 4.5) return Math.sign(x);
  let [term, total] = [x, x];
  for (let k = 1; k < 120; ++k) {
    term *= (-x * x) / k;
    total += term / (2 * k + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}
const ACTIVATIONS = { relu: (x) => Math.max(x, 0), gelu: (x) => (x * (1 + erf(x / Math.SQRT2))) / 2 };

function encoderLayer(c) {
  const { x, norm = 'post', activation = 'relu', epsilon } = c;
  const add = (a, b) => tensor(...a.shape, (i, j) => at(a, i, j) + at(b, i, j));
  const [norm1, norm2] = [1, 2].map((k) => (rows) => layerNorm({ x: rows, gamma: c[`gamma${k}`], beta: c[`beta${k}`], epsilon }));
  const attended = (a) => multiHead({ ...c, heads: c.heads ?? 1, q: a, k: a, v: a }).output;
  const network = (a) => {
    const hidden = linear(a, c.w1, c.b1);
    return linear({ ...hidden, data: hidden.data.map(ACTIVATIONS[activation]) }, c.w2, c.b2);
  };
  if (norm === 'pre') {
    const y = add(x, attended(norm1(x)));
    return add(y, network(norm2(y)));
  }
  const [first, second] = norm === 'post' ? [norm1, norm2] : [(a) => a, (a) => a];
  const y = first(add(x, attended(x)));
  return second(add(y, network(y)));
}

function positionalEncoding({ kind = 'sinusoidal', length, width, base = 10000, first = 0 }) {
  const angle = (p, j) => (first + p) / base ** ((2 * Math.floor(j / 2)) / width);
  const isSine = (j) => j % 2 === (kind === 'rotary' ? 1 : 0);
  return tensor(length, width, (p, j) => (isSine(j) ? Math.sin : Math.cos)(angle(p, j)));
}

/** A mask of about two thirds, with a row that sees nothing and a row that sees one key. */
function oddMask(n, m, random) {
  const noise = random(n, m);
  const mask = tensor(n, m, (i, j) => noise.data[i * m + j] > -0.3);
  for (const j of range(m)) {
    mask.data[j] = false;
    if (n > 1) mask.data[m + j] = j === m - 1;
  }
  return mask;
}

/** [{name, fn, args, reference(args), run(kernels), expected()}] */
export function kernelCases() {
  const cases = [];
  const add = (name, fn, args, expected) => cases.push({ name, fn, args, reference: expected, run: (kernels) => kernels[fn](args), expected: () => expected(args) });
  const random = randomTensor(1);
  for (const [n, m] of [[1, 1], [2, 3], [5, 4], [7, 33], [17, 67], [64, 65]]) {
    const mask = oddMask(n, m, random);
    add(`softmax ${n} x ${m}`, 'softmax', { scores: random(n, m, 5) }, (a) => softmax(a.scores));
    add(`softmax ${n} x ${m}, masked, scores to 1e4`, 'softmax', { scores: random(n, m, 1e4), mask }, (a) => softmax(a.scores, a.mask));
    for (const score of Object.keys(SCORES)) {
      const [d, a] = [score === 'dot' ? 1 : 1 + (m % 7), 3];
      const e = score === 'bilinear' || score === 'additive' ? d + 2 : d;
      const args = { q: random(n, d), k: random(m, e), v: random(m, 1 + (n % 9)), score, temperature: 0.5 };
      if (score === 'bilinear') args.M = random(d, e);
      if (score === 'additive') Object.assign(args, { wq: random(d, a), wk: random(e, a), w: random(a) });
      add(`attention ${n} x ${m}, ${score}`, 'attention', args, attention);
      add(`attention ${n} x ${m}, ${score}, masked`, 'attention', { ...args, mask }, attention);
      add(`attention ${n} x ${m}, ${score}, causal`, 'attention', { ...args, causal: true }, attention);
      add(`attention ${n} x ${m}, ${score}, causal and masked`, 'attention', { ...args, causal: true, mask }, attention);
    }
    const masks = stack([mask, oddMask(n, m, random), oddMask(n, m, random)]);
    const stacks = { q: stack(range(3).map(() => random(n, 5))), k: stack(range(3).map(() => random(m, 5))), v: stack(range(3).map(() => random(m, 6))) };
    for (const [what, more] of Object.entries({
      plain: {}, 'said to be 3': { heads: 3 }, causal: { causal: true }, 'one mask': { mask }, 'a mask each': { mask: masks },
      'a mask each, in bytes, and causal': { mask: { ...masks, data: Uint8Array.from(masks.data) }, causal: true },
    })) {
      add(`3 heads at once ${n} x ${m}, ${what}`, 'attention', { ...stacks, ...more }, batchedAttention);
      add(`3 heads at once ${n} x ${m}, ${what}, output only`, 'attention', { ...stacks, ...more, outputOnly: true }, (a) => ({ output: batchedAttention(a).output }));
    }
    for (const kernel of Object.keys(KERNELS)) {
      const args = { x: random(m, undefined, 2), y: random(m), queries: random(n, undefined, 4), kernel, width: 0.7 };
      add(`regression of ${m} keys, ${kernel}`, 'nadarayaWatson', args, regression);
    }
  }
  for (const [n, m, e, heads] of [[1, 1, 1, 1], [3, 5, 6, 3], [10, 9, 8, 2], [33, 31, 64, 8]]) {
    const weights = Object.fromEntries(['wq', 'wk', 'wv', 'wo'].map((id) => [id, random(e, e, 0.5)]));
    const biases = Object.fromEntries(['bq', 'bk', 'bv', 'bo'].map((id) => [id, random(e)]));
    const args = { q: random(n, e), k: random(m, e), v: random(m, e), ...weights, heads };
    add(`${heads} heads, ${n} x ${m}, width ${e}`, 'multiHeadAttention', args, multiHead);
    add(`${heads} heads, ${n} x ${m}, width ${e}, biases, masked`, 'multiHeadAttention', { ...args, ...biases, mask: oddMask(n, m, random) }, multiHead);
    add(`${heads} heads, ${n} x ${m}, width ${e}, causal`, 'multiHeadAttention', { ...args, causal: true }, multiHead);
    const both = { ...args, causal: true, mask: oddMask(n, m, random), outputOnly: true };
    add(`${heads} heads, ${n} x ${m}, width ${e}, causal and masked, output only`, 'multiHeadAttention', both, (a) => ({ output: multiHead(a).output }));
  }
  for (const [cell, { gates }] of Object.entries(CELLS))
    for (const [t, i, u] of [[0, 2, 3], [1, 1, 1], [5, 3, 9], [12, 8, 17]]) {
      const args = { x: random(t, i), wx: random(i, gates * u), wh: random(u, gates * u, 0.5) };
      const more = { bx: random(gates * u), bh: random(gates * u), h0: random(u), ...(cell === 'lstm' ? { c0: random(u, undefined, 2) } : {}) };
      add(`${cell} ${t} x ${i} x ${u}`, cell, args, recurrent(cell));
      add(`${cell} ${t} x ${i} x ${u}, biases and states`, cell, { ...args, ...more }, recurrent(cell));
      add(`${cell} ${t} x ${i} x ${u}, huge inputs`, cell, { ...args, x: random(t, i, 1e4) }, recurrent(cell));
    }
  for (const [n, d] of [[0, 4], [1, 1], [3, 7], [5, 33]]) {
    const args = { x: random(n, d, 3), gamma: random(d), beta: random(d) };
    add(`layer norm ${n} x ${d}`, 'layerNorm', args, layerNorm);
    add(`layer norm ${n} x ${d}, another epsilon`, 'layerNorm', { ...args, epsilon: 0.5 }, layerNorm);
  }
  for (const [n, e, f, heads] of [[0, 4, 3, 2], [1, 1, 1, 1], [5, 6, 7, 3], [33, 16, 37, 4]])
    for (const norm of ['post', 'pre', 'none'])
      for (const activation of ['relu', 'gelu']) {
        const rows = (width, ...ids) => Object.fromEntries(ids.map((id) => [id, random(width)]));
        const args = {
          x: random(n, e, 2), ...Object.fromEntries(['wq', 'wk', 'wv', 'wo'].map((id) => [id, random(e, e, 0.7)])),
          w1: random(e, f, 0.7), ...rows(f, 'b1'), w2: random(f, e, 0.5), ...rows(e, 'b2'), heads, norm, activation,
          ...(norm === 'none' ? {} : rows(e, 'gamma1', 'beta1', 'gamma2', 'beta2')),
        };
        const name = `encoder layer of ${n} x ${e}, ${f} hidden, ${heads} heads, norm ${norm}, ${activation}`;
        add(name, 'encoderLayer', args, encoderLayer);
        const more = { ...rows(e, 'bq', 'bk', 'bv', 'bo'), mask: n > 0 ? oddMask(n, n, random) : undefined, epsilon: 0.1 };
        add(`${name}, biases, masked, another epsilon`, 'encoderLayer', { ...args, ...more }, encoderLayer);
        add(`${name}, causal`, 'encoderLayer', { ...args, causal: true }, encoderLayer);
        add(`${name}, causal and masked`, 'encoderLayer', { ...args, causal: true, mask: more.mask }, encoderLayer);
      }
  for (const [length, width] of [[0, 4], [1, 2], [7, 5], [40, 32]]) {
    add(`sinusoids ${length} x ${width}`, 'positionalEncoding', { length, width }, positionalEncoding);
    const more = { kind: 'rotary', length, width: 2 * width, base: 50, first: 1000 };
    add(`rotations ${length} x ${2 * width}, another base, from 1000 on`, 'positionalEncoding', more, positionalEncoding);
  }
  addGraphCases(add, random);
  addMemoryCases(add, random);
  for (const { name, call, args, expected } of TORCH_CASES) add(`${name}, as PyTorch has it`, call, args, () => expected);
  return cases;
}
