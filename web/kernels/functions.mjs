// The functions of the module: what each takes, and how it is called.
import { fail } from './errors.mjs';
import { SIZE_LIMIT, describe } from './tensors.mjs';

/** A layer of kernels::Cell number `cell` (1 gru, 2 lstm); its weights are as wide as all its gates. */
const recurrent = (cell, gates, states) => ({
  parameters: ['x', 'wx', 'wh', 'bx', 'bh', ...states],
  run(c, m) {
    const all = `${gates}u`;
    const x = c.tensor('x', ['t', 'i']);
    const wx = c.tensor('wx', ['i', all]);
    const wh = c.tensor('wh', ['u', all]);
    const { t, i, u } = c.sizes;
    if (c.sizes[all] !== gates * u) fail(`${c.name}: wh`, `shape [u, ${all}] = [${c.sizes[all] / gates}, ${c.sizes[all]}]`, describe(wh));
    const rest = [['bx', all], ['bh', all], ['h0', 'u'], ['c0', 'u']].map(([id, letter]) => c.tensor(id, [letter], { optional: true }));
    const results = m.call(c.name, { tensors: [x, wx, wh, ...rest], results: states.map(() => [t, u]) },
      (wasm, [xAt, wxAt, whAt, ...restAt]) => wasm.recurrent(cell, xAt, t, i, wxAt, whAt, u, ...restAt));
    return Object.fromEntries(states.map((state, index) => [state[0], results[index]]));
  },
});

const PROJECTIONS = ['wq', 'wk', 'wv', 'wo'];
const BIASES = ['bq', 'bk', 'bv', 'bo'];
const NORMS = ['gamma1', 'beta1', 'gamma2', 'beta2'];
const ENCODINGS = ['sinusoidal', 'rotary'];
const JOINS = ['concat', 'mean'];

/** What a tensor's numbers are, where not every number will do. */
const NOT_BELOW_0 = { holds: (x) => x >= 0, expected: 'numbers from 0 on' };

