// Our kernels (attention, a Transformer's layer) beside ONNX Runtime Web and TensorFlow.js, and our training steps beside TensorFlow.js's, in
// headless Chromium, in one run; only the ratios count.
//
//   node tests/bench/web/peers.mjs [--build FOLDER] [--shape HEADS,WIDTH,N[,causal]]... [attention] [encoder] [training] [gpu] [gpt2]
//
// tools/bench.sh installs the peers first. --shape: these instead of the usual ones. Our kernels run with relaxed SIMD, as the browser would
// choose, and with plain SIMD; a ratio above 1 is how many times as fast we are (with relaxed SIMD where there is one). `gpu` is our WebGL2
// beside TensorFlow.js's, drawn in software unless ATTENTION_LAB_GPU=1 lets the browser choose a real GPU. `gpt2` has to be named: it takes minutes
// and 3 GB of memory, and the target gpt2_web.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values, positionals } = parseArgs({
  options: { build: { type: 'string' }, shape: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const wants = (part) => (positionals.length === 0 && part !== 'gpt2') || positionals.includes(part);
const HERE = path.dirname(fileURLToPath(import.meta.url));
const BUILD = values.build ?? path.join(HERE, '../../../build/web');
const ORIGIN = 'http://bench.localhost';
const TYPES = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

function caseOf(shape) {
  const [heads, width, n] = shape.split(',').map(Number);
  const causal = shape.endsWith(',causal');
  return { name: `${heads} x ${width}${causal ? ', causal' : ''}, n = ${n}`, n, heads, width, causal };
}
const SHAPES = [
  '1,4,6',
  ...[16, 64, 256, 512, 2048].map((n) => `8,64,${n}`),
  ...[16, 64, 256, 512, 2048].map((n) => `8,64,${n},causal`),
];
const CASES = (values.shape ?? SHAPES).map(caseOf);
const PAGE = `<!doctype html><meta charset="utf-8"><title>peers</title>
<script src="/node_modules/@tensorflow/tfjs/dist/tf.min.js"></script>
<script src="/node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js"></script>
<script type="module" src="/encoder_page.mjs"></script>
<script type="module" src="/transformer_page.mjs"></script>
<script type="module" src="/gpt_page.mjs"></script>
<script type="module" src="/vision_page.mjs"></script>
<script type="module" src="/gpu_page.mjs"></script>
${wants('gpt2') ? '<script type="module" src="/gpt2_page.mjs"></script>' : ''}
<canvas id="canvas"></canvas>`;

async function serve(route) {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ body: PAGE, contentType: 'text/html' });
  const ours = /^\/(attention-kernels|attention-kernels\.relaxed|bench_web|gl_ratio|gpt2_web)\.(mjs|wasm)$/.test(pathname);
  const file = path.join(ours ? BUILD : HERE, pathname);
  try {
    return await route.fulfill({ body: await readFile(file), contentType: TYPES[path.extname(file)] ?? 'application/octet-stream' });
  } catch {
    return route.fulfill({ status: 404 });
  }
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-background-networking', ...(process.env.ATTENTION_LAB_GPU ? [] : ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'])] });
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error.message));
await page.route(`${ORIGIN}/**`, serve);
await page.goto(`${ORIGIN}/`);
await page.waitForFunction((all) => all.every((name) => typeof globalThis[name] === 'function'), [
  ...(wants('attention') ? ['measure'] : []),
  ...(wants('encoder') ? ['measureEncoder'] : []),
  ...(wants('gpu') ? ['measureGpu', 'measureGpuTraining'] : []),
  ...(wants('training') ? ['measureSeq2Seq', 'measureTransformer', 'measureGpt', 'measureVision', 'measureVisionForward'] : []),
  ...(wants('gpt2') ? ['measureGpt2'] : []),
]);

const milliseconds = (x) => x.toFixed(x < 0.1 ? 5 : 3).padStart(10);
const TITLES = '   relaxed      plain       ONNX  TensorFlow.js   ONNX/ours   plain   TF.js/ours   GFLOP/s    GB/s';
const ratio = (a, b, room) => (a / b).toFixed(2).padStart(room);

function printRow(name, { relaxed, plain, onnx, tensorflow }, flops, bytes) {
  const ours = relaxed ?? plain;
  console.log(
    name.padEnd(26), relaxed ? milliseconds(relaxed) : 'none'.padStart(10), milliseconds(plain), milliseconds(onnx), milliseconds(tensorflow).padStart(14),
    ratio(onnx, ours, 11), ratio(onnx, plain, 7), ratio(tensorflow, ours, 12), (flops / ours / 1e6).toFixed(1).padStart(9), (bytes / ours / 1e6).toFixed(2).padStart(7));
}

