// Calls of attention-kernels.mjs by a seed, half of them right and half spoiled:
//
//   node tests/web/kernel_fuzz.mjs MODULE SEED CALLS
//
// Each begins as one of kernel_cases.mjs. A right one has numbers of its own and has to give what plain loops give. In a spoiled one an
// argument is something else, a size or a number is moved to an edge, or two arguments are exchanged; it gives an error of the package's
// own, or tensors without NaN where it was given none. Before each call a line says which it is (so that the last line names the one that
// never ended), the line after all is JSON {computed, refused}. The first call that does otherwise ends the run with status 1.
import assert from 'node:assert/strict';
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { kernelCases, near } from './kernel_cases.mjs';

/** Whole numbers below n, from a seed. */
function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const isTensor = (value) => Array.isArray(value?.shape) && (Array.isArray(value.data) || value.data instanceof Float32Array || value.data instanceof Uint8Array);
const cyclic = [];
cyclic.push(cyclic, cyclic);

const NUMBERS = [0, -0, -1, 0.5, 1, 2, 3, 7, 1e-46, 1e-45, 1e-39, 1.2e-38, 1e-320, 3e38, 1e39, 1e300, Infinity, -Infinity, NaN, 2 ** 28, 2 ** 31 - 1,
  2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 53, -(2 ** 31)];
const THINGS = [undefined, null, true, false, '', 'dot', 'rotary', 'post', 1n, Symbol('s'), () => 1, {}, [], [[]], [[[]]], [[1], [2, 3]], [1, , 2], cyclic, // eslint-disable-line no-sparse-arrays
  { length: 1e8 }, { shape: null, data: [] }, { shape: { length: 1e8 }, data: [] }, { shape: [1e9, 0], data: [] }, { shape: [2 ** 32, 0], data: [] },
  { shape: [1, 1], data: [1n] }, { shape: [2, 2], data: new BigInt64Array(4) }, { shape: [1, 1], data: new DataView(new ArrayBuffer(4)) }, new Map(), new Date(0)];

/** Ways to spoil `args` in place, each with its words. */
const SPOILS = {
  'another thing': (args, pick, id) => { args[id] = THINGS[pick(THINGS.length)]; },
  'another number': (args, pick, id) => { args[id] = NUMBERS[pick(NUMBERS.length)]; },
  'another size': (args, pick, id) => {
    if (!isTensor(args[id])) return;
    args[id] = { ...args[id], shape: [...args[id].shape] };
    args[id].shape[pick(args[id].shape.length + 1)] = NUMBERS[pick(NUMBERS.length)];
  },
  'another entry': (args, pick, id) => {
    if (!isTensor(args[id])) return;
    args[id] = { ...args[id], data: [...args[id].data] };
    args[id].data[pick(args[id].data.length)] = pick(3) === 0 ? THINGS[pick(THINGS.length)] : NUMBERS[pick(NUMBERS.length)];
  },
  'exchanged': (args, pick, id) => {
    const ids = Object.keys(args), other = ids[pick(ids.length)];
    [args[id], args[other]] = [args[other], args[id]];
  },
  'an unknown argument': (args, pick, id) => { args[`${id}${pick(9)}`] = args[id]; },
};

/** The same arguments with numbers of their own where the case has random ones: between -1 and 1 times what they were. */
function shaken(args, pick) {
  const free = ['scores', 'q', 'k', 'v', 'x', 'y', 'queries', 'memory', 'wx', 'wh', 'w1', 'w2', 'add', 'key'];
  const move = ({ shape, data }) => ({ shape, data: Float32Array.from(data, (x) => x * (pick(2001) / 1000 - 1)) });
  return Object.fromEntries(Object.entries(args).map(([id, value]) => [id, free.includes(id) && isTensor(value) ? move(value) : value]));
}

const tensorsOf = (result) => (isTensor(result) ? [result] : Object.values(result));
const holdsOnlyFinite = (args) => Object.values(args).every((value) => (isTensor(value) ? Array.from(value.data) : [value]).flat(3)
  .every((x) => typeof x !== 'number' || Number.isFinite(x)));

function checkSpoiled(kernels, fn, args) {
  let result;
  try {
    result = kernels[fn](args);
  } catch (error) {
    assert.ok(error.constructor === Error && error.message.startsWith(`${fn}: `), `an error of its own: ${error?.stack ?? String(error)}`);
    assert.ok(!/the module stopped|cannot be read/.test(error.message), error.message);
    return 'refused';
  }
  for (const { shape, data } of tensorsOf(result)) {
    assert.equal(data.length, shape.reduce((a, b) => a * b, 1));
    if (holdsOnlyFinite(args)) assert.ok(!data.some(Number.isNaN), 'NaN without a word');
  }
  return 'computed';
}

export function fuzz(kernels, seed, calls, tell) {
  const pick = dice(seed), counts = { computed: 0, refused: 0 };
  // Not PyTorch's, whose results are not computed here, nor those where the last bit of a huge sum decides.
  const cases = kernelCases().filter(({ name, args }) => !/PyTorch|huge/.test(name) && Object.values(args).every((value) => !isTensor(value) || value.data.length < 1500));
  for (let i = 0; i < calls; ++i) {
    const { name, fn, args, reference } = cases[pick(cases.length)];
    const given = shaken(args, pick);
    if (pick(2) === 0) {
      tell(`${i}: ${name}`);
      near(kernels[fn](given), reference(given));
      ++counts.computed;
      continue;
    }
    const spoils = Array.from({ length: 1 + pick(2) }, () => [Object.keys(SPOILS)[pick(Object.keys(SPOILS).length)], Object.keys(args)[pick(Object.keys(args).length)]]);
    tell(`${i}: ${name}, ${spoils.map((words) => words.join(' for ')).join(', ')}`);
    for (const [how, id] of spoils) SPOILS[how](given, pick, id);
    ++counts[checkSpoiled(kernels, fn, given)];
    if (i % 16 === 0) assert.deepEqual([...kernels.softmax([[0, 0]]).data], [0.5, 0.5], 'it works on');
  }
  return counts;
}

if (process.argv[1]?.endsWith('kernel_fuzz.mjs')) {
  const [, , module, seed, calls] = process.argv;
  const { default: createKernels } = await import(pathToFileURL(module).href);
  const counts = fuzz(await createKernels({ simd: 'plain' }), Number(seed), Number(calls), (line) => writeSync(1, `${line}\n`));
  console.log(JSON.stringify(counts));
}
