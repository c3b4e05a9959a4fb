// The attention kernels for other people's code: Node >= 18, browsers, workers, notebooks.
//
//   import createKernels from './attention-kernels.mjs';
//   const kernels = await createKernels();
//   const { weights, output } = kernels.attention({ q: [[1, 0]], k: [[1, 0], [0, 1]], v: [[1], [2]] });
//
// A tensor is `{shape, data: Float32Array}` or nested arrays; results are `{shape, data}`. Arguments are named, or positional in the order
// of functions.mjs with named options last. Masks are boolean, true = may attend. A wrong argument throws an Error that names the
// function, the argument, what was expected and what was given. Types and shapes: attention-kernels.d.ts.
//
// As the build writes it the file stands alone, what it imports put in its place. Where attention-kernels.relaxed.mjs lies beside it and the
// engine knows relaxed SIMD, that module is fetched and runs instead, faster; its numbers then differ in the last bits from machine to
// machine. `createKernels({ simd: 'plain' })` keeps to the module in this file, and `kernels.simd` says which one runs.
import { Call } from './arguments.mjs';
import { fail, isRefusal, refusal, wordsOf } from './errors.mjs';
import { FUNCTIONS } from './functions.mjs';
import { Module } from './memory.mjs';
import { describe } from './tensors.mjs';

const WASM_BASE64 = '@WASM_BASE64@'; // the build puts the module here
const RELAXED = () => import('./attention-kernels.relaxed.mjs'); // null in a build whose compiler has no relaxed SIMD

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

/** One call. What an argument throws while it is read (a getter, a proxy) is the cause of an error that says so. */
function call(name, { parameters, run }, module, given) {
  try {
    return run(new Call(name, parameters, given), module);
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw refusal(`${name}: an argument cannot be read: ${wordsOf(error)}`, { cause: error });
  }
}

/** Compiles the module and resolves to its functions. Several may live side by side; they share nothing. */
export default async function createKernels(options) {
  const { simd, base64 } = await chooseModule(options);
  const module = await Module.compile(bytesOf(base64));
  const kernels = { simd };
  for (const [name, description] of Object.entries(FUNCTIONS)) kernels[name] = (...given) => call(name, description, module, given);
  return Object.freeze(kernels);
}
