// Runs in the page: one encoder layer (post-norm, ReLU) by our module, ONNX Runtime Web and TensorFlow.js. The peers keep the weights, ours
// is handed them with every call.
import * as ort from '/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';

import createKernels, { hasRelaxedSimd } from '/attention-kernels.mjs';
import { onnxModel } from '/onnx_model.mjs';
import { contest, ready } from '/peers_page.mjs';

const product = (shape) => shape.reduce((a, b) => a * b, 1);
const random = (...shape) => ({ shape, data: Float32Array.from({ length: product(shape) }, () => (2 * Math.random() - 1) * shape[0] ** -0.5) });

function weightsOf(e, f) {
  const all = { w1: random(e, f), b1: random(f), w2: random(f, e), b2: random(e) };
  for (const id of ['wq', 'wk', 'wv', 'wo']) all[id] = random(e, e);
  for (const id of ['bq', 'bk', 'bv', 'bo', 'gamma1', 'beta1', 'gamma2', 'beta2']) all[id] = random(e);
  return all;
}

/** The products with a bias are one operator, and so are the norms: what suits ONNX Runtime best. */
async function onnxOf({ n, e, heads, weights, x }) {
  const apart = (id, out, perm) => [['Reshape', [id, 'parts'], [`${id}_parts`]], ['Transpose', [`${id}_parts`], [out], { perm }]];
  const model = onnxModel({
    nodes: [
      ...['q', 'k', 'v'].map((id) => ['Gemm', ['x', `w${id}`, `b${id}`], [id]]),
      ...apart('q', 'qh', [1, 0, 2]), ...apart('k', 'kh', [1, 2, 0]), ...apart('v', 'vh', [1, 0, 2]),
      ['MatMul', ['qh', 'kh'], ['dots']],
      ['Mul', ['dots', 'scale'], ['scores']],
      ['Softmax', ['scores'], ['alpha'], { axis: 2 }],
      ['MatMul', ['alpha', 'vh'], ['oh']],
      ['Transpose', ['oh'], ['ot'], { perm: [1, 0, 2] }],
      ['Reshape', ['ot', 'together'], ['concat']],
      ['Gemm', ['concat', 'wo', 'bo'], ['attended']],
      ['Add', ['x', 'attended'], ['sum1']],
      ['LayerNormalization', ['sum1', 'gamma1', 'beta1'], ['y'], { axis: 1 }],
      ['Gemm', ['y', 'w1', 'b1'], ['before']],
      ['Relu', ['before'], ['hidden']],
      ['Gemm', ['hidden', 'w2', 'b2'], ['network']],
      ['Add', ['y', 'network'], ['sum2']],
      ['LayerNormalization', ['sum2', 'gamma2', 'beta2'], ['output'], { axis: 1 }],
    ],
    constants: {
      scale: (e / heads) ** -0.5, parts: BigInt64Array.from([n, heads, e / heads], BigInt), together: BigInt64Array.from([n, e], BigInt), ...weights,
    },
    inputs: { x: [n, e] },
    outputs: { output: [n, e] },
  });
  const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  return async () => (await session.run({ x: new ort.Tensor('float32', x.data, [n, e]) })).output.data;
}

/** Matrices of rank 2 and heads one by one, which TensorFlow.js multiplies fastest. */
function tensorflowOf({ n, e, heads, weights, x }) {
  const { tf } = globalThis;
  const width = e / heads;
  const w = Object.fromEntries(Object.entries(weights).map(([id, { shape, data }]) => [id, tf.tensor(data, shape)]));
  const linear = (a, id) => tf.add(tf.matMul(a, w[`w${id}`]), w[`b${id}`]);
  const norm = (a, k) => {
    const { mean, variance } = tf.moments(a, 1, true);
    return tf.add(tf.mul(tf.mul(tf.sub(a, mean), tf.rsqrt(tf.add(variance, 1e-5))), w[`gamma${k}`]), w[`beta${k}`]);
  };
  const layer = () => {
    const input = tf.tensor2d(x.data, [n, e]);
    const [q, k, v] = ['q', 'k', 'v'].map((id) => linear(input, id));
    const outputs = Array.from({ length: heads }, (_, h) => {
      const [qh, kh, vh] = [q, k, v].map((t) => tf.slice(t, [0, h * width], [n, width]));
      return tf.matMul(tf.softmax(tf.mul(tf.matMul(qh, tf.transpose(kh)), width ** -0.5)), vh);
    });
    const y = norm(tf.add(input, linear(tf.concat(outputs, 1), 'o')), 1);
    return norm(tf.add(y, linear(tf.relu(linear(y, '1')), '2')), 2);
  };
  return () => {
    const output = tf.tidy(layer);
    const data = output.dataSync();
    output.dispose();
    return data;
  };
}

globalThis.measureEncoder = async ({ n, e, f, heads }) => {
  await ready();
  const given = { n, e, heads, weights: weightsOf(e, f), x: random(n, e) };
  const ours = {};
  for (const simd of hasRelaxedSimd() ? ['relaxed', 'plain'] : ['plain']) {
    const kernels = await createKernels({ simd });
    ours[simd] = () => kernels.encoderLayer({ x: given.x, ...given.weights, heads }).data;
  }
  return contest({ ...ours, onnx: await onnxOf(given), tensorflow: tensorflowOf(given) });
};
