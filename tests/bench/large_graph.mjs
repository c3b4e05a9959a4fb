// The graph of ten thousand nodes in headless Chromium, drawn as on a machine without a graphics processor: the layer's time, and the CPU time
// of a frame while the picture is moved, at several zooms.
//
//   node tests/bench/large_graph.mjs        (after tools/run.sh --build-only)
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PORT = 8952;
const FRAMES = 60;
const ZOOMS = [1, 1.5, 2, 3, 5, 10, 20, 40];

const server = spawn('node', [path.join(root, 'tools/serve.mjs'), '--root', path.join(root, 'build/web/site'), '--port', `${PORT}`], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((started) => server.stdout.once('data', started));
const args = ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });

/** CPU milliseconds of frames, each of another place, and of the slower ones. */
async function moved(page, zoom) {
  const times = await page.evaluate(async ([nearness, count]) => {
    const { lab } = window;
    lab.set({ 'scale-zoom': nearness });
    const list = [];
    for (let i = 0; i < count; ++i) {
      const before = lab.stats().frames;
      lab.set({ 'scale-x': Math.round(1e4 * (i / count - 0.5)) / 1e4 });
      for (const start = performance.now(); lab.stats().frames === before && performance.now() - start < 1000;) await new Promise(requestAnimationFrame);
      list.push(lab.stats().frameMs);
    }
    return list.sort((a, b) => a - b);
  }, [zoom, FRAMES]);
  return { median: times[FRAMES >> 1], most: times[Math.floor(0.95 * FRAMES)] };
}

try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://localhost:${PORT}/graph-attention/?figure=scale`);
  await page.waitForFunction(() => performance.getEntriesByName('first-frame')[0]?.startTime);
  const layers = [];
  for (let trial = 1; trial <= 5; ++trial) {
    const svg = await page.evaluate((k) => {
      window.lab.set({ 'scale-trial': k });
      return window.lab.call('export', 'svg');
    }, trial);
    layers.push(Number(svg.match(/([\d.]+) ms here/)[1]));
  }
  console.log(`one layer, 8 heads of 8: ${layers.join(', ')} ms`);
  console.log('zoom   frame, ms of CPU (median, 95 %)');
  for (const zoom of ZOOMS) {
    const { median, most } = await moved(page, zoom);
    console.log(`${String(zoom).padEnd(6)} ${median.toFixed(1).padStart(6)} ${most.toFixed(1).padStart(6)}`);
  }
} finally {
  await browser.close();
  server.kill();
}
