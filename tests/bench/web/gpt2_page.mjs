// Runs in the page: the smallest published GPT-2 with random weights, opened from its file, by our module and by ONNX Runtime Web, in turn, one
// thread: a prompt of 64 tokens, and a further token with the cache of keys and values.
//
// ONNX Runtime Web has F32 numbers, and its session makes of the weights what suits it. It is not asked for the new keys and values, which it
// would copy. Our reader keeps them.
import * as ort from '/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';

import createGpt2 from '/gpt2_web.mjs';
import { CONFIG, SIZES, fileHeader, forEachPiece, tensorsOf, weights } from '/gpt2_weights.mjs';
import { onnxModel } from '/onnx_model.mjs';

const PROMPT = 64;
const TYPES = ['F32', 'F16', 'BF16'];
const WARM_UP_MS = 2500;
const ROOM = 128; // as many tokens as the page lets a model read
const { layers: LAYERS, heads: HEADS, width: WIDTH, vocabulary: WORDS, context: CONTEXT } = SIZES;
const HEAD = WIDTH / HEADS;

/** Our module with a model of `type` open in it: {read(tokens) -> logits, begin(), heap() -> bytes, file}. */
async function ours(numbers, type) {
  const module = await createGpt2();
  const file = fileHeader(type).length + numbers.length * (type === 'F32' ? 4 : 2);
  const config = new TextEncoder().encode(`${CONFIG}\0`);
  const configAt = module._malloc(config.length);
  const tokensAt = module._malloc(4 * CONTEXT);
  const room = module._malloc(file) >>> 0;
  if (room === 0) throw new Error(`no memory for ${file} bytes`);
  module.HEAPU8.set(config, configAt);
  let at = room;
  forEachPiece(numbers, type, (piece) => {
    module.HEAPU8.set(piece, at);
    at += piece.length;
  });
  const why = module.UTF8ToString(module._gpt2_open(configAt, room, file));
  if (why) throw new Error(why);
  return {
    begin: () => module._gpt2_begin(ROOM),
    read: (tokens) => {
      new Int32Array(module.HEAPU8.buffer, tokensAt, tokens.length).set(tokens);
      const said = module._gpt2_read(tokensAt, tokens.length) >>> 2;
      return module.HEAPF32.subarray(said, said + WORDS);
    },
    heap: () => module.HEAPU8.buffer.byteLength,
    file,
  };
}

/** The same model as a graph: tokens, their places, what is added to the scores and the past keys and values -> the last token's logits. */
function graph() {
  const { tensors } = tensorsOf();
  const nodes = [];
  const constants = { three: BigInt64Array.of(768n, 768n, 768n), split: BigInt64Array.of(0n, BigInt(HEADS), BigInt(HEAD)), whole: BigInt64Array.of(0n, BigInt(WIDTH)), last: BigInt64Array.of(-1n), scale: 1 / Math.sqrt(HEAD), half: 0.5, one: 1, cubic: 0.044715, slope: Math.sqrt(2 / Math.PI) };
  for (const [name, { shape, at }] of Object.entries(tensors)) constants[name] = { shape, file: 'weights', offset: 4 * at };
  let names = 0;
  const add = (type, inputs, attributes, count = 1) => {
    const outputs = Array.from({ length: count }, () => `v${++names}`);
    nodes.push([type, inputs, outputs, attributes]);
    return count === 1 ? outputs[0] : outputs;
  };
  const linear = (x, name) => add('Gemm', [x, `${name}.weight`, `${name}.bias`]);
  const norm = (x, name) => add('LayerNormalization', [x, `${name}.weight`, `${name}.bias`], { axis: 1 });
  const gelu = (x) => {
    const cube = add('Mul', [add('Mul', [add('Mul', [x, x]), x]), 'cubic']);
    const bent = add('Tanh', [add('Mul', [add('Add', [x, cube]), 'slope'])]);
    return add('Mul', [add('Mul', [x, add('Add', [bent, 'one'])]), 'half']);
  };
  const inputs = { tokens: { int64: ['n'] }, places: { int64: ['n'] }, bias: ['n', 'all'] };
  const outputs = { logits: [1, WORDS] };
  const heads = (x) => add('Transpose', [add('Reshape', [x, 'split'])], { perm: [1, 0, 2] });
  let x = add('Add', [add('Gather', ['wte.weight', 'tokens'], { axis: 0 }), add('Gather', ['wpe.weight', 'places'], { axis: 0 })]);
  for (let l = 0; l < LAYERS; ++l) {
    const [q, k, v] = add('Split', [linear(norm(x, `h.${l}.ln_1`), `h.${l}.attn.c_attn`), 'three'], { axis: 1 }, 3);
    const [keys, values] = [[k, `k${l}`], [v, `v_${l}`]].map(([now, name]) => {
      inputs[`past_${name}`] = [HEADS, 'past', HEAD];
      outputs[`all_${name}`] = [HEADS, 'all', HEAD];
      nodes.push(['Concat', [`past_${name}`, heads(now)], [`all_${name}`], { axis: 1 }]);
      return `all_${name}`;
    });
    const dots = add('Mul', [add('MatMul', [heads(q), add('Transpose', [keys], { perm: [0, 2, 1] })]), 'scale']);
    const mixed = add('MatMul', [add('Softmax', [add('Add', [dots, 'bias'])], { axis: 2 }), values]);
    const concat = add('Reshape', [add('Transpose', [mixed], { perm: [1, 0, 2] }), 'whole']);
    x = add('Add', [x, linear(concat, `h.${l}.attn.c_proj`)]);
    x = add('Add', [x, linear(gelu(linear(norm(x, `h.${l}.ln_2`), `h.${l}.mlp.c_fc`)), `h.${l}.mlp.c_proj`)]);
  }
  nodes.push(['Gemm', [norm(add('Gather', [x, 'last'], { axis: 0 }), 'ln_f'), 'wte.weight'], ['logits'], { transB: 1 }]);
  return onnxModel({ nodes, constants, inputs, outputs });
}

