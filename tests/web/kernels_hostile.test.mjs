// attention-kernels.mjs in hands that mean it ill, or are unlucky: what single precision makes of small numbers, sizes beyond 32 bits,
// memory that is used up, a failed CHECK, arrays that hold themselves, buffers that are gone, getters that call back. Every time an error of
// the package's own, at once, and the functions work on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';

import { Module } from '../../web/kernels/memory.mjs';
import { siteFolder } from './site.mjs';

const { default: createKernels } = await import(`${siteFolder}/attention-kernels.mjs`);
const kernels = await createKernels({ simd: 'plain' });
const worksOn = () => assert.deepEqual([...kernels.softmax([[0, 0]]).data], [0.5, 0.5]);
/** Runs what is refused with these words. */
const refused = (call, words) => assert.throws(call, (error) => error.constructor === Error && words.test(error.message) || assert.fail(`${error}`));
const none = (...shape) => ({ shape, data: [] });

const one = { q: [[1, 0]], k: [[1, 0], [0, 1]], v: [[1], [2]] };
const graph = { x: [[1], [2]], adjacency: [[1, 1], [0, 1]], w: [[[1, 2]]], aSource: [[-1, 0]], aTarget: [[0, -1]] };
const head = { memory: [[1, 0], [0, 1]], key: [1, 1], strength: 1, gate: 0.5, shift: [0, 1, 0], sharpen: 1, previous: [1, 0] };

describe('numbers are checked as the module gets them, in single precision', () => {
  for (const tiny of [1e-300, 1e-46, 1e-45, 1e-39, 1.1e-38, 1e39, 1e300, Infinity, NaN])
    test(`${tiny} is no divisor`, () => {
      refused(() => kernels.attention({ ...one, temperature: tiny }), /^attention: temperature: expected a number above 0/);
      refused(() => kernels.nadarayaWatson([1], [1], [1], 'gaussian', tiny), /^nadarayaWatson: width: expected a number above 0/);
      refused(() => kernels.positionalEncoding({ length: 2, width: 2, base: tiny }), /^positionalEncoding: base: expected a number above 0/);
      refused(() => kernels.layerNorm([[1, 2]], [1, 1], [0, 0], tiny), /^layerNorm: epsilon: expected a number above 0/);
    });

  test('the smallest and the largest legal ones compute', () => {
    for (const edge of [1.18e-38, 3.4e38]) {
      assert.ok(kernels.attention({ ...one, temperature: edge }).output.data.every(Number.isFinite), `temperature ${edge}`);
      assert.ok(kernels.nadarayaWatson([0, 1], [1, 2], [0], 'gaussian', edge).output.data.every(Number.isFinite), `width ${edge}`);
      assert.ok(kernels.positionalEncoding({ length: 9, width: 6, base: edge }).data.every(Number.isFinite), `base ${edge}`);
      assert.ok(kernels.layerNorm([[1, 2]], [1, 1], [0, 0], edge).data.every(Number.isFinite), `epsilon ${edge}`);
    }
  });

  test('factors beyond it', () => {
    refused(() => kernels.graphAttention({ ...graph, slope: 1e300 }), /^graphAttention: slope: .*single precision, given 1e\+300$/);
    refused(() => kernels.ntmAddress({ ...head, sharpen: 1e39 }), /^ntmAddress: sharpen: .*single precision/);
    refused(() => kernels.softmax([[0, 1e300]]), /^softmax: scores: .*single precision, given 1e\+300 in row 0, column 1$/);
    refused(() => kernels.softmax({ shape: [1, 1], data: Float64Array.of(-4e38) }), /^softmax: scores: .*single precision/);
  });

  test('finite numbers never give NaN without a word; infinite ones may', () => {
    refused(() => kernels.attention({ q: [[3e38, 3e38]], k: [[3e38, 3e38]], v: [[1]] }), /^attention: expected numbers whose products and sums stay within/);
    refused(() => kernels.graphAttention({ ...graph, slope: 3e38 }), /^graphAttention: expected numbers whose products/);
    assert.ok(kernels.softmax([[Infinity, 1]]).data.every(Number.isNaN));
    assert.deepEqual([...kernels.softmax([[-Infinity, 1]]).data], [0, 1]);
  });
});

