// Our kernels beside ONNX Runtime Web and TensorFlow.js, and our training step beside TensorFlow.js's, in headless Chromium, in one run; only
// the ratios count.
//
//   node tests/bench/web/peers.mjs [--build FOLDER] [attention] [training]        (tools/bench.sh installs the peers first)
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values, positionals } = parseArgs({ options: { build: { type: 'string' } }, allowPositionals: true });
const wants = (part) => positionals.length === 0 || positionals.includes(part);
const kHere = path.dirname(fileURLToPath(import.meta.url));
const kBuild = values.build ?? path.join(kHere, '../../../build/web');
const kOrigin = 'http://bench.localhost';
const kTypes = { '.mjs': 'text/javascript', '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const kCases = [
  { name: '1 head of 4, n = 6', n: 6, heads: 1, width: 4 },
  ...[16, 64, 256, 512].map((n) => ({ name: `8 heads of 64, n = ${n}`, n, heads: 8, width: 64 })),
  ...[64, 512].map((n) => ({ name: `the same, causal, n = ${n}`, n, heads: 8, width: 64, causal: true })),
];
const kPage = `<!doctype html><meta charset="utf-8"><title>peers</title>
<script src="/node_modules/@tensorflow/tfjs/dist/tf.min.js"></script>
<script src="/node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js"></script>
<script type="module" src="/peers_page.mjs"></script>
<script type="module" src="/training_page.mjs"></script>`;

async function serve(route) {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') return route.fulfill({ body: kPage, contentType: 'text/html' });
  const ours = ['/attention-kernels.mjs', '/bench_web.mjs', '/bench_web.wasm'].includes(pathname);
  const file = path.join(ours ? kBuild : kHere, pathname);
  try {
    return await route.fulfill({ body: await readFile(file), contentType: kTypes[path.extname(file)] ?? 'application/octet-stream' });
  } catch {
    return route.fulfill({ status: 404 });
  }
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-background-networking'] });
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error.message));
await page.route(`${kOrigin}/**`, serve);
await page.goto(`${kOrigin}/`);
await page.waitForFunction((all) => all.every((name) => typeof globalThis[name] === 'function'), [
  ...(wants('attention') ? ['measure'] : []),
  ...(wants('training') ? ['measureTraining'] : []),
]);

const milliseconds = (x) => x.toFixed(x < 0.1 ? 5 : 3).padStart(10);
async function attention() {
  console.log('milliseconds, minimum             ours      ONNX Runtime  TensorFlow.js   ours/ONNX   ours/TF.js   GFLOP/s   GB/s');
  for (const { name, ...configuration } of kCases) {
    const best = await page.evaluate((c) => globalThis.measure(c), configuration);
    const { n, heads, width, causal } = configuration;
    const flops = (4 * heads * n * n * width) / (causal ? 2 : 1);
    const bytes = 4 * heads * 4 * n * width;
    console.log(
      name.padEnd(28), milliseconds(best.ours), milliseconds(best.onnx).padStart(14), milliseconds(best.tensorflow).padStart(14),
      (best.ours / best.onnx).toFixed(2).padStart(11), (best.ours / best.tensorflow).toFixed(2).padStart(12),
      (flops / best.ours / 1e6).toFixed(1).padStart(9), (bytes / best.ours / 1e6).toFixed(2).padStart(7));
  }
}

/** Forward, backward and Adam (TensorFlow.js: without our clipping); 120 MFLOP of products. */
async function training() {
  const best = await page.evaluate(() => globalThis.measureTraining());
  if (!(best.after < best.before)) throw new Error(`TensorFlow.js does not learn: ${best.before} to ${best.after}`);
  console.log('milliseconds, minimum             ours  TensorFlow.js   ours/TF.js   GFLOP/s');
  console.log(
    'training step'.padEnd(28), milliseconds(best.ours), milliseconds(best.tensorflow).padStart(14),
    (best.ours / best.tensorflow).toFixed(2).padStart(12), (120 / best.ours).toFixed(1).padStart(9));
}

if (wants('attention')) await attention();
if (wants('training')) await training();
await browser.close();
