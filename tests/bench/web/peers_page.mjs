// Runs in the page: the same attention by our module, ONNX Runtime Web and TensorFlow.js, in turn, arrays in and arrays out, one thread.
import * as ort from '/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';

import createKernels, { hasRelaxedSimd } from '/attention-kernels.mjs';
import { onnxModel } from '/onnx_model.mjs';

const WARM_UP_MS = 1500; // V8 compiles twice; nothing is timed before it has
const ROUND_MS = 10;
const ROUNDS = 12; // at least, and until MEASURE_MS are over
const MEASURE_MS = 4000;

const random = (count) => Float32Array.from({ length: count }, () => 2 * Math.random() - 1);

/** {name: async () => output} for `heads` heads of `width`, `n` queries and keys. */
async function contestants({ n, heads, width, causal }) {
  const size = heads * n * width;
  const [q, k, v] = [random(size), random(size), random(size)];
  const shape = [heads, n, width];
  const args = { q: { shape, data: q }, k: { shape, data: k }, v: { shape, data: v }, causal, outputOnly: true };
  const ours = {};
  for (const simd of hasRelaxedSimd() ? ['relaxed', 'plain'] : ['plain']) {
    const kernels = await createKernels({ simd });
    ours[simd] = () => kernels.attention(args).output.data;
  }
  const bias = causal ? Float32Array.from({ length: n * n }, (_, i) => (i % n <= Math.floor(i / n) ? 0 : -1e4)) : undefined;

  const model = onnxModel({
    nodes: [
      ['Transpose', ['k'], ['kt'], { perm: [0, 2, 1] }],
      ['MatMul', ['q', 'kt'], ['dots']],
      ['Mul', ['dots', 'scale'], [causal ? 'scaled' : 'scores']],
      ...(causal ? [['Add', ['scaled', 'bias'], ['scores']]] : []),
      ['Softmax', ['scores'], ['weights'], { axis: 2 }],
      ['MatMul', ['weights', 'v'], ['output']],
    ],
    constants: { scale: 1 / Math.sqrt(width) },
    inputs: { q: shape, k: shape, v: shape, ...(causal ? { bias: [n, n] } : {}) },
    outputs: { output: shape },
  });
  const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  const tensor = (data, dims) => new ort.Tensor('float32', data, dims);
  const onnx = async () => {
    const feeds = { q: tensor(q, shape), k: tensor(k, shape), v: tensor(v, shape) };
    if (causal) feeds.bias = tensor(bias, [n, n]);
    return (await session.run(feeds)).output.data;
  };

  const { tf } = globalThis;
  const head = (data, h) => tf.tensor2d(data.subarray(h * n * width, (h + 1) * n * width), [n, width]);
  const tensorflow = () => {
    const outputs = tf.tidy(() => {
      const added = causal && tf.tensor2d(bias, [n, n]);
      return Array.from({ length: heads }, (_, h) => {
        const dots = tf.mul(tf.matMul(head(q, h), tf.transpose(head(k, h))), 1 / Math.sqrt(width));
        return tf.matMul(tf.softmax(causal ? tf.add(dots, added) : dots), head(v, h));
      });
    });
    const data = outputs.map((output) => output.dataSync());
    outputs.forEach((output) => output.dispose());
    return data;
  };
  return { ...ours, onnx, tensorflow };
}

/** Largest difference of an output, flat or by head, from a flat one. */
function difference(a, b) {
  let [worst, i] = [0, 0];
  for (const part of Array.isArray(a) ? a : [a]) for (const x of part) worst = Math.max(worst, Math.abs(x - b[i++]));
  return worst;
}

async function run(f, milliseconds) {
  const start = performance.now();
  let count = 0;
  do {
    const result = f();
    if (result instanceof Promise) await result;
    ++count;
  } while (performance.now() - start < milliseconds);
  return (performance.now() - start) / count;
}

/** Readies the peers: one thread, TensorFlow.js with its WebAssembly backend. */
export async function ready() {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = '/node_modules/onnxruntime-web/dist/';
  if (globalThis.tf.getBackend() === 'wasm') return;
  globalThis.tf.wasm.setWasmPaths('/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  await globalThis.tf.setBackend('wasm');
}

/** Minimum milliseconds of each contestant over rounds that take turns; an error where they disagree. */
export async function contest(all) {
  const { onnx, ...others } = all;
  const expected = await onnx();
  const apart = Math.max(...Object.values(others).map((f) => difference(f(), expected)));
  if (!(apart < 1e-3)) throw new Error(`the contestants disagree by ${apart}`);
  const best = {};
  for (const f of Object.values(all)) await run(f, WARM_UP_MS);
  const start = performance.now();
  for (let round = 0; round < ROUNDS || performance.now() - start < MEASURE_MS; ++round)
    for (const [name, f] of Object.entries(all)) best[name] = Math.min(best[name] ?? Infinity, await run(f, ROUND_MS));
  return best;
}

globalThis.measure = async (configuration) => {
  await ready();
  return contest(await contestants(configuration));
};
