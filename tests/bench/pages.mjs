// The pages in headless Chromium, drawn as on a machine without a graphics processor: from following a link to the first frame that answers to
// the hand, and the CPU time of a frame of each figure.
//
//   node tests/bench/pages.mjs        (after tools/run.sh --build-only)
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PORT = 8951;
const STARTS = 9;
const FRAMES = 40;

const server = spawn('node', [path.join(root, 'tools/serve.mjs'), '--root', path.join(root, 'build/web/site'), '--port', `${PORT}`], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((started) => server.stdout.once('data', started));
const args = ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

/** Milliseconds from leaving another page to the lesson's first frame, in a browser that has nothing stored. */
async function start(slug) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`http://localhost:${PORT}/404.html`);
  await page.goto(`http://localhost:${PORT}/${slug}/`);
  const first = await page.waitForFunction(() => performance.getEntriesByName('first-frame')[0]?.startTime);
  const ms = await first.jsonValue();
  return { context, page, ms };
}

/** Minimum and median of lab.stats().frameMs over frames that are each caused by a change of light. */
async function frames(page, figure) {
  return page.evaluate(async ([id, count]) => {
    const { lab } = window;
    if (id) lab.figure(id);
    const list = [];
    for (let i = 0; i < count; ++i) {
      const before = lab.stats().frames;
      lab.light(i % 2 ? '' : lab.results()[0]);
      for (const start = performance.now(); lab.stats().frames === before && performance.now() - start < 1000;) await new Promise(requestAnimationFrame);
      list.push(lab.stats().frameMs);
    }
    return list;
  }, [figure, FRAMES]);
}

try {
  const first = await start('pooling');
  const slugs = await first.page.evaluate(() => window.lab.lessons().map((lesson) => lesson.slug));
  await first.context.close();
  console.log('lesson               first frame, ms (min, median)     frame of each figure, ms of CPU (min, median)');
  for (const slug of slugs) {
    const times = [];
    let last;
    for (let i = 0; i < STARTS; ++i) {
      await last?.context.close();
      last = await start(slug);
      times.push(last.ms);
    }
    const figures = await last.page.evaluate(() => window.lab.figures().map((figure) => figure.id));
    const parts = [];
    for (const figure of figures) {
      const list = await frames(last.page, figure);
      parts.push(`${figure} ${Math.min(...list).toFixed(2)} ${median(list).toFixed(2)}`);
    }
    console.log(slug.padEnd(20), `${Math.min(...times).toFixed(0).padStart(6)} ${median(times).toFixed(0).padStart(6)}`.padEnd(33), parts.join('   '));
    await last.context.close();
  }
} finally {
  await browser.close();
  server.kill();
}
