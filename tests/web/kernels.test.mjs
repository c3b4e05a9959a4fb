// attention-kernels.mjs in Node: every function against plain loops over odd shapes, edge rows, and every way to call it wrongly.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { kernelCases, near, randomTensor } from './kernel_cases.mjs';
import { siteFolder } from './site.mjs';

const { default: createKernels } = await import(`${siteFolder}/attention-kernels.mjs`);
const kernels = await createKernels({ simd: 'plain' });

describe('agrees with plain loops', () => {
  for (const { name, run, expected } of kernelCases()) test(name, () => near(run(kernels), expected()));
});

describe('ways to call', () => {
  const q = [[1, 0]];
  const k = [[1, 0], [0, 1]];
  const v = [[1], [2]];

  test('named, positional, and positional with options give the same', () => {
    const named = kernels.attention({ q, k, v, temperature: 2 });
    assert.deepEqual(kernels.attention(q, k, v, undefined, 2), named);
    assert.deepEqual(kernels.attention(q, k, v, { temperature: 2 }), named);
  });

  test('nested arrays, tensors, and plain typed arrays give the same', () => {
    const tensor = (rows) => ({ shape: [rows.length, rows[0].length], data: Float32Array.from(rows.flat()) });
    assert.deepEqual(kernels.attention(tensor(q), tensor(k), tensor(v)), kernels.attention(q, k, v));
    const named = kernels.nadarayaWatson({ x: [0, 1], y: [1, 2], queries: [0.5] });
    assert.deepEqual(kernels.nadarayaWatson(Float32Array.of(0, 1), Float64Array.of(1, 2), [0.5]), named);
  });

  test('results are the caller\'s own and survive the next call', () => {
    const first = kernels.softmax([[0, 0]]);
    const before = [...first.data];
    kernels.softmax([[9, -9, 4]]);
    assert.deepEqual([...first.data], before);
    assert.ok(first.data instanceof Float32Array);
    assert.deepEqual(first.shape, [1, 2]);
  });

  test('output alone is the same output', () => {
    const random = randomTensor(5);
    const [a, b, c] = [random(9, 8), random(11, 8), random(11, 3)];
    const only = kernels.attention({ q: a, k: b, v: c, outputOnly: true });
    assert.deepEqual(Object.keys(only), ['output']);
    near(only.output, kernels.attention(a, b, c).output);
  });

  test('attention over a graph is of version 1 with its heads side by side where nothing is said', () => {
    const random = randomTensor(9);
    const [x, a, b] = [random(3, 2), random(2, 4), random(2, 4)];
    const args = { x, adjacency: [[1, 1, 0], [1, 1, 1], [0, 1, 1]], w: { shape: [2, 2, 4], data: random(4, 4).data }, aSource: a, aTarget: b };
    const plain = kernels.graphAttention(args);
    assert.deepEqual(kernels.graphAttention({ ...args, slope: 0.2, combine: 'concat', version: 1, outputOnly: false }), plain);
    assert.deepEqual(kernels.graphAttention(x, args.adjacency, args.w, a, b), plain);
    assert.deepEqual([plain.weights.shape, plain.output.shape], [[2, 3, 3], [3, 8]]);
    for (const other of [{ slope: 0.9 }, { combine: 'mean' }, { version: 2 }, { outputOnly: true }])
      assert.notDeepEqual(kernels.graphAttention({ ...args, ...other }), plain, Object.keys(other)[0]);
  });

  test('a memory by name and in order', () => {
    const random = randomTensor(11);
    const [memory, key] = [random(5, 3), random(3)];
    const previous = [0, 0, 1, 0, 0];
    const named = kernels.ntmAddress({ memory, key, strength: 2, gate: 0.5, shift: [0.1, 0.8, 0.1], sharpen: 3, previous });
    assert.deepEqual(kernels.ntmAddress(memory, key, 2, 0.5, [0.1, 0.8, 0.1], 3, previous), named);
    assert.deepEqual(Object.keys(named), ['content', 'gated', 'shifted', 'weights']);
    assert.deepEqual([...kernels.ntmRead(memory, previous).data], [...memory.data.slice(6, 9)]);
    assert.deepEqual(kernels.ntmWrite(memory, previous, [0, 0, 0], [0, 0, 0]), memory);
  });

  test('an encoder layer is post-norm with ReLU and one head where nothing is said', () => {
    const random = randomTensor(7);
    const weights = Object.fromEntries(['wq', 'wk', 'wv', 'wo', 'w1', 'w2'].map((id) => [id, random(4, 4)]));
    const rows = Object.fromEntries(['b1', 'b2', 'gamma1', 'beta1', 'gamma2', 'beta2'].map((id) => [id, random(4)]));
    const x = random(3, 4);
    const plain = kernels.encoderLayer({ x, ...weights, ...rows });
    assert.deepEqual(kernels.encoderLayer({ x, ...weights, ...rows, heads: 1, norm: 'post', activation: 'relu', causal: false, epsilon: 1e-5 }), plain);
    for (const other of [{ heads: 2 }, { norm: 'pre' }, { norm: 'none' }, { activation: 'gelu' }, { causal: true }])
      assert.notDeepEqual(kernels.encoderLayer({ x, ...weights, ...rows, ...other }), plain, Object.keys(other)[0]);
  });

  test('positions by name and in order, and continued', () => {
    const named = kernels.positionalEncoding({ length: 6, width: 4 });
    assert.deepEqual(kernels.positionalEncoding('sinusoidal', 6, 4), named);
    assert.deepEqual(kernels.positionalEncoding('sinusoidal', 2, 4, { first: 4 }).data, named.data.slice(16));
  });

  test('nested arrays three deep are a batch of heads', () => {
    const { scores, weights, output } = kernels.attention({ q: [q, q], k: [k, k], v: [v, v], heads: 2 });
    assert.deepEqual([scores.shape, weights.shape, output.shape], [[2, 1, 2], [2, 1, 2], [2, 1, 1]]);
    const one = kernels.attention(q, k, v);
    assert.deepEqual([...output.data], [...one.output.data, ...one.output.data]);
  });

  test('masks of booleans, numbers and bytes of every kind give the same', () => {
    const random = randomTensor(6);
    const data = Array.from({ length: 77 }, (_, i) => i % 3 !== 0);
    const scores = random(7, 11);
    const expected = kernels.softmax(scores, { shape: [7, 11], data });
    for (const kind of [Uint8Array, Int8Array, Uint8ClampedArray, Float32Array, Array])
      assert.deepEqual(kernels.softmax(scores, { shape: [7, 11], data: kind.from(data, Number) }), expected, kind.name);
    assert.deepEqual(kernels.softmax({ shape: [0, 4], data: [] }, { shape: [0, 4], data: new Uint8Array() }).shape, [0, 4]);
  });

  test('memory grows for large arguments and earlier results stay', () => {
    const small = kernels.softmax([[1, 2, 3]]);
    const n = 1500;
    const large = kernels.softmax({ shape: [n, n], data: new Float32Array(n * n) });
    assert.ok(Math.abs(large.data[n * n - 1] - 1 / n) < 1e-9);
    assert.ok(Math.abs(small.data[2] - 0.6652409) < 1e-6);
  });

  test('two modules share nothing', async () => {
    const other = await createKernels();
    near(other.softmax([[1, 2]]), kernels.softmax([[1, 2]]));
  });

  test('which module runs can be asked, and chosen', async () => {
    assert.equal(kernels.simd, 'plain');
    const chosen = (await createKernels()).simd;
    assert.equal(chosen, (await createKernels({ simd: 'auto' })).simd);
    if (chosen === 'relaxed') assert.equal((await createKernels({ simd: 'relaxed' })).simd, 'relaxed');
    else await assert.rejects(createKernels({ simd: 'relaxed' }), /createKernels: simd: .*relaxed SIMD/);
    await assert.rejects(createKernels({ simd: 'fast' }), /createKernels: simd: .*auto, plain, relaxed.*"fast"/);
    await assert.rejects(createKernels({ sims: 'plain' }), /createKernels: .*"sims"/);
  });
});

