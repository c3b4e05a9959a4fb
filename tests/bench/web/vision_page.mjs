// Runs in the page: a training step of a Vision Transformer on 32 images and its logits of one image (tests/bench/vision_case.h) by our module
// and by TensorFlow.js, in turn. TensorFlow.js has the tanh form of GELU (gpt_page.mjs).
import { blockLayer, blockOf } from './gpt_page.mjs';
import { inTurn, learning, oneHotRows, useWebAssembly } from './seq2seq_page.mjs';
import { linear, linearLayer, norm, normLayer } from './transformer_page.mjs';

const BATCH = 32;
const ASIDE = 4;
const PATCH = 6;
const PATCHES = ASIDE * ASIDE;
const PIXELS = PATCH * PATCH;
const TOKENS = 1 + PATCHES;
const WIDTH = 48;
const HIDDEN = 96;
const LAYERS = 2;
const CLASSES = 10;
const FORWARD_CALLS = 20;

const { tf } = globalThis;

function network() {
  return {
    patches: linearLayer(PIXELS, WIDTH),
    classToken: tf.variable(tf.randomNormal([1, 1, WIDTH], 0, 0.02)),
    positions: tf.variable(tf.randomNormal([TOKENS, WIDTH], 0, 0.1)),
    blocks: Array.from({ length: LAYERS }, () => blockLayer(WIDTH, HIDDEN)),
    norm: normLayer(WIDTH),
    head: linearLayer(WIDTH, CLASSES),
  };
}

/** Images [b, s s] as patches [b n, p p]. */
function patchesOf(images, batch) {
  const cut = tf.transpose(tf.reshape(images, [batch * ASIDE, PATCH, ASIDE, PATCH]), [0, 2, 1, 3]);
  return tf.reshape(cut, [batch * PATCHES, PIXELS]);
}

function logitsOf(images, batch, { patches, classToken, positions, blocks, norm: last, head }) {
  const tokens = tf.reshape(linear(patchesOf(images, batch), patches), [batch, PATCHES, WIDTH]);
  const first = tf.add(tf.zeros([batch, 1, WIDTH]), classToken);
  let x = tf.reshape(tf.add(tf.concat([first, tokens], 1), positions), [batch * TOKENS, WIDTH]);
  for (const block of blocks) x = blockOf(x, block, null, { batch, length: TOKENS, width: WIDTH });
  const output = tf.slice(tf.reshape(x, [batch, TOKENS, WIDTH]), [0, 0, 0], [batch, 1, WIDTH]);
  return linear(norm(tf.reshape(output, [batch, WIDTH]), last), head);
}

const randomImages = (count) => tf.randomUniform([count, PATCHES * PIXELS]);

/** One training step of TensorFlow.js as a function that returns the loss. */
async function training() {
  await useWebAssembly();
  const model = network();
  const [images, labels] = [randomImages(BATCH), oneHotRows(BATCH, CLASSES)];
  return learning(() => tf.neg(tf.div(tf.sum(tf.mul(labels, tf.logSoftmax(logitsOf(images, BATCH, model)))), BATCH)));
}

/** The logits of one image by TensorFlow.js as a function that returns the first. */
async function forward() {
  await useWebAssembly();
  const model = network();
  const image = randomImages(1);
  return () => tf.tidy(() => logitsOf(image, 1, model).dataSync()[0]);
}

/** {ours, tensorflow} in milliseconds, and the losses of TensorFlow.js before and after. */
globalThis.measureVision = async () => inTurn('training step, Vision Transformer', await training());
globalThis.measureVisionForward = async () => inTurn('forward pass, Vision Transformer', await forward(), FORWARD_CALLS);
