// Runs in the page: a training step of the GRU encoder-decoder with additive attention (tests/bench/training_case.h, encoder in one direction)
// by our module and by TensorFlow.js, in turn.
//
// TensorFlow.js in the form that suits it: rank-2 products without transposed operands, all gates of a cell in one matrix, everything that
// does not depend on the step before outside of the loops, words as one-hot rows (its WebAssembly backend cannot differentiate gather).
const kBatch = 32;
const kSteps = 10;
const kWords = 30;
const kEmbedding = 32;
const kHidden = 64;
const kRounds = 4;
const kRoundMs = 1500;

const { tf } = globalThis;
const transposed = (x) => tf.transpose(x, x.rank === 3 ? [0, 2, 1] : [1, 0]);
/** a b, or of a batch of them, with gradients that transpose before they multiply: its WebAssembly backend multiplies transposed operands slowly. */
export const product = tf.customGrad((a, b, save) => {
  save([a, b]);
  return { value: tf.matMul(a, b), gradFunc: (d, [x, y]) => [tf.matMul(d, transposed(y)), tf.matMul(transposed(x), d)] };
});

function parameters() {
  const matrix = (rows, cols) => tf.variable(tf.randomUniform([rows, cols], -Math.sqrt(6 / (rows + cols)), Math.sqrt(6 / (rows + cols))));
  const row = (cols) => tf.variable(tf.zeros([1, cols]));
  const cell = (inputs) => ({ wx: matrix(inputs, 3 * kHidden), wh: matrix(kHidden, 3 * kHidden), bx: row(3 * kHidden), bh: row(3 * kHidden) });
  return {
    source: matrix(kWords, kEmbedding),
    target: matrix(kWords, kEmbedding),
    encoder: cell(kEmbedding),
    bridge: { w: matrix(kHidden, kHidden), b: row(kHidden) },
    decoder: cell(kEmbedding),
    context: matrix(kHidden, 3 * kHidden),
    wq: matrix(kHidden, kHidden),
    wk: matrix(kHidden, kHidden),
    v: matrix(kHidden, 1),
    word: { w: matrix(2 * kHidden, kWords), b: row(kWords) },
  };
}

/** One step of a GRU from its projected input [b, 3u]; the reset gate acts after the product. */
function gru(projected, h, { wh, bh }) {
  const q = tf.add(product(h, wh), bh);
  const [pGates, pNew] = tf.split(projected, [2 * kHidden, kHidden], 1);
  const [qGates, qNew] = tf.split(q, [2 * kHidden, kHidden], 1);
  const [reset, update] = tf.split(tf.sigmoid(tf.add(pGates, qGates)), 2, 1);
  const proposed = tf.tanh(tf.add(pNew, tf.mul(reset, qNew)));
  return tf.add(proposed, tf.mul(update, tf.sub(h, proposed)));
}

/** Mean cross-entropy under teacher forcing. `sources`, `inputs` and `wanted` are one-hot rows [t b, v], step by step. */
function loss(p, { sources, inputs, wanted }) {
  const projected = (words, table, { wx, bx }) => tf.split(tf.add(product(product(words, table), wx), bx), kSteps);
  let h = tf.zeros([kBatch, kHidden]);
  const states = projected(sources, p.source, p.encoder).map((x) => (h = gru(x, h, p.encoder)));
  const annotations = tf.stack(states, 1); // [b, m, u]
  const keys = tf.reshape(product(tf.reshape(annotations, [kBatch * kSteps, kHidden]), p.wk), [kBatch, kSteps, kHidden]);
  h = tf.tanh(tf.add(product(h, p.bridge.w), p.bridge.b));
  const readouts = projected(inputs, p.target, p.decoder).map((x) => {
    const query = tf.reshape(product(h, p.wq), [kBatch, 1, kHidden]);
    const units = tf.reshape(tf.tanh(tf.add(keys, query)), [kBatch * kSteps, kHidden]);
    const weights = tf.softmax(tf.reshape(product(units, p.v), [kBatch, kSteps]));
    const context = tf.sum(tf.mul(annotations, tf.reshape(weights, [kBatch, kSteps, 1])), 1);
    h = gru(tf.add(x, product(context, p.context)), h, p.decoder);
    return tf.concat([h, context], 1);
  });
  const logits = tf.add(product(tf.concat(readouts, 0), p.word.w), p.word.b);
  return tf.neg(tf.div(tf.sum(tf.mul(wanted, tf.logSoftmax(logits))), kBatch * kSteps));
}

/** Random words as rows. */
export function oneHotRows(rows, words) {
  const ids = Array.from({ length: rows }, () => Math.floor(Math.random() * words));
  return tf.cast(tf.oneHot(tf.tensor1d(ids, 'int32'), words), 'float32');
}
const oneHot = () => oneHotRows(kBatch * kSteps, kWords);

export async function useWebAssembly() {
  tf.wasm.setWasmPaths('/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  await tf.setBackend('wasm');
}

/** One training step of TensorFlow.js as a function that returns the loss. */
async function tensorflow() {
  await useWebAssembly();
  const p = parameters();
  const batch = { sources: oneHot(), inputs: oneHot(), wanted: oneHot() };
  const optimiser = tf.train.adam(1e-3);
  return () => {
    const cost = optimiser.minimize(() => loss(p, batch), true);
    const value = cost.dataSync()[0];
    cost.dispose();
    return value;
  };
}

/** Milliseconds of our case of that name, as the module's own table says; its cases are chosen by a part of their names. */
async function ours(createModule, name) {
  const lines = [];
  await createModule({ arguments: [name], print: (line) => lines.push(line) });
  const row = lines.find((line) => line.startsWith(`${name} `));
  return Number(row.match(/(\d+)\s+[\d.]+\s+[\d.]+$/)[1]) / 1e6;
}

/** {ours, tensorflow} in milliseconds, minimum over rounds that take turns; and the losses of TensorFlow.js before and after. */
export async function inTurn(name, step) {
  const { default: createModule } = await import('/bench_web.mjs');
  const best = { ours: Infinity, tensorflow: Infinity, before: step(), after: 0 };
  for (let round = 0; round < kRounds; ++round) {
    best.ours = Math.min(best.ours, await ours(createModule, name));
    for (const end = performance.now() + kRoundMs; performance.now() < end; ) {
      const start = performance.now();
      best.after = step();
      best.tensorflow = Math.min(best.tensorflow, performance.now() - start);
    }
  }
  return best;
}

globalThis.measureTraining = async () => inTurn('training step, encoder in one direction', await tensorflow());
