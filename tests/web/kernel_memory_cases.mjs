// Cases of ntmAddress, ntmRead and ntmWrite with their results by plain loops in double precision. They join those of kernel_cases.mjs.
import TORCH_CASES from './kernel_memory_torch_cases.mjs';

const range = (n) => Array.from({ length: n }, (_, i) => i);
const sum = (numbers) => numbers.reduce((s, x) => s + x, 0);
const row = (numbers) => ({ shape: [numbers.length], data: numbers });
const cellsOf = ({ shape: [N, M], data }) => range(N).map((i) => range(M).map((j) => data[i * M + j]));
const dot = (a, b) => sum(range(a.length).map((i) => a[i] * b[i]));

function ntmAddress({ memory, key, strength, gate, shift, sharpen, previous }) {
  const cells = cellsOf(memory);
  const N = cells.length;
  const cosine = (cell) => dot(cell, key.data) / (Math.sqrt(dot(cell, cell) * dot(key.data, key.data)) + 1e-8);
  const scores = cells.map((cell) => strength * cosine(cell));
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const content = powers.map((power) => power / sum(powers));
  const gated = content.map((w, i) => gate * w + (1 - gate) * previous.data[i]);
  const shifted = new Array(N).fill(0);
  const reach = (shift.data.length - 1) / 2;
  for (const i of range(N)) for (const k of range(shift.data.length)) shifted[(((i + k - reach) % N) + N) % N] += gated[i] * shift.data[k];
  const largest = Math.max(...shifted);
  const sharpened = shifted.map((w) => (largest > 0 ? (w / largest) ** sharpen : 0));
  const weights = sharpened.map((w) => (largest > 0 ? w / sum(sharpened) : 0));
  return { content: row(content), gated: row(gated), shifted: row(shifted), weights: row(weights) };
}

const ntmRead = ({ memory, weights }) => row(range(memory.shape[1]).map((j) => dot(cellsOf(memory).map((cell) => cell[j]), weights.data)));

const ntmWrite = ({ memory, weights, erase, add }) => ({
  shape: memory.shape,
  data: cellsOf(memory).flatMap((cell, i) => cell.map((x, j) => x * (1 - weights.data[i] * erase.data[j]) + weights.data[i] * add.data[j])),
});

/** Adds every case through `add`(name, call, args, expected); `random` as in kernel_cases.mjs. */
export function addMemoryCases(add, random) {
  const positive = (n) => ({ shape: [n], data: random(n).data.map(Math.abs) });
  const distribution = (n) => {
    const { shape, data } = positive(n);
    const total = sum([...data]);
    return { shape, data: data.map((x) => x / total) };
  };
  for (const [N, M, s] of [[1, 1, 1], [2, 3, 5], [7, 4, 3], [33, 9, 3], [128, 20, 3]]) {
    const name = `memory of ${N} cells of width ${M}`;
    const memory = random(N, M);
    for (const [strength, gate, sharpen] of [[0, 1, 1], [3, 0.4, 2], [1e6, 0.5, 1000], [1, 0, 1.5]]) {
      const head = { strength, gate, shift: distribution(s), sharpen, previous: distribution(N) };
      add(`${name}, address, strength ${strength}, gate ${gate}, sharpen ${sharpen}`, 'ntmAddress', { memory, key: random(M), ...head }, ntmAddress);
    }
    const nowhere = { shape: [N], data: new Float32Array(N) };
    const nothing = { shape: [M], data: new Float32Array(M) };
    const shift = distribution(s);
    add(`${name}, address, a key of zeros`, 'ntmAddress', { memory, key: nothing, strength: 5, gate: 1, shift, sharpen: 2, previous: nowhere }, ntmAddress);
    add(`${name}, address, nowhere before`, 'ntmAddress', { memory, key: random(M), strength: 5, gate: 0, shift, sharpen: 2, previous: nowhere }, ntmAddress);
    add(`${name}, read`, 'ntmRead', { memory, weights: distribution(N) }, ntmRead);
    add(`${name}, write`, 'ntmWrite', { memory, weights: positive(N), erase: positive(M), add: random(M) }, ntmWrite);
  }
  for (const { name, call, args, expected } of TORCH_CASES) add(`${name}, as PyTorch has it`, call, args, () => expected);
}
