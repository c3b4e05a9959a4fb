// Large matrices in headless Chromium, drawn as on a machine without a graphics processor: how many pictures a second come while a hand drags
// the query, and while it moves the map. The first row is a figure with a handful of keys, for comparison.
//
//   node tests/bench/large_maps.mjs        (after tools/run.sh --build-only)
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PORT = 8953;
const SECONDS = 4;
const PAGES = [
  ['6 keys, lesson 01', 'pooling/?figure=pairs', 'query'],
  ['100,000 keys x 2,048 queries', 'kernel-regression/?figure=attention-matrix&size=100000&queries=2048'],
  ['2,040 tokens, lesson 04', 'self-attention/?figure=long-text&setting=base&heads=1'],
  ['2,040 tokens, lesson 09', 'transformer-block/?figure=long-text'],
  ['2,048 tokens, lesson 10', 'transformer/?figure=long-text&layer=2&head=3'],
];

const server = spawn('node', [path.join(root, 'tools/serve.mjs'), '--root', path.join(root, 'build/web/site'), '--port', `${PORT}`], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((started) => server.stdout.once('data', started));
const args = ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });

const placeOf = (page, id) => page.evaluate((name) => {
  const place = document.querySelector('.figure canvas').getBoundingClientRect();
  const { x, y, width, height } = window.lab.rect(name);
  return { x: place.x + x + width / 2, y: place.y + y + height / 2 };
}, id);
const stats = (page) => page.evaluate(() => window.lab.stats());

/** Pictures a second, and CPU milliseconds of the last one, while the hand goes to and fro from `from`. */
async function dragged(page, from) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const before = await stats(page), start = performance.now();
  for (let i = 1; performance.now() - start < 1000 * SECONDS; ++i) await page.mouse.move(from.x + 30 * Math.sin(i / 9), from.y + 60 * Math.sin(i / 7));
  const after = await stats(page), seconds = (performance.now() - start) / 1000;
  await page.mouse.up();
  return { pictures: (after.frames - before.frames) / seconds, frameMs: after.frameMs, computeMs: after.computeMs };
}

try {
  console.log('                               dragging the query      moving the map (zoom 3)\n                               pictures a second, ms of CPU: picture, result');
  for (const [name, address, handle = 'map-query'] of PAGES) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`http://localhost:${PORT}/${address}`);
    await page.waitForFunction(() => performance.getEntriesByName('first-frame')[0]?.startTime && (window.lab.rect('map-query')?.width > 0 || window.lab.rect('query')?.width > 0), null, { timeout: 60_000 });
    const query = await dragged(page, await placeOf(page, handle));
    const shown = ({ pictures, frameMs, computeMs }) => `${pictures.toFixed(0).padStart(4)} ${frameMs.toFixed(1).padStart(6)} ${computeMs.toFixed(1).padStart(6)}`;
    let moved = '';
    if (handle === 'map-query') {
      await page.evaluate(() => window.lab.set({ 'map-zoom': 3 }));
      moved = shown(await dragged(page, await placeOf(page, 'map')));
    }
    console.log(`${name.padEnd(30)} ${shown(query)}       ${moved}`);
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
}