async function onnx(numbers) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = '/node_modules/onnxruntime-web/dist/';
  const data = new Uint8Array(numbers.buffer);
  const session = await ort.InferenceSession.create(graph(), { executionProviders: ['wasm'], externalData: [{ path: 'weights', data }] });
  const whole = (list) => new ort.Tensor('int64', BigInt64Array.from(list, BigInt), [list.length]);
  const pastNames = Array.from({ length: LAYERS }, (_, l) => [`k${l}`, `v_${l}`]).flat();
  let past = Object.fromEntries(pastNames.map((name) => [`past_${name}`, new ort.Tensor('float32', new Float32Array(0), [HEADS, 0, HEAD])]));
  let length = 0;
  const feeds = (tokens) => {
    const [n, all] = [tokens.length, length + tokens.length];
    const hidden = Float32Array.from({ length: n * all }, (_, i) => (i % all <= length + Math.floor(i / all) ? 0 : -1e4));
    return { tokens: whole(tokens), places: whole(tokens.map((_, i) => length + i)), bias: new ort.Tensor('float32', hidden, [n, all]), ...past };
  };
  return {
    /** The logits, without going on. */
    say: async (tokens) => (await session.run(feeds(tokens), ['logits'])).logits.data,
    goOn: async (tokens) => {
      const said = await session.run(feeds(tokens));
      length += tokens.length;
      past = Object.fromEntries(pastNames.map((name) => [`past_${name}`, said[`all_${name}`]]));
      return said.logits.data;
    },
  };
}

const apart = (a, b) => a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

/** Minimum milliseconds of each contestant {run, before}, of which run() is timed, over rounds that take turns. */
async function contest(all, rounds) {
  const best = {};
  const once = async ({ run, before }) => {
    before?.();
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  for (const f of Object.values(all)) for (const start = performance.now(); performance.now() - start < WARM_UP_MS;) await once(f);
  for (let round = 0; round < rounds; ++round)
    for (const [name, f] of Object.entries(all)) best[name] = Math.min(best[name] ?? Infinity, await once(f));
  return best;
}

/** {prompt, token: {F32, F16, BF16, onnx} in milliseconds, apart, memory: {F32, F16, BF16}: the heap over the file's size}. */
globalThis.measureGpt2 = async ({ rounds }) => {
  const numbers = weights();
  const peer = await onnx(numbers);
  const models = {};
  for (const type of TYPES) models[type] = await ours(numbers, type);
  const text = Array.from({ length: PROMPT }, (_, i) => (i * 7919 + 11) % WORDS);
  const next = [7];

  const read = (type, tokens) => models[type].read(tokens);
  const begin = (type) => models[type].begin();
  TYPES.forEach(begin);
  const far = [apart(await peer.say(text), read('F32', text))];
  const prompts = TYPES.map((type) => [type, { before: () => begin(type), run: () => read(type, text) }]);
  const prompt = await contest({ ...Object.fromEntries(prompts), onnx: { run: () => peer.say(text) } }, rounds);

  const anew = (type) => (begin(type), read(type, text));
  const held = Object.fromEntries(TYPES.map((type) => [type, PROMPT]));
  TYPES.forEach(anew);
  await peer.goOn(text);
  far.push(apart(await peer.say(next), read('F32', next)));
  if (!(Math.max(...far) < 1e-3)) throw new Error(`the contestants disagree by ${far.join(' and ')}`);
  TYPES.forEach(anew);
  const tokens = TYPES.map((type) => [type, {
    before: () => {
      if (held[type]++ < ROOM) return;
      anew(type);
      held[type] = PROMPT + 1;
    },
    run: () => read(type, next),
  }]);
  const token = await contest({ ...Object.fromEntries(tokens), onnx: { run: () => peer.say(next) } }, 8 * rounds);
  const memory = Object.fromEntries(TYPES.map((type) => [type, models[type].heap() / models[type].file]));
  return { prompt, token, apart: Math.max(...far), memory };
};
