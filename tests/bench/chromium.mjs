// Runs benchmarks that are compiled to WebAssembly in headless Chromium and prints their tables.
//
//   node tests/bench/chromium.mjs [--build FOLDER] MODULE...        MODULE: bench_web, gl_ratio
//
// ATTENTION_LAB_GPU=1 lets the browser choose its GL (a real GPU); otherwise it draws in software.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { chromium } from 'playwright-core';

const { values, positionals } = parseArgs({ options: { build: { type: 'string' } }, allowPositionals: true });
const build = values.build ?? fileURLToPath(new URL('../../build/web', import.meta.url));
const page = `<!doctype html><meta charset="utf-8"><title>benchmarks</title><canvas id="canvas"></canvas><script type="module">
  window.table = async (name) => {
    const lines = [];
    const print = (line) => lines.push(line);
    const { default: createModule } = await import('./' + name + '.mjs');
    const module = await createModule({ canvas: document.getElementById('canvas'), print, printErr: print });
    module.callMain?.([]);
    return lines.join('\\n');
  };
</script>`;

const server = createServer(async (request, response) => {
  if (request.url === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
  if (!/^\/\w+\.(mjs|wasm)$/.test(request.url)) return response.writeHead(404).end();
  const type = request.url.endsWith('.mjs') ? 'text/javascript' : 'application/wasm';
  return response.writeHead(200, { 'Content-Type': type }).end(await readFile(build + request.url));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const software = process.env.ATTENTION_LAB_GPU ? [] : ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const args = ['--no-sandbox', '--disable-background-networking', ...software];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
try {
  for (const name of positionals) {
    const tab = await browser.newPage();
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    await tab.waitForFunction(() => typeof window.table === 'function');
    console.log(await tab.evaluate((module) => window.table(module), name));
    await tab.close();
  }
} finally {
  await browser.close();
  server.close();
}
