// The graph of ten thousand nodes in headless Chromium, drawn as on a machine without a graphics processor: the layer's time, and at several
// zooms how many frames a second there are while the picture is moved, what a frame takes of the page's CPU, and how much it sends to the
// GPU. Each is the median of three, taken by turns with the graph kept on the GPU and with its shaders refused, so that every frame sends
// triangles.
//
//   node tests/bench/large_graph.mjs [site]        (after tools/run.sh --build-only)
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PORT = 8952;
const MOVED_MS = 1000, ROUNDS = 3;
const ZOOMS = [1, 1.5, 2, 3, 5, 10, 20, 40];

const server = spawn('node', [path.join(root, 'tools/serve.mjs'), '--root', process.argv[2] ?? path.join(root, 'build/web/site'), '--port', `${PORT}`], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((started) => server.stdout.once('data', started));
const args = ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });

/** Runs in the page before its scripts: counts the bytes that go into buffers; where clouds are refused, their shaders are spoilt. */
function watch(refused) {
  const { prototype } = WebGL2RenderingContext, { shaderSource } = prototype;
  window.sent = 0;
  for (const name of ['bufferData', 'bufferSubData']) {
    const plain = prototype[name];
    prototype[name] = function counted(...values) {
      window.sent += values[4] ?? 0;
      return plain.apply(this, values);
    };
  }
  prototype.shaderSource = function changed(shader, source) {
    shaderSource.call(this, shader, refused && source.includes('uniform float opacity') ? 'refused' : source);
  };
}

/** Moves the picture for a while, by a little in every frame. */
const moved = (page, zoom) => page.evaluate(async ([nearness, milliseconds]) => {
  const { lab } = window, times = [];
  const frame = async (k) => {
    const { frames } = lab.stats();
    lab.set({ 'scale-x': (k % 2 ? 0.3 : -0.3) + 0.001 * (k % 100) });
    for (const asked = performance.now(); lab.stats().frames === frames && performance.now() - asked < 2000;) await new Promise(requestAnimationFrame);
    times.push(lab.stats().frameMs);
  };
  lab.set({ 'scale-zoom': nearness });
  for (let k = 0; k < 5; ++k) await frame(k);
  times.length = 0;
  const { sent } = window, start = performance.now();
  for (let k = 5; performance.now() - start < milliseconds; ++k) await frame(k);
  const count = times.length, seconds = (performance.now() - start) / 1000;
  return { fps: count / seconds, ms: times.sort((a, b) => a - b)[count >> 1], kilobytes: (window.sent - sent) / count / 1000 };
}, [zoom, MOVED_MS]);

async function open(refused) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch, refused);
  await page.goto(`http://localhost:${PORT}/graph-attention/?figure=scale`);
  await page.waitForFunction(() => performance.getEntriesByName('first-frame')[0]?.startTime);
  await page.evaluate(() => window.lab.whole());
  return page;
}

async function layers(page) {
  const times = [];
  for (let trial = 1; trial <= 5; ++trial) {
    const svg = await page.evaluate((k) => {
      window.lab.set({ 'scale-trial': k });
      return window.lab.call('export', 'svg');
    }, trial);
    times.push(Number(svg.match(/([\d.]+) ms here/)[1]));
  }
  return times;
}

const median = (list) => [...list].sort((a, b) => a.fps - b.fps)[list.length >> 1];

try {
  const kept = await open(false), triangles = await open(true);
  await kept.bringToFront();
  console.log(`one layer, 8 heads of 8: ${(await layers(kept)).join(', ')} ms`);
  console.log('zoom    kept: frames/s, ms of CPU, kB      triangles: frames/s, ms of CPU, kB      ratio of frames/s');
  const line = ({ fps, ms, kilobytes }) => `${fps.toFixed(1).padStart(14)} ${ms.toFixed(1).padStart(10)} ${kilobytes.toFixed(0).padStart(7)}`;
  for (const zoom of ZOOMS) {
    const found = [[], []];
    for (let turn = 0; turn < 2 * ROUNDS; ++turn) {
      const page = turn % 2 ? triangles : kept;
      await page.bringToFront(); // a page behind another has no frames
      found[turn % 2].push(await moved(page, zoom));
    }
    const [one, other] = found.map(median);
    console.log(`${String(zoom).padEnd(6)} ${line(one)}      ${line(other)}        ${(one.fps / other.fps).toFixed(2).padStart(14)}`);
  }
} finally {
  await browser.close();
  server.kill();
}