describe('sizes are checked in one place, before anything is copied', () => {
  for (const size of [2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53, 1e300])
    test(`${size}`, () => {
      refused(() => kernels.softmax(none(size, 0)), /^softmax: scores: .*sizes from 0 on and below 2147483648/);
      refused(() => kernels.attention({ q: none(size, 0, 1), k: none(size, 0, 1), v: none(size, 0, 1) }), /^attention: q: .*below 2147483648/);
      refused(() => kernels.positionalEncoding('sinusoidal', size, 0), /^positionalEncoding: length: .*below 2147483648/);
      refused(() => kernels.positionalEncoding('rotary', 1, 2, 10000, size), /^positionalEncoding: first: .*below 2147483648/);
    });

  test('what is as large as memory names function and size', () => {
    refused(() => kernels.softmax(none(1e9, 0)), /^softmax: .* 8000000000 bytes do not fit into memory$/);
    refused(() => kernels.positionalEncoding('sinusoidal', 2 ** 30, 2), /^positionalEncoding: .* 8589934592 bytes do not fit into memory$/);
    const long = { shape: [1 << 15, 1], data: new Float32Array(1 << 15) };
    refused(() => kernels.attention({ q: long, k: long, v: long }), /^attention: .* 8590458880 bytes do not fit into memory$/);
  });

  test('positions end below 2^31', () => {
    refused(() => kernels.positionalEncoding({ length: 3, width: 2, first: 2 ** 31 - 2 }), /^positionalEncoding: first: expected positions below 2147483648/);
    const [sine, cosine] = kernels.positionalEncoding({ length: 2, width: 2, first: 2 ** 31 - 2 }).data.slice(2);
    assert.ok(Math.abs(sine - Math.sin(2 ** 31 - 1)) < 1e-6 && Math.abs(cosine - Math.cos(2 ** 31 - 1)) < 1e-6);
  });

  test('heads of no width', () => {
    const zero = none(0, 0);
    const args = { q: none(1, 0), k: none(1, 0), v: none(1, 0), wq: zero, wk: zero, wv: zero, wo: zero };
    refused(() => kernels.multiHeadAttention({ ...args, heads: 2 ** 28 }), /^multiHeadAttention: heads: expected 1 for the width 0, given 268435456$/);
    assert.deepEqual(kernels.multiHeadAttention(args).weights, { shape: [1, 1, 1], data: Float32Array.of(1) });
  });
});