async function attention() {
  console.log(`heads x width, milliseconds ${TITLES}`);
  for (const { name, ...configuration } of CASES) {
    const { n, heads, width, causal } = configuration;
    const flops = (4 * heads * n * n * width) / (causal ? 2 : 1);
    printRow(name, await page.evaluate((c) => globalThis.measure(c), configuration), flops, 4 * heads * 4 * n * width);
  }
}

async function encoder() {
  const [e, f, heads] = [64, 256, 4];
  console.log(`layer ${e}, ${heads} heads, ${f} hidden ${TITLES}`);
  for (const n of [32, 128, 512]) {
    const best = await page.evaluate((c) => globalThis.measureEncoder(c), { n, e, f, heads });
    printRow(`n = ${n}`, best, 2 * (n * (4 * e * e + 2 * e * f) + 2 * n * n * e), 4 * (2 * n * e + 4 * e * e + 2 * e * f));
  }
}

/** `megaflops` of products. */
function printBest(name, best, megaflops) {
  console.log(
    name.padEnd(34), milliseconds(best.ours), milliseconds(best.tensorflow).padStart(14), (best.ours / best.tensorflow).toFixed(2).padStart(12),
    (megaflops / best.ours).toFixed(1).padStart(9));
}
/** Forward, backward and Adam (TensorFlow.js: without our clipping). */
function printTraining(name, best, megaflops) {
  if (!(best.after < best.before)) throw new Error(`TensorFlow.js does not learn: ${best.before} to ${best.after}`);
  printBest(name, best, megaflops);
}

async function training() {
  console.log('training step, milliseconds, minimum    ours  TensorFlow.js   ours/TF.js   GFLOP/s');
  printTraining('GRU encoder and decoder', await page.evaluate(() => globalThis.measureSeq2Seq()), 120);
  for (const [name, withEncoder, megaflops] of [['Transformer, decoder', false, 326], ['Transformer, encoder and decoder', true, 835]])
    printTraining(name, await page.evaluate((c) => globalThis.measureTransformer(c), { withEncoder }), megaflops);
  printTraining('GPT, 2 layers, width 64', await page.evaluate(() => globalThis.measureGpt()), 771);
  printTraining('Vision Transformer', await page.evaluate(() => globalThis.measureVision()), 136);
  printBest('Vision Transformer, one image read', await page.evaluate(() => globalThis.measureVisionForward()), 1.42);
}

/** One head, arrays in and arrays out; and a training step, whose weights are in memory before and after. */
async function gpu() {
  console.log('attention by WebGL2, milliseconds, minimum   ours     TensorFlow.js   TF.js/ours');
  for (const { name, ours, tensorflow } of await page.evaluate(() => globalThis.measureGpu()))
    console.log(name.padEnd(38), milliseconds(ours), milliseconds(tensorflow).padStart(14), ratio(tensorflow, ours, 12));
  const best = await page.evaluate(() => globalThis.measureGpuTraining());
  console.log('training step by WebGL2, milliseconds, minimum   ours  TensorFlow.js   ours/TF.js   GFLOP/s');
  printTraining('Transformer, decoder', best, 326);
  console.log(`(our CPU: ${best.cpu.toFixed(1)} ms)`);
}

/** The same graph and weights; and how much memory our module has grown to, beside the size of the file. */
async function gpt2() {
  const types = ['F32', 'F16', 'BF16'];
  const { memory, apart, ...times } = await page.evaluate((c) => globalThis.measureGpt2(c), { rounds: 15 });
  console.log(`GPT-2 of 124 million weights, ms, minimum  ${types.map((type) => type.padStart(10)).join(' ')}       ONNX   ours/ONNX ${types.map((type) => type.padStart(7)).join('')}`);
  for (const [name, title] of [['prompt', '64 tokens of prompt'], ['token', 'a token with the cache']]) {
    const best = times[name];
    console.log(title.padEnd(42), ...types.map((type) => milliseconds(best[type])), milliseconds(best.onnx), ' '.repeat(11), types.map((type) => ratio(best[type], best.onnx, 7)).join(''));
  }
  console.log('memory / file'.padEnd(42), ...types.map((type) => memory[type].toFixed(3).padStart(10)));
  console.log(`(logits ${apart.toExponential(1)} apart at most)`);
}

if (wants('attention')) await attention();
if (wants('encoder')) await encoder();
if (wants('training')) await training();
if (wants('gpu')) await gpu();
if (wants('gpt2')) await gpt2();
await browser.close();