describe('refuses', () => {
  const q = [[1, 0, 2]];
  const k = [[1, 0, 2], [0, 1, 2]];
  const v = [[1], [2]];
  const square = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const heads = { q, k, v: k, wq: square, wk: square, wv: square, wo: square };
  const random3 = (h, rows, cols) => ({ shape: [h, rows, cols], data: new Float32Array(h * rows * cols) });
  const layer = { x: [[1, 2]], wx: [[1, 2, 3, 4], [5, 6, 7, 8]], wh: [[1, 2, 3, 4]] };
  const encoder = { x: [[1, 2]], ...Object.fromEntries(['wq', 'wk', 'wv', 'wo', 'w1', 'w2'].map((id) => [id, [[1, 0], [0, 1]]])),
    ...Object.fromEntries(['b1', 'b2', 'gamma1', 'beta1', 'gamma2', 'beta2'].map((id) => [id, [1, 2]])) };
  const graph = { x: [[1], [2]], adjacency: [[true, true], [false, true]], w: [[[1, 2]]], aSource: [[1, 0]], aTarget: [[0, 1]] };
  const head = { memory: [[1, 0], [0, 1]], key: [1, 1], strength: 1, gate: 0.5, shift: [0, 1, 0], sharpen: 1, previous: [1, 0] };
  const refusals = [
    ['a wrong shape, naming expected and given', () => kernels.attention({ q, k: [[1, 2]], v }), /attention: k: .*\[m, 3\].*\[1, 2\]/],
    ['keys and values of different counts', () => kernels.attention({ q, k, v: [[1]] }), /attention: v: .*\[2, f\].*\[1, 1\]/],
    ['a mask of the wrong shape', () => kernels.attention({ q, k, v, mask: [[true]] }), /attention: mask: .*\[1, 2\].*\[1, 1\]/],
    ['a mask of numbers', () => kernels.softmax([[1, 2]], [[0.5, 1]]), /softmax: mask: .*true = may attend.*0\.5/],
    ['a byte that is neither 0 nor 1', () => kernels.softmax([[1, 2]], { shape: [1, 2], data: Uint8Array.of(1, 2) }), /softmax: mask: .*given 2 in row 0, column 1$/],
    ['such a byte far into a stack of masks', () => {
      const data = new Uint8Array(2 * 33 * 35);
      data[33 * 35 + 1000] = 255;
      kernels.attention({ q: random3(2, 33, 3), k: random3(2, 35, 3), v: random3(2, 35, 1), mask: { shape: [2, 33, 35], data } });
    }, /attention: mask: .*given 255 in batch 1, row 28, column 20$/],
    ['a stack of masks of another height', () => kernels.attention({ q: [q, q], k: [k, k], v: [v, v], mask: [[[true, true]]] }),
      /attention: mask: .*\[h, n, m\] = \[2, 1, 2\].*\[1, 1, 2\]/],
    ['a stack of masks for one head', () => kernels.attention({ q, k, v, mask: [[[true, true]]] }), /attention: mask: .*\[n, m\].*\[1, 1, 2\]/],
    ['keys of another number of heads', () => kernels.attention({ q: [q, q], k: [k], v: [v, v] }), /attention: k: .*\[2, m, 3\].*\[1, 2, 3\]/],
    ['queries that are not as many heads as said', () => kernels.attention({ q: [q, q], k: [k, k], v: [v, v], heads: 3 }), /attention: q: .*\[3, n, d\].*\[2, 1, 3\]/],
    ['heads of a single matrix', () => kernels.attention({ q, k, v, heads: 2 }), /attention: q: .*\[2, n, d\].*\[1, 3\]/],
    ['half a head', () => kernels.attention({ q: [q], k: [k], v: [v], heads: 0.5 }), /attention: heads: .*whole number.*0\.5/],
    ['no heads', () => kernels.attention({ q: random3(0, 1, 3), k: random3(0, 2, 3), v: random3(0, 2, 1) }), /attention: q: .*one head.*\[0, 1, 3\]/],
    ['a causal that is not a yes or no', () => kernels.attention({ q, k, v, causal: 1 }), /attention: causal: .*true or false.*1/],
    ['the same of several heads', () => kernels.multiHeadAttention({ ...heads, causal: 'yes' }), /multiHeadAttention: causal: .*"yes"/],
    ['a missing argument', () => kernels.attention({ q, k }), /attention: v: .*nothing/],
    ['an unknown argument', () => kernels.attention({ q, k, v, mode: 1 }), /attention: .*"mode"/],
    ['too many arguments', () => kernels.softmax([[1]], undefined, 3), /softmax: .*at most 2.*3/],
    ['ragged arrays', () => kernels.softmax([[1, 2], [3]]), /softmax: scores: .*ragged/],
    ['data of another length than the shape says', () => kernels.softmax({ shape: [2, 2], data: [1] }), /softmax: scores: .*4 numbers.*1/],
    ['a negative size', () => kernels.softmax({ shape: [-1, 2], data: [] }), /softmax: scores/],
    ['text among the numbers', () => kernels.softmax([[1, 'two']]), /softmax: .*numbers.*two/],
    ['text for a tensor', () => kernels.softmax('scores'), /softmax: scores: .*\[n, m\].*"scores"/],
    ['an unknown score', () => kernels.attention({ q, k, v, score: 'cosine' }), /attention: score: .*scaled_dot.*"cosine"/],
    ['a bilinear score without its matrix', () => kernels.attention({ q, k, v, score: 'bilinear' }), /attention: M: .*\[d, e\].*nothing/],
    ['additive weights that do not fit', () =>
      kernels.attention({ q, k, v, score: 'additive', wq: square, wk: [[1, 2, 3]], w: [1, 2, 3] }), /attention: wk: .*\[e, a\]/],
    ['a temperature of 0', () => kernels.attention({ q, k, v, temperature: 0 }), /attention: temperature: .*above 0.*0/],
    ['a width that is not a number', () => kernels.nadarayaWatson([1], [1], [1], 'boxcar', NaN), /nadarayaWatson: width/],
    ['an unknown kernel', () => kernels.nadarayaWatson([1], [1], [1], 'box'), /nadarayaWatson: kernel: .*boxcar.*"box"/],
    ['heads that do not divide the width', () => kernels.multiHeadAttention({ ...heads, heads: 2 }), /multiHeadAttention: heads: .*3.*2/],
    ['a bias of the wrong width', () => kernels.multiHeadAttention({ ...heads, bo: [1] }), /multiHeadAttention: bo: .*\[3\].*\[1\]/],
    ['input weights of another width', () => kernels.lstm({ ...layer, wx: [[1, 2, 3, 4]] }), /lstm: wx: .*\[i, 4u\] = \[2, 4u\].*\[1, 4\]/],
    ['recurrent weights of another width', () => kernels.lstm({ ...layer, wh: [[1, 2, 3]] }), /lstm: wh: .*\[u, 4u\] = \[u, 4\].*\[1, 3\]/],
    ['gates that do not fit the units', () => kernels.lstm({ ...layer, wh: [[1, 2, 3, 4], [1, 2, 3, 4]] }), /lstm: wh: .*\[1, 4\].*\[2, 4\]/],
    ['the weights of an LSTM for a GRU', () => kernels.gru(layer), /gru: wh: .*\[u, 3u\].*\[1, 4\]/],
    ['a state of the wrong width', () => kernels.lstm({ ...layer, h0: [1, 2] }), /lstm: h0: .*\[u\] = \[1\].*\[2\]/],
    ['the cell of an LSTM for a GRU', () => kernels.gru({ ...layer, c0: [1] }), /gru: .*"c0"/],
    ['a missing gain', () => kernels.layerNorm({ x: [[1, 2]], beta: [0, 0] }), /layerNorm: gamma: .*\[d\].*nothing/],
    ['a shift of the wrong width', () => kernels.layerNorm([[1, 2]], [1, 1], [0]), /layerNorm: beta: .*\[2\].*\[1\]/],
    ['an epsilon of 0', () => kernels.layerNorm([[1, 2]], [1, 1], [0, 0], 0), /layerNorm: epsilon: .*above 0.*0/],
    ['a projection of another width', () => kernels.encoderLayer({ ...encoder, wk: [[1]] }), /encoderLayer: wk: .*\[e, e\] = \[2, 2\].*\[1, 1\]/],
    ['a network whose two matrices do not meet', () => kernels.encoderLayer({ ...encoder, w2: [[1, 2]] }), /encoderLayer: w2: .*\[2, 2\].*\[1, 2\]/],
    ['a norm without its gain', () => kernels.encoderLayer({ ...encoder, gamma2: undefined }), /encoderLayer: gamma2: .*\[e\].*nothing/],
    ['an unknown place of the norms', () => kernels.encoderLayer({ ...encoder, norm: 'both' }), /encoderLayer: norm: .*none, pre, post.*"both"/],
    ['an unknown activation', () => kernels.encoderLayer({ ...encoder, activation: 'swish' }), /encoderLayer: activation: .*relu, gelu.*"swish"/],
    ['a layer\'s heads that do not divide the width', () => kernels.encoderLayer({ ...encoder, heads: 4 }), /encoderLayer: heads: .*width 2.*4/],
    ['a layer\'s mask that is not square', () => kernels.encoderLayer({ ...encoder, mask: [[true, true]] }), /encoderLayer: mask: .*\[n, n\] = \[1, 1\].*\[1, 2\]/],
    ['a layer\'s rows without columns', () => {
      const none = (...shape) => ({ shape, data: [] });
      const squares = Object.fromEntries(['wq', 'wk', 'wv', 'wo'].map((id) => [id, none(0, 0)]));
      kernels.encoderLayer({ x: none(1, 0), ...squares, w1: none(0, 1), b1: [1], w2: none(1, 0), b2: [], norm: 'none' });
    }, /encoderLayer: x: .*column.*\[1, 0\]/],
    ['an adjacency that is not square', () => kernels.graphAttention({ ...graph, adjacency: [[true, true]] }),
      /graphAttention: adjacency: .*\[n, n\] = \[2, 2\].*\[1, 2\]/],
    ['an adjacency of numbers', () => kernels.graphAttention({ ...graph, adjacency: [[1, 0.5], [0, 1]] }), /graphAttention: adjacency: .*true = may attend.*0\.5/],
    ['a graph without edges said', () => kernels.graphAttention({ ...graph, adjacency: undefined }), /graphAttention: adjacency: .*\[n, n\].*nothing/],
    ['a matrix without heads', () => kernels.graphAttention({ ...graph, w: [[1, 0], [0, 1]] }), /graphAttention: w: .*\[h, f, o\] = \[h, 1, o\].*\[2, 2\]/],
    ['a matrix for both nodes in version 1', () => kernels.graphAttention({ ...graph, w: [[[1, 2], [3, 4]]] }), /graphAttention: w: .*\[h, 1, o\].*\[1, 2, 2\]/],
    ['no heads at all', () => kernels.graphAttention({ ...graph, w: { shape: [0, 1, 2], data: [] }, aSource: { shape: [0, 2], data: [] },
      aTarget: { shape: [0, 2], data: [] } }), /graphAttention: w: .*one head.*\[0, 1, 2\]/],
    ['an a of another width', () => kernels.graphAttention({ ...graph, aSource: [[1]] }), /graphAttention: aSource: .*\[h, o\] = \[1, 2\].*\[1, 1\]/],
    ['version 1 without its second a', () => kernels.graphAttention({ ...graph, aTarget: undefined }), /graphAttention: aTarget: .*\[h, o\].*nothing/],
    ['a second a that does not fit in version 2', () => kernels.graphAttention({ ...graph, aTarget: [[1]], version: 2 }), /graphAttention: aTarget: .*\[1, 2\].*\[1, 1\]/],
    ['a version 3', () => kernels.graphAttention({ ...graph, version: 3 }), /graphAttention: version: .*1 or 2.*3/],
    ['a slope below 0', () => kernels.graphAttention({ ...graph, slope: -1 }), /graphAttention: slope: .*from 0 on.*-1/],
    ['an unknown way to combine', () => kernels.graphAttention({ ...graph, combine: 'sum' }), /graphAttention: combine: .*concat, mean.*"sum"/],
    ['more weights than memory holds', () => {
      const many = { shape: [8192, 8192], data: new Uint8Array(8192 * 8192) };
      const a = new Float32Array(16);
      kernels.graphAttention({ x: { shape: [8192, 1], data: new Float32Array(8192) }, adjacency: many, w: { shape: [16, 1, 1], data: a },
        aSource: { shape: [16, 1], data: a }, aTarget: { shape: [16, 1], data: a } });
    }, /graphAttention: .*memory/],
    ['a key of another width', () => kernels.ntmAddress({ ...head, key: [1] }), /ntmAddress: key: .*\[M\] = \[2\].*\[1\]/],
    ['a weighting of another length', () => kernels.ntmAddress({ ...head, previous: [1] }), /ntmAddress: previous: .*\[N\] = \[2\].*\[1\]/],
    ['weights below 0', () => kernels.ntmAddress({ ...head, previous: [1, -0.5] }), /ntmAddress: previous: .*from 0 on.*-0\.5/],
    ['no way to move', () => kernels.ntmAddress({ ...head, shift: [] }), /ntmAddress: shift: .*odd.*\[0\]/],
    ['an even number of moves', () => kernels.ntmAddress({ ...head, shift: [0.5, 0.5] }), /ntmAddress: shift: .*odd.*\[2\]/],
    ['moves below 0', () => kernels.ntmAddress({ ...head, shift: [0, NaN, 0] }), /ntmAddress: shift: .*from 0 on.*NaN/],
    ['a strength below 0', () => kernels.ntmAddress({ ...head, strength: -1 }), /ntmAddress: strength: .*from 0 on.*-1/],
    ['a strength beyond single precision', () => kernels.ntmAddress({ ...head, strength: 1e300 }), /ntmAddress: strength: .*1e\+300/],
    ['a gate open further than open', () => kernels.ntmAddress({ ...head, gate: 1.5 }), /ntmAddress: gate: .*0 to 1.*1\.5/],
    ['a gate not said', () => kernels.ntmAddress({ ...head, gate: undefined }), /ntmAddress: gate: .*nothing/],
    ['sharpening that smears', () => kernels.ntmAddress({ ...head, sharpen: 0.5 }), /ntmAddress: sharpen: .*from 1 on.*0\.5/],
    ['reading without weights', () => kernels.ntmRead([[1]]), /ntmRead: weights: .*\[N\].*nothing/],
    ['writing another width', () => kernels.ntmWrite([[1]], [1], [1], [1, 2]), /ntmWrite: add: .*\[M\] = \[1\].*\[2\]/],
    ['an unknown encoding', () => kernels.positionalEncoding('learned', 2, 2), /positionalEncoding: kind: .*sinusoidal, rotary.*"learned"/],
    ['positions without their number', () => kernels.positionalEncoding({ width: 2 }), /positionalEncoding: length: .*whole number.*nothing/],
    ['half a position', () => kernels.positionalEncoding('rotary', 1.5, 2), /positionalEncoding: length: .*whole number.*1\.5/],
    ['an odd number of columns to turn', () => kernels.positionalEncoding('rotary', 2, 3), /positionalEncoding: width: .*even.*3/],
    ['more positions than memory holds', () => kernels.positionalEncoding('sinusoidal', 2 ** 20, 2 ** 20), /positionalEncoding: .*memory/],
    ['rows without columns', () => kernels.layerNorm({ x: { shape: [1, 0], data: [] }, gamma: [], beta: [] }), /layerNorm: x: .*column.*\[1, 0\]/],
  ];
  for (const [what, call, message] of refusals) test(what, () => assert.throws(call, (e) => e.constructor === Error && message.test(e.message)));

  test('and works on after every refusal', () => near(kernels.softmax([[0, 0]]), { shape: [1, 2], data: [0.5, 0.5] }));
});
