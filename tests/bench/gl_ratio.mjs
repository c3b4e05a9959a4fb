// Prints tests/bench/gl_ratio.cpp's table as it comes out in Chromium: node tests/bench/gl_ratio.mjs [build folder of the web].
// ATTENTION_LAB_GPU=1 lets the browser choose its GL (a real GPU); otherwise it draws in software.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const build = process.argv[2] ?? fileURLToPath(new URL('../../build/web', import.meta.url));
const page = `<!doctype html><canvas id="canvas"></canvas><script type="module">
  import createModule from './gl_ratio.mjs';
  window.table = async () => {
    const lines = [];
    const module = await createModule({ canvas: document.getElementById('canvas'), print: (l) => lines.push(l), printErr: (l) => lines.push(l) });
    module.callMain([]);
    return lines.join('\\n');
  };
  window.loaded = true;
</script>`;
const server = createServer(async (request, response) => {
  if (request.url === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
  if (!/^\/gl_ratio\.(mjs|wasm)$/.test(request.url)) return response.writeHead(404).end();
  const type = request.url.endsWith('.mjs') ? 'text/javascript' : 'application/wasm';
  response.writeHead(200, { 'Content-Type': type }).end(await readFile(build + request.url));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const software = process.env.ATTENTION_LAB_GPU ? [] : ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', ...software] });
try {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction('window.loaded');
  console.log(await tab.evaluate('table()'));
} finally {
  await browser.close();
  server.close();
}
