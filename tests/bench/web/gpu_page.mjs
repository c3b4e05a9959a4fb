// Attention and a training step by our WebGL2 (gl_ratio, which measures it beside our CPU) and by TensorFlow.js's, in one page.
import { tensorflow } from './transformer_page.mjs';

const ROUNDS = 8;
const ROW = /^attention, (\d+) queries, width (\d+)\s+[\d.]+\s+([\d.]+)/;

/** The rows of gl_ratio whose names have `name` in them. */
async function ourRows(name) {
  const lines = [];
  const { default: createModule } = await import('/gl_ratio.mjs');
  const module = await createModule({ canvas: document.getElementById('canvas'), print: (line) => lines.push(line), printErr: (line) => lines.push(line) });
  module.callMain([name]);
  return lines.filter((line) => line.includes(name));
}
async function ourAttention() {
  const lines = await ourRows('attention');
  return lines.map((line) => ROW.exec(line)).filter(Boolean).map(([, n, d, ms]) => ({ n: Number(n), d: Number(d), ours: Number(ms) }));
}

/** Minimum milliseconds of TensorFlow.js's attention of one head with WebGL, which gives the weights and the output, as ours does. */
function tensorflowMs(n, d) {
  const { tf } = globalThis;
  const numbers = () => Float32Array.from({ length: n * d }, () => Math.random() - 0.5), [q, k, v] = [numbers(), numbers(), numbers()];
  const attend = () => tf.tidy(() => {
    const matrix = (data) => tf.tensor2d(data, [n, d]);
    const weights = matrix(q).matMul(matrix(k), false, true).mul(1 / Math.sqrt(d)).softmax();
    weights.matMul(matrix(v)).dataSync();
    return weights.dataSync();
  });
  attend();
  const calls = (() => {
    const start = performance.now();
    attend();
    return Math.max(1, Math.round(20 / Math.max(performance.now() - start, 0.1)));
  })();
  let best = Infinity;
  for (let round = 0; round < ROUNDS; ++round) {
    const start = performance.now();
    for (let i = 0; i < calls; ++i) attend();
    best = Math.min(best, (performance.now() - start) / calls);
  }
  return best;
}

globalThis.measureGpu = async () => {
  const rows = await ourAttention();
  await globalThis.tf.setBackend('webgl');
  return rows.map(({ n, d, ours }) => ({ name: `n = ${n}, width ${d}`, ours, tensorflow: tensorflowMs(n, d) }));
};

/** {cpu, ours, tensorflow} in milliseconds, minimum over rounds that take turns; and the losses of TensorFlow.js before and after. */
globalThis.measureGpuTraining = async () => {
  const name = 'training step, Transformer, decoder';
  const step = await tensorflow(false, 'webgl');
  const best = { cpu: Infinity, ours: Infinity, tensorflow: Infinity, before: step(), after: 0 };
  for (let round = 0; round < 3; ++round) {
    const [row] = await ourRows(name);
    const [, cpu, gpu] = row.match(/([\d.]+)\s+([\d.]+)\s+[\d.]+$/);
    best.cpu = Math.min(best.cpu, Number(cpu));
    best.ours = Math.min(best.ours, Number(gpu));
    for (let i = 0; i < ROUNDS; ++i) {
      const start = performance.now();
      best.after = step();
      best.tensorflow = Math.min(best.tensorflow, performance.now() - start);
    }
  }
  return best;
};
