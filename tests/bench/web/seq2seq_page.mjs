// Runs in the page: a training step of the GRU encoder-decoder with additive attention (tests/bench/seq2seq_case.h, encoder in one direction)
// by our module and by TensorFlow.js, in turn.
//
// TensorFlow.js in the form that suits it: rank-2 products without transposed operands, all gates of a cell in one matrix, everything that
// does not depend on the step before outside of the loops, words as one-hot rows (its WebAssembly backend cannot differentiate gather).
const BATCH = 32;
const STEPS = 10;
const WORDS = 30;
const EMBEDDING = 32;
const HIDDEN = 64;
const ROUNDS = 4;
const ROUND_MS = 1500;

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
  const cell = (inputs) => ({ wx: matrix(inputs, 3 * HIDDEN), wh: matrix(HIDDEN, 3 * HIDDEN), bx: row(3 * HIDDEN), bh: row(3 * HIDDEN) });
  return {
    source: matrix(WORDS, EMBEDDING),
    target: matrix(WORDS, EMBEDDING),
    encoder: cell(EMBEDDING),
    bridge: { w: matrix(HIDDEN, HIDDEN), b: row(HIDDEN) },
    decoder: cell(EMBEDDING),
    context: matrix(HIDDEN, 3 * HIDDEN),
    wq: matrix(HIDDEN, HIDDEN),
    wk: matrix(HIDDEN, HIDDEN),
    v: matrix(HIDDEN, 1),
    word: { w: matrix(2 * HIDDEN, WORDS), b: row(WORDS) },
  };
}

/** One step of a GRU from its projected input [b, 3u]; the reset gate acts after the product. */
function gru(projected, h, { wh, bh }) {
  const q = tf.add(product(h, wh), bh);
  const [pGates, pNew] = tf.split(projected, [2 * HIDDEN, HIDDEN], 1);
  const [qGates, qNew] = tf.split(q, [2 * HIDDEN, HIDDEN], 1);
  const [reset, update] = tf.split(tf.sigmoid(tf.add(pGates, qGates)), 2, 1);
  const proposed = tf.tanh(tf.add(pNew, tf.mul(reset, qNew)));
  return tf.add(proposed, tf.mul(update, tf.sub(h, proposed)));
}

/** Mean cross-entropy under teacher forcing. `sources`, `inputs` and `wanted` are one-hot rows [t b, v], step by step. */
function loss(p, { sources, inputs, wanted }) {
  const projected = (words, table, { wx, bx }) => tf.split(tf.add(product(product(words, table), wx), bx), STEPS);
  let h = tf.zeros([BATCH, HIDDEN]);
  const states = projected(sources, p.source, p.encoder).map((x) => (h = gru(x, h, p.encoder)));
  const annotations = tf.stack(states, 1); // [b, m, u]
  const keys = tf.reshape(product(tf.reshape(annotations, [BATCH * STEPS, HIDDEN]), p.wk), [BATCH, STEPS, HIDDEN]);
  h = tf.tanh(tf.add(product(h, p.bridge.w), p.bridge.b));
  const readouts = projected(inputs, p.target, p.decoder).map((x) => {
    const query = tf.reshape(product(h, p.wq), [BATCH, 1, HIDDEN]);
    const units = tf.reshape(tf.tanh(tf.add(keys, query)), [BATCH * STEPS, HIDDEN]);
    const weights = tf.softmax(tf.reshape(product(units, p.v), [BATCH, STEPS]));
    const context = tf.sum(tf.mul(annotations, tf.reshape(weights, [BATCH, STEPS, 1])), 1);
    h = gru(tf.add(x, product(context, p.context)), h, p.decoder);
    return tf.concat([h, context], 1);
  });
  const logits = tf.add(product(tf.concat(readouts, 0), p.word.w), p.word.b);
  return tf.neg(tf.div(tf.sum(tf.mul(wanted, tf.logSoftmax(logits))), BATCH * STEPS));
}

/** Random words as rows. */
export function oneHotRows(rows, words) {
  const ids = Array.from({ length: rows }, () => Math.floor(Math.random() * words));
  return tf.cast(tf.oneHot(tf.tensor1d(ids, 'int32'), words), 'float32');
}
const oneHot = () => oneHotRows(BATCH * STEPS, WORDS);

export async function useWebAssembly() {
  tf.wasm.setWasmPaths('/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  await tf.setBackend('wasm');
}

/** A step of Adam on `loss` as a function that returns it. */
export function learning(loss) {
  const optimiser = tf.train.adam(1e-3);
  return () => {
    const cost = optimiser.minimize(loss, true);
    const value = cost.dataSync()[0];
    cost.dispose();
    return value;
  };
}

/** One training step of TensorFlow.js as a function that returns the loss. */
async function tensorflow() {
  await useWebAssembly();
  const p = parameters();
  const batch = { sources: oneHot(), inputs: oneHot(), wanted: oneHot() };
  return learning(() => loss(p, batch));
}

/** Milliseconds of our case of that name, as the module's own table says; its cases are chosen by a part of their names. */
async function ours(createModule, name) {
  const lines = [];
  await createModule({ arguments: [name], print: (line) => lines.push(line) });
  const row = lines.find((line) => line.startsWith(`${name} `));
  return Number(row.match(/(\d+)\s+[\d.]+\s+[\d.]+$/)[1]) / 1e6;
}

/**
 * {ours, tensorflow} in milliseconds, minimum over rounds that take turns; and what the step of TensorFlow.js returned before and after.
 * `calls`: how many short steps are timed at once, because the page's clock is coarse.
 */
export async function inTurn(name, step, calls = 1) {
  const { default: createModule } = await import('/bench_web.mjs');
  const best = { ours: Infinity, tensorflow: Infinity, before: step(), after: 0 };
  for (let round = 0; round < ROUNDS; ++round) {
    best.ours = Math.min(best.ours, await ours(createModule, name));
    for (const end = performance.now() + ROUND_MS; performance.now() < end; ) {
      const start = performance.now();
      for (let i = 0; i < calls; ++i) best.after = step();
      best.tensorflow = Math.min(best.tensorflow, (performance.now() - start) / calls);
    }
  }
  return best;
}

globalThis.measureSeq2Seq = async () => inTurn('training step, encoder in one direction', await tensorflow());