/** The functions of the module by name; each reads its Call `c` and has Module `m` compute. */
export const FUNCTIONS = {
  softmax: {
    parameters: ['scores', 'mask'],
    run(c, m) {
      const scores = c.tensor('scores', ['n', 'm']);
      const mask = c.tensor('mask', ['n', 'm'], { optional: true });
      const { n, m: keys } = c.sizes;
      const [weights] = m.call(c.name, { tensors: [scores], mask, results: [[n, keys]] }, (wasm, [at], masks) => wasm.softmax(at, n, keys, masks));
      return weights;
    },
  },

  nadarayaWatson: {
    parameters: ['x', 'y', 'queries', 'kernel', 'width'],
    run(c, m) {
      const tensors = [c.tensor('x', ['m']), c.tensor('y', ['m']), c.tensor('queries', ['g'])];
      const kernel = c.choice('kernel', m.regressionKernels, 'gaussian');
      const width = c.positive('width', 1);
      const { m: keys, g } = c.sizes;
      const [output, weights] = m.call(c.name, { tensors, results: [[g], [g, keys]] },
        (wasm, [x, y, queries]) => wasm.nadaraya_watson(x, y, keys, queries, g, kernel, width));
      return { output, weights };
    },
  },

  attention: {
    parameters: ['q', 'k', 'v', 'mask', 'temperature', 'score', 'M', 'wq', 'wk', 'w', 'causal', 'heads', 'outputOnly'],
    run(c, m) {
      const score = c.choice('score', m.scores, 'scaled_dot');
      const bilinear = m.scores[score] === 'bilinear';
      const additive = m.scores[score] === 'additive';
      const batch = c.has('heads') || c.rank('q', ['n', 'd']) === 3 ? ['h'] : [];
      if (c.has('heads')) c.sizes.h = c.whole('heads', 1, 1);
      const single = { stacked: batch.length === 0 };
      const q = c.tensor('q', [...batch, 'n', 'd'], single);
      const k = c.tensor('k', [...batch, 'm', bilinear || additive ? 'e' : 'd']);
      const v = c.tensor('v', [...batch, 'm', 'f']);
      const mask = c.tensor('mask', c.rank('mask', ['n', 'm']) === 3 ? [...batch, 'n', 'm'] : ['n', 'm'], { optional: true });
      const temperature = c.positive('temperature', 1);
      const matrix = bilinear ? c.tensor('M', ['d', 'e']) : null;
      const additiveWeights = additive ? [c.tensor('wq', ['d', 'a']), c.tensor('wk', ['e', 'a']), c.tensor('w', ['a'])] : [null, null, null];
      const { h = 1, n, m: keys, d, e = d, f, a = 0 } = c.sizes;
      if (h === 0) fail(`${c.name}: q`, 'at least one head', describe(q));
      const causal = c.flag('causal');
      const outputOnly = c.flag('outputOnly');
      const stacked = batch.length ? [h] : [];
      const table = outputOnly ? null : [...stacked, n, keys];
      const [output, scores, weights] = m.call(c.name, { tensors: [q, k, v, matrix, ...additiveWeights], mask, results: [[...stacked, n, f], table, table] },
        (wasm, [qAt, kAt, vAt, MAt, ...additiveAt], masks) =>
          wasm.attention(qAt, n, d, kAt, keys, e, vAt, f, h, masks, causal, temperature, score, MAt, ...additiveAt, a, outputOnly));
      return outputOnly ? { output } : { scores, weights, output };
    },
  },

  multiHeadAttention: {
    parameters: ['q', 'k', 'v', ...PROJECTIONS, ...BIASES, 'heads', 'mask', 'causal', 'outputOnly'],
    run(c, m) {
      const inputs = [c.tensor('q', ['n', 'e']), c.tensor('k', ['m', 'e']), c.tensor('v', ['m', 'e'])];
      const projections = PROJECTIONS.map((id) => c.tensor(id, ['e', 'e']));
      const biases = BIASES.map((id) => c.tensor(id, ['e'], { optional: true }));
      const mask = c.tensor('mask', ['n', 'm'], { optional: true });
      const { n, m: keys, e } = c.sizes;
      const heads = c.heads(e);
      const causal = c.flag('causal');
      const outputOnly = c.flag('outputOnly');
      const [output, weights] = m.call(c.name, { tensors: [...inputs, ...projections, ...biases], mask, results: [[n, e], outputOnly ? null : [heads, n, keys]] },
        (wasm, at, masks) => wasm.multi_head_attention(...at.slice(0, 3), n, keys, e, ...at.slice(3), heads, masks, causal, outputOnly));
      return outputOnly ? { output } : { weights, output };
    },
  },

  lstm: recurrent(2, 4, ['h0', 'c0']),
  gru: recurrent(1, 3, ['h0']),

  layerNorm: {
    parameters: ['x', 'gamma', 'beta', 'epsilon'],
    run(c, m) {
      const tensors = [c.tensor('x', ['n', 'd']), c.tensor('gamma', ['d']), c.tensor('beta', ['d'])];
      const epsilon = c.positive('epsilon', 1e-5);
      const { n, d } = c.sizes;
      if (d === 0) fail(`${c.name}: x`, 'at least one column', `[${n}, 0]`);
      const [output] = m.call(c.name, { tensors, results: [[n, d]] }, (wasm, [x, gamma, beta]) => wasm.layer_norm(x, n, d, gamma, beta, epsilon));
      return output;
    },
  },

  encoderLayer: {
    parameters: ['x', ...PROJECTIONS, ...BIASES, 'w1', 'b1', 'w2', 'b2', ...NORMS, 'heads', 'norm', 'activation', 'mask', 'causal', 'epsilon'],
    run(c, m) {
      const x = c.tensor('x', ['n', 'e']);
      const projections = [...PROJECTIONS.map((id) => c.tensor(id, ['e', 'e'])), ...BIASES.map((id) => c.tensor(id, ['e'], { optional: true }))];
      const network = [c.tensor('w1', ['e', 'f']), c.tensor('b1', ['f']), c.tensor('w2', ['f', 'e']), c.tensor('b2', ['e'])];
      const norm = c.choice('norm', m.normPlaces, 'post');
      const norms = NORMS.map((id) => c.tensor(id, ['e'], { optional: m.normPlaces[norm] === 'none' }));
      const mask = c.tensor('mask', ['n', 'n'], { optional: true });
      const { n, e, f } = c.sizes;
      if (e === 0) fail(`${c.name}: x`, 'at least one column', describe(x));
      const heads = c.heads(e);
      const activation = c.choice('activation', m.activations, 'relu');
      const causal = c.flag('causal');
      const epsilon = c.positive('epsilon', 1e-5);
      const [output] = m.call(c.name, { tensors: [x, ...projections, ...network, ...norms], mask, results: [[n, e]] },
        (wasm, [xAt, ...at], masks) => wasm.encoder_layer(xAt, n, e, f, ...at, heads, masks, causal, norm, activation, epsilon));
      return output;
    },
  },

  graphAttention: {
    parameters: ['x', 'adjacency', 'w', 'aSource', 'aTarget', 'slope', 'combine', 'version', 'outputOnly'],
    run(c, m) {
      const x = c.tensor('x', ['n', 'f']);
      const adjacency = c.tensor('adjacency', ['n', 'n']);
      const version = c.number('version', 1, (v) => v === 1 || v === 2, '1 or 2');
      const { n, f } = c.sizes;
      const whole = version === 2 && f > 0 && c.array('w', ['h', 'f', 'o'])?.shape[1] === 2 * f;
      if (whole) c.sizes['2f'] = 2 * f;
      const w = c.tensor('w', ['h', whole ? '2f' : 'f', 'o']);
      const aSource = c.tensor('aSource', ['h', 'o']);
      const aTarget = c.tensor('aTarget', ['h', 'o'], { optional: version === 2 });
      const { h, o } = c.sizes;
      if (h === 0) fail(`${c.name}: w`, 'at least one head', describe(w));
      const slope = c.atLeast('slope', 0, 0.2);
      const mean = c.choice('combine', JOINS, JOINS[0]) === 1;
      const outputOnly = c.flag('outputOnly');
      const tensors = [x, w, aSource, version === 1 ? aTarget : null];
      const [output, weights] = m.call(c.name, { tensors, mask: adjacency, results: [[n, mean ? o : h * o], outputOnly ? null : [h, n, n]] },
        (wasm, [xAt, wAt, sourceAt, targetAt]) => wasm.graph_attention(xAt, n, f, wAt, h, o, sourceAt, targetAt, slope, mean, version, whole, outputOnly));
      return outputOnly ? { output } : { weights, output };
    },
  },

  ntmAddress: {
    parameters: ['memory', 'key', 'strength', 'gate', 'shift', 'sharpen', 'previous'],
    run(c, m) {
      const [memory, key] = [c.tensor('memory', ['N', 'M']), c.tensor('key', ['M'])];
      const strength = c.atLeast('strength', 0);
      const gate = c.number('gate', undefined, (g) => g >= 0 && g <= 1, 'a number from 0 to 1');
      const shift = c.tensor('shift', ['s'], { condition: NOT_BELOW_0 });
      const sharpen = c.atLeast('sharpen', 1);
      const previous = c.tensor('previous', ['N'], { condition: NOT_BELOW_0 });
      const { N, M, s } = c.sizes;
      if (s % 2 === 0) fail(`${c.name}: shift`, 'an odd number of moves', describe(shift));
      const stages = ['content', 'gated', 'shifted', 'weights'];
      const results = m.call(c.name, { tensors: [memory, key, shift, previous], results: stages.map(() => [N]) },
        (wasm, [memoryAt, keyAt, shiftAt, previousAt]) => wasm.ntm_address(memoryAt, N, M, keyAt, strength, gate, shiftAt, s, sharpen, previousAt));
      return Object.fromEntries(stages.map((stage, index) => [stage, results[index]]));
    },
  },

  ntmRead: {
    parameters: ['memory', 'weights'],
    run(c, m) {
      const tensors = [c.tensor('memory', ['N', 'M']), c.tensor('weights', ['N'])];
      const { N, M } = c.sizes;
      const [read] = m.call(c.name, { tensors, results: [[M]] }, (wasm, [memory, weights]) => wasm.ntm_read(memory, N, M, weights));
      return read;
    },
  },

  ntmWrite: {
    parameters: ['memory', 'weights', 'erase', 'add'],
    run(c, m) {
      const tensors = [c.tensor('memory', ['N', 'M']), c.tensor('weights', ['N']), c.tensor('erase', ['M']), c.tensor('add', ['M'])];
      const { N, M } = c.sizes;
      const [written] = m.call(c.name, { tensors, results: [[N, M]] }, (wasm, [memory, ...rest]) => wasm.ntm_write(memory, N, M, ...rest));
      return written;
    },
  },

  positionalEncoding: {
    parameters: ['kind', 'length', 'width', 'base', 'first'],
    run(c, m) {
      const rotary = c.choice('kind', ENCODINGS, ENCODINGS[0]) === 1;
      const length = c.whole('length', undefined, 0);
      const width = c.whole('width', undefined, 0);
      if (rotary && width % 2 !== 0) fail(`${c.name}: width`, 'an even number of columns for rotary', `${width}`);
      const base = c.positive('base', 10000);
      const first = c.whole('first', 0, 0);
      if (first + length > SIZE_LIMIT) fail(`${c.name}: first`, `positions below ${SIZE_LIMIT}`, `${first} for the first of ${length}`);
      const [rows] = m.call(c.name, { tensors: [], results: [[length, width]] }, (wasm) => wasm.positional_encoding(rotary, length, width, base, first));
      return rows;
    },
  },
};
