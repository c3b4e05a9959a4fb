// A GPT-2 of the smallest published size with random weights (tests/bench/gpt2_case.h), made where it is needed: half a gigabyte that no file
// holds.

export const SIZES = { layers: 12, heads: 12, width: 768, vocabulary: 50257, context: 1024 };
export const CONFIG = JSON.stringify({ model_type: 'gpt2', vocab_size: SIZES.vocabulary, n_positions: SIZES.context, n_embd: SIZES.width, n_layer: SIZES.layers, n_head: SIZES.heads });

/** The tensors in the order of the file: {name: {shape, at}}, `at` in numbers from its beginning, and how many numbers there are. */
export function tensorsOf({ layers, width, vocabulary, context } = SIZES) {
  const tensors = {};
  let count = 0;
  const add = (name, ...shape) => {
    tensors[name] = { shape, at: count };
    count += shape.reduce((product, size) => product * size, 1);
  };
  const linear = (name, rows, cols) => (add(`${name}.weight`, rows, cols), add(`${name}.bias`, cols));
  const norm = (name) => (add(`${name}.weight`, width), add(`${name}.bias`, width));
  add('wte.weight', vocabulary, width);
  add('wpe.weight', context, width);
  for (let l = 0; l < layers; ++l) {
    norm(`h.${l}.ln_1`);
    linear(`h.${l}.attn.c_attn`, width, 3 * width);
    linear(`h.${l}.attn.c_proj`, width, width);
    norm(`h.${l}.ln_2`);
    linear(`h.${l}.mlp.c_fc`, width, 4 * width);
    linear(`h.${l}.mlp.c_proj`, 4 * width, width);
  }
  norm('ln_f');
  return { tensors, count };
}

/** All the numbers, as large as in the published model; those of norms are 1. */
export function weights({ tensors, count } = tensorsOf()) {
  const numbers = new Float32Array(count);
  let state = 1;
  for (let i = 0; i < count; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    numbers[i] = state * (0.03 / 2147483648);
  }
  for (const [name, { shape, at }] of Object.entries(tensors))
    if (/ln_.*weight$/.test(name)) numbers.fill(1, at, at + shape[0]);
  return numbers;
}

/** Numbers below 65504 as 16-bit ones, cut off. */
const HALF = {
  F16: (bits, value) => ((bits >>> 16) & 0x8000) | (Math.abs(value) < 2 ** -14 ? Math.abs(value) * 2 ** 24 : ((bits & 0x7fffffff) >>> 13) - (112 << 10)),
  BF16: (bits) => bits >>> 16,
};

/** The numbers from `from` to `to` in a file's type (F32, F16, BF16), as its bytes. */
export function written(numbers, type, from, to) {
  const part = numbers.subarray(from, to);
  if (type === 'F32') return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  const bits = new Uint32Array(part.buffer, part.byteOffset, part.length);
  const half = HALF[type];
  return new Uint8Array(Uint16Array.from(bits, (x, i) => half(x, part[i])).buffer);
}

/** What stands before the numbers in model.safetensors. */
export function fileHeader(type, { tensors } = tensorsOf()) {
  const bytes = type === 'F32' ? 4 : 2;
  const entry = ({ shape, at }) => ({ dtype: type, shape, data_offsets: [bytes * at, bytes * (at + shape.reduce((product, size) => product * size, 1))] });
  const text = JSON.stringify(Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, entry(tensor)])));
  const header = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const out = new Uint8Array(8 + header.length);
  new DataView(out.buffer).setBigUint64(0, BigInt(header.length), true);
  out.set(header, 8);
  return out;
}

/** Calls put(bytes) for the pieces of model.safetensors one after the other. */
export function forEachPiece(numbers, type, put, piece = 2_000_000) {
  put(fileHeader(type));
  for (let at = 0; at < numbers.length; at += piece) put(written(numbers, type, at, Math.min(numbers.length, at + piece)));
}