describe('a module that stops is replaced', () => {
  test('memory that is used up within a call: the function and the size', () => {
    const long = { shape: [14000, 1], data: new Float32Array(14000) }; // scores and weights fit, what is computed between them does not
    refused(() => kernels.attention({ q: long, k: long, v: long }), /^attention: arguments and results of 15\d{8} bytes do not fit into memory$/);
  });

  test('what earlier calls left there is in nobody\'s way: a new module tries once more', async () => {
    const module = await Module.compile(readFileSync(path.join(siteFolder, '../attention-kernels.wasm')));
    let tries = 0;
    const call = (fails) => module.call('positionalEncoding', { tensors: [], results: [[1, 2]] }, (wasm) => {
      if (fails(++tries)) wasm.reserve(2 ** 31 - 2 ** 16);
      wasm.positional_encoding(false, 1, 2, 10000, 0);
    });
    call(() => false);
    assert.deepEqual(call((attempt) => attempt === 2), [{ shape: [1, 2], data: Float32Array.of(0, 1) }]);
    assert.equal(tries, 3);
    refused(() => call(() => true), /^positionalEncoding: arguments and results of 64 bytes do not fit into memory$/);
    assert.equal(tries, 5);
    refused(() => call(() => true), /do not fit/);
    assert.equal(tries, 6, 'a new module has nothing left from before');
  });

  test('a failed CHECK is an error with its words, and the next call is answered', async () => {
    const module = await Module.compile(readFileSync(path.join(siteFolder, '../attention-kernels.wasm')));
    const call = (width) => module.call('nadarayaWatson', { tensors: [], results: [[1]] }, (wasm) => wasm.nadaraya_watson(0, 0, 0, 0, 1, 0, width));
    for (let i = 0; i < 3; ++i) {
      refused(() => call(-1), /^nadarayaWatson: the module stopped: .*regression\.cpp:\d+: CHECK\(width > 0\) failed.* Please report it/);
      assert.deepEqual(call(1), [{ shape: [1], data: Float32Array.of(0) }]);
    }
  });

  test('text is taken as a whole, else the C library would offer the rest for ever', async () => {
    const module = await Module.compile(readFileSync(path.join(siteFolder, '../attention-kernels.wasm')));
    const memory = new DataView(module.wasm.memory.buffer), at = module.wasm.reserve(256);
    [at + 64, 3, at + 72, 2].forEach((value, i) => memory.setUint32(at + 4 * i, value, true));
    module.bytes.set([65, 66, 67], at + 64);
    module.bytes.set([68, 69], at + 72);
    assert.equal(module.imports().wasi_snapshot_preview1.fd_write(2, at, 2, at + 32), 0);
    assert.equal(memory.getUint32(at + 32, true), 5);
    assert.equal(module.said, 'ABCDE');
  });

  afterEach(worksOn);
});

describe('whatever stands in an array\'s place', () => {
  const cycle = [];
  cycle.push(cycle);
  const wide = Array(1000);
  wide.fill(wide);
  const detached = new Float32Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const cases = [
    ['a bigint', 1n, /expected a tensor \[n, m\], given a bigint/],
    ['bigints', [[1n]], /expected numbers, given a bigint in row 0, column 0/],
    ['an array of bigints', { shape: [1, 1], data: new BigInt64Array(1) }, /given an array of bigints for data/],
    ['a symbol', [[Symbol('x')]], /given a symbol in row 0/],
    ['a function', () => 1, /given a function/],
    ['a shape of null', { shape: null, data: [] }, /given null for a shape/],
    ['a shape of text', { shape: 'ab', data: [] }, /sizes from 0 on .*given "a"/],
    ['a shape without end', { shape: { length: 1e8 }, data: [] }, /given a shape of 100000000 sizes/],
    ['data without end', { shape: [1, 1], data: { length: 1e8 } }, /given an object for data/],
    ['an array without numbers', Array(1e8), /shape \[n, m\].*given \[100000000\]/],
    ['an array that holds itself', cycle, /given \[1, 1, 1, \.\.\.\]/],
    ['a thousand of themselves', wide, /given \[1000, 1000, 1000, \.\.\.\]/],
    ['a detached buffer', { shape: [2, 2], data: detached }, /given an array whose buffer is detached/],
    ['a hole', [[1, , 2]], /expected numbers, given nothing in row 0, column 1/], // eslint-disable-line no-sparse-arrays
    ['a view of bytes', new DataView(new ArrayBuffer(8)), /given an object/],
    ['a long text', 'x'.repeat(1e6), /given "x{60}\.\.\."$/],
    ['a row that is none', [[1, 2], null], /given a ragged array: null in row 1$/],
  ];
  for (const [what, scores, words] of cases) test(what, () => refused(() => kernels.softmax(scores, undefined), new RegExp(`^softmax: scores: .*${words.source}`)));

  test('the batch is named in which something is wrong', () => {
    const pair = { q: [[[1, 2]], [[1, 2]]], k: [[[1, 2]], [[1, 2]]], v: [[[1]], [[1]]] };
    refused(() => kernels.attention({ ...pair, k: [[[1, 2]], [[1]]] }), /^attention: k: .*ragged array: 1 entries in batch 1, row 0$/);
    refused(() => kernels.attention({ ...pair, v: [[[1]], [['x']]] }), /^attention: v: expected numbers, given "x" in batch 1, row 0, column 0$/);
    refused(() => kernels.attention({ ...pair, mask: [[[true]], [[2]]] }), /^attention: mask: .*given 2 in batch 1, row 0, column 0$/);
    refused(() => kernels.attention({ ...one, q: [1] }), /^attention: q: expected shape \[n, d\] = \[n, d\] or a batch \[h, n, d\], given \[1\]$/);
  });

  test('a typed array that lies about its length', () => {
    class Liar extends Float32Array { get length() { return 1e9; } }
    refused(() => kernels.softmax({ shape: [1, 1e9], data: new Liar(4) }), /1000000000 numbers for the shape \[1, 1000000000\], given 4/);
    assert.deepEqual([...kernels.softmax({ shape: [2, 2], data: new Liar(4) }).data], [0.5, 0.5, 0.5, 0.5]);
  });

  afterEach(worksOn);
});

