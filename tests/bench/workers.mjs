// Training in headless Chromium, with the picture moving, by the page itself and by workers, beside the same model in Node on one thread:
// steps a second, pictures a second, and frames that the page was free to draw. All in one run; only the ratios count.
//
//   node tests/bench/workers.mjs [MODEL...]        (after tools/run.sh --build-only and building attention-train for both)
//
// Node's program has plain SIMD, the page relaxed SIMD where the browser has it. The models are the course's, with the weights of their seed.
import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';
import { serve } from '../../tools/serve.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MODELS = ['reversal-additive', 'grammar-additive', 'grammar-transformer-4', 'copy-small-machine', 'copy-machine'];
const WORKERS = [0, 1, 2, availableParallelism()].filter((n, i, all) => all.indexOf(n) === i);
const [WARM_UP_MS, MEASURE_MS] = [4000, 6000];

const wanted = process.argv.length > 2 ? process.argv.slice(2) : MODELS;
const listed = JSON.parse(execFileSync(`${root}/build/native/attention-train`, ['--list', '--json'], { encoding: 'utf8' }));
const recipes = new Map((listed.models ?? listed).map((recipe) => [recipe.name, recipe]));

/** Steps a second of attention-train in Node, as it says at the end. */
function inNode(name) {
  const { stdout, stderr } = spawnSync('node', [`${root}/build/web/attention-train.js`, name, '--steps', '1500', '--out', path.join(tmpdir(), 'bench.safetensors')], { encoding: 'utf8' });
  const rates = [...`${stdout}${stderr}`.matchAll(/([\d,.]+) steps\/s/g)];
  return Number(rates.at(-1)?.[1].replaceAll(',', '') ?? NaN);
}

async function inPage(browser, address, { lesson, query }, workers) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}${lesson}/?${query}&weights=seed`);
  await page.waitForFunction(() => window.lab?.started);
  const measured = await page.evaluate(async ([most, warmUp, milliseconds]) => {
    const { lab } = window;
    await lab.whole();
    await lab.idle();
    lab.workers(most);
    lab.speed('fast');
    lab.run();
    const during = async (ms) => {
      const now = () => ({ at: performance.now(), step: lab.training().step, drawn: lab.stats().frames });
      const from = now();
      let frames = 0;
      while (performance.now() - from.at < ms) {
        await new Promise(requestAnimationFrame);
        ++frames;
        if (!lab.training().running) lab.run(); // it goes on after it has converged
      }
      const to = now(), seconds = (to.at - from.at) / 1000;
      return { steps: (to.step - from.step) / seconds, frames: frames / seconds, pictures: (to.drawn - from.drawn) / seconds };
    };
    await during(warmUp);
    return { ...(await during(milliseconds)), used: lab.workers() };
  }, [workers, WARM_UP_MS, MEASURE_MS]);
  await page.close();
  return measured;
}

const { server, address } = await serve(`${root}/build/web/site`, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', ...(process.env.ATTENTION_LAB_GPU ? [] : ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'])],
});
try {
  console.log(`${'training, steps a second'.padEnd(26)} ${'Node'.padStart(8)}  workers (at it)   steps/s   of Node   of one   frames/s  pictures/s`);
  for (const name of wanted) {
    const node = inNode(name);
    let one = NaN;
    for (const workers of WORKERS) {
      const { steps, frames, pictures, used } = await inPage(browser, address, recipes.get(name), workers);
      if (workers === 1) one = steps;
      const ratio = (x, y) => (x / y).toFixed(2).padStart(9);
      console.log(`${(workers === 0 ? name : '').padEnd(26)} ${(workers === 0 ? node.toFixed(0) : '').padStart(8)} ${`${workers} (${used})`.padStart(16)} ${steps.toFixed(0).padStart(9)} ${ratio(steps, node)} ${ratio(steps, one)} ${frames.toFixed(0).padStart(9)} ${pictures.toFixed(0).padStart(11)}`);
    }
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
