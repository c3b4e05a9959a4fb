// Runs in the page: a training step of a Transformer (tests/bench/transformer_case.h: a decoder alone, or an encoder and a decoder) by our
// module and by TensorFlow.js, in turn.
//
// TensorFlow.js in the form that suits it: rank-2 products without transposed operands wherever there is one matrix for all rows, batched
// products for scores and weighted sums, words as one-hot rows (its WebAssembly backend cannot differentiate gather).
import { inTurn, learning, oneHotRows, product, useWebAssembly } from './seq2seq_page.mjs';

const BATCH = 32;
const LENGTH = 24;
const WORDS = 30;
const WIDTH = 64;
const HEADS = 4;
const HIDDEN = 128;
const LAYERS = 2;
const ROWS = BATCH * LENGTH;
const SHAPE = { batch: BATCH, length: LENGTH };

const { tf } = globalThis;

export function linearLayer(rows, cols) {
  const reach = Math.sqrt(6 / (rows + cols));
  return { w: tf.variable(tf.randomUniform([rows, cols], -reach, reach)), b: tf.variable(tf.zeros([1, cols])) };
}
export const linear = (x, { w, b }) => tf.add(product(x, w), b);

export const normLayer = (width = WIDTH) => ({ gamma: tf.variable(tf.ones([1, width])), beta: tf.variable(tf.zeros([1, width])) });
export function norm(x, { gamma, beta }) {
  const { mean, variance } = tf.moments(x, 1, true);
  return tf.add(tf.mul(tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, 1e-5))), gamma), beta);
}

export function attentionLayer(width = WIDTH) {
  return Object.fromEntries(['q', 'k', 'v', 'o'].map((name) => [name, linearLayer(width, width)]));
}
/** [b t, d] -> [b h, t, d/h]. */
function headsOf(x, { batch, length, width = WIDTH }) {
  const head = width / HEADS;
  return tf.reshape(tf.transpose(tf.reshape(x, [batch, length, HEADS, head]), [0, 2, 1, 3]), [batch * HEADS, length, head]);
}
/** `hidden` [t, t]: what is added to the scores, or null. */
export function attention(x, from, layer, hidden, shape = SHAPE) {
  const { batch, length, width = WIDTH } = shape;
  const head = width / HEADS;
  const [q, k, v] = [[x, layer.q], [from, layer.k], [from, layer.v]].map(([rows, weights]) => headsOf(linear(rows, weights), shape));
  const scores = tf.mul(product(q, tf.transpose(k, [0, 2, 1])), 1 / Math.sqrt(head));
  const weights = tf.softmax(hidden ? tf.add(scores, hidden) : scores);
  const heads = tf.reshape(product(weights, v), [batch, HEADS, length, head]);
  return linear(tf.reshape(tf.transpose(heads, [0, 2, 1, 3]), [batch * length, width]), layer.o);
}

function network(cross) {
  const block = () => ({
    self: attentionLayer(),
    ...(cross ? { cross: attentionLayer(), crossNorm: normLayer() } : {}),
    into: linearLayer(WIDTH, HIDDEN),
    out: linearLayer(HIDDEN, WIDTH),
    selfNorm: normLayer(),
    feedNorm: normLayer(),
  });
  return { table: linearLayer(WORDS, WIDTH).w, blocks: Array.from({ length: LAYERS }, block), norm: normLayer() };
}
function run(words, positions, { table, blocks, norm: last }, hidden, memory) {
  let x = tf.add(tf.mul(product(words, table), Math.sqrt(WIDTH)), positions);
  for (const block of blocks) {
    const normed = norm(x, block.selfNorm);
    x = tf.add(x, attention(normed, normed, block.self, hidden));
    if (memory) x = tf.add(x, attention(norm(x, block.crossNorm), memory, block.cross, null));
    x = tf.add(x, linear(tf.relu(linear(norm(x, block.feedNorm), block.into)), block.out));
  }
  return norm(x, last);
}

/** The rows [b t, d] of sinusoidal positions. */
function sinusoids() {
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: WIDTH }, (__, j) => {
      const angle = (row % LENGTH) * 10000 ** (-(j - (j % 2)) / WIDTH);
      return j % 2 ? Math.cos(angle) : Math.sin(angle);
    }));
  return tf.tensor2d(rows);
}

/** One training step of TensorFlow.js as a function that returns the loss. */
export async function tensorflow(withEncoder, backend = 'wasm') {
  await (backend === 'wasm' ? useWebAssembly() : tf.setBackend(backend));
  const encoder = withEncoder ? network(false) : null;
  const decoder = network(withEncoder);
  const word = linearLayer(WIDTH, WORDS);
  const positions = sinusoids();
  const [sources, inputs, wanted] = Array.from({ length: 3 }, () => oneHotRows(ROWS, WORDS));
  const hidden = tf.tensor2d(Array.from({ length: LENGTH }, (_, i) => Array.from({ length: LENGTH }, (__, j) => (j > i ? -1e9 : 0))));
  const loss = () => {
    const memory = encoder ? run(sources, positions, encoder, null, null) : null;
    const logits = linear(run(inputs, positions, decoder, hidden, memory), word);
    return tf.neg(tf.div(tf.sum(tf.mul(wanted, tf.logSoftmax(logits))), ROWS));
  };
  return learning(loss);
}

/** {ours, tensorflow} in milliseconds, and the losses of TensorFlow.js before and after. */
globalThis.measureTransformer = async ({ withEncoder }) =>
  inTurn(`training step, Transformer, ${withEncoder ? 'encoder and decoder' : 'decoder'}`, await tensorflow(withEncoder));