describe('getters and proxies', () => {
  test('one that calls back disturbs nothing', () => {
    const plain = kernels.attention(one);
    let calls = 0;
    const callBack = (value) => {
      ++calls;
      kernels.positionalEncoding({ length: 4000, width: 500 }); // memory grows, and arguments of its own are laid into it
      return value;
    };
    const row = { get 0() { return callBack(1); }, get 1() { return callBack(0); } };
    const data = Object.defineProperties(Array(2), Object.getOwnPropertyDescriptors(row));
    assert.deepEqual(kernels.attention({ ...one, q: { shape: [1, 2], data } }), plain);
    assert.deepEqual(kernels.attention({ get q() { return callBack(one.q); }, k: { get shape() { return callBack([2, 2]); }, data: [1, 0, 0, 1] }, v: one.v }), plain);
    assert.equal(calls, 4);
  });

  test('one that answers differently each time is believed once', () => {
    let asked = 0;
    const changing = { get shape() { return asked++ === 0 ? [1, 2] : [1, 1e6]; }, get data() { return [1, 0]; } };
    assert.deepEqual(kernels.attention({ ...one, q: changing }), kernels.attention(one));
    assert.equal(asked, 1);
  });

  test('one that shortens or detaches what was read before', () => {
    const rows = [[1, 0], [0, 1]];
    const shortening = Object.defineProperty([1, 0], 1, { get: () => { rows.length = 1; return 0; } });
    refused(() => kernels.attention({ ...one, q: [shortening], k: rows }), /^attention: k: .*given a ragged array: 1 entries$/);
    const gone = Float32Array.of(1, 0);
    const detaching = Object.defineProperty([1, 0, 0, 1], 3, { get: () => { structuredClone(gone.buffer, { transfer: [gone.buffer] }); return 1; } });
    refused(() => kernels.attention({ q: { shape: [1, 2], data: gone }, k: { shape: [2, 2], data: detaching }, v: one.v }), /^attention: q: expected 2 numbers .*given 0$|cannot be read/);
  });

  test('one that throws is the cause of an error', () => {
    const cause = new TypeError('not today');
    const angry = { get scores() { throw cause; } };
    assert.throws(() => kernels.softmax(angry), (error) => error.message === 'softmax: an argument cannot be read: not today' && error.cause === cause);
    refused(() => kernels.softmax(new Proxy([[1]], { get: () => { throw 7; } })), /^softmax: an argument cannot be read: 7$/);
    const endless = { get scores() { return kernels.softmax(endless); } };
    refused(() => kernels.softmax(endless), /^softmax: /);
  });

  afterEach(worksOn);
});
