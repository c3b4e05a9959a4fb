// Runs in the page: a training step of a language model in the form of GPT-2 (tests/bench/gpt_case.h) by our module and by TensorFlow.js, in
// turn. TensorFlow.js has the tanh form of GELU, with which GPT-2 was released: its WebAssembly backend has no erf.
import { inTurn, learning, oneHotRows, product, useWebAssembly } from './seq2seq_page.mjs';
import { attention, attentionLayer, linear, linearLayer, norm, normLayer } from './transformer_page.mjs';

const SHAPE = { batch: 16, length: 64 };
const WORDS = 295;
const WIDTH = 64;
const HIDDEN = 256;
const LAYERS = 2;
const ROWS = SHAPE.batch * SHAPE.length;

const { tf } = globalThis;

function gelu(x) {
  const inner = tf.mul(Math.sqrt(2 / Math.PI), tf.add(x, tf.mul(0.044715, tf.mul(x, tf.mul(x, x)))));
  return tf.mul(tf.mul(0.5, x), tf.add(1, tf.tanh(inner)));
}

export const blockLayer = (width, hidden) => ({
  self: attentionLayer(width),
  into: linearLayer(width, hidden),
  out: linearLayer(hidden, width),
  selfNorm: normLayer(width),
  feedNorm: normLayer(width),
});
/** `hidden` and `shape` as in attention(). */
export function blockOf(x, block, hidden, shape) {
  const normed = norm(x, block.selfNorm);
  const attended = tf.add(x, attention(normed, normed, block.self, hidden, shape));
  return tf.add(attended, linear(gelu(linear(norm(attended, block.feedNorm), block.into)), block.out));
}

function network() {
  return {
    table: linearLayer(WORDS, WIDTH).w,
    places: linearLayer(SHAPE.length, WIDTH).w,
    blocks: Array.from({ length: LAYERS }, () => blockLayer(WIDTH, HIDDEN)),
    norm: normLayer(),
  };
}

function logitsOf(words, { table, places, blocks, norm: last }, hidden) {
  let x = tf.reshape(tf.add(tf.reshape(product(words, table), [SHAPE.batch, SHAPE.length, WIDTH]), places), [ROWS, WIDTH]);
  for (const block of blocks) x = blockOf(x, block, hidden, SHAPE);
  return product(norm(x, last), tf.transpose(table));
}

/** One training step of TensorFlow.js as a function that returns the loss. */
async function tensorflow() {
  await useWebAssembly();
  const model = network();
  const [inputs, wanted] = [oneHotRows(ROWS, WORDS), oneHotRows(ROWS, WORDS)];
  const hidden = tf.tensor2d(
    Array.from({ length: SHAPE.length }, (_, i) => Array.from({ length: SHAPE.length }, (__, j) => (j > i ? -1e9 : 0))));
  return learning(() => tf.neg(tf.div(tf.sum(tf.mul(wanted, tf.logSoftmax(logitsOf(inputs, model, hidden)))), ROWS)));
}

/** {ours, tensorflow} in milliseconds, and the losses of TensorFlow.js before and after. */
globalThis.measureGpt = async () => inTurn('training step, GPT', await tensorflow());
