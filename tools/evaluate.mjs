// Measures what `attention-train --evaluate` measures, in headless Chromium. It opens the built site, sets every shipped model's settings
// in the lesson that has it, waits until its weights are loaded and measured, and prints what the lesson shows beside what is required.
// Then it trains from scratch the models that promise this. Models and requirements are those of attention-train.
//
//   node tools/evaluate.mjs [FOLDER]      FOLDER: the web build (default build/web, or $ATTENTION_LAB_WEB_BUILD)
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './serve.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILD = process.argv[2] ?? process.env.ATTENTION_LAB_WEB_BUILD ?? path.join(ROOT, 'build/web');
const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** What attention-train prints. It also prints it, with status 1, when a required result is missed. */
function ask(...options) {
  const { stdout, stderr } = spawnSync('node', [path.join(BUILD, 'attention-train.js'), ...options, '--json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The metrics of a lesson whose weights are loaded and measured, and its results that are a single number. */
function measured(page, { lesson: slug, query }) {
  return page.evaluate(async ([lesson, settings]) => {
    const problems = [];
    const off = window.lab.on('error', ({ message }) => problems.push(message));
    await window.lab.open(lesson, settings);
    await window.lab.idle();
    off();
    if (problems.length > 0) throw new Error(problems.join(' '));
    const scalars = window.lab.results().map((name) => [name, window.lab.read(name)]).filter(([, { data }]) => data.length === 1);
    return { ...Object.fromEntries(scalars.map(([name, { data }]) => [name, data[0]])), ...window.lab.metrics() };
  }, [slug, query]);
}

/** The scores of a model that is shown beside another. The result `beside` has a row for each: the one whose name the score's name ends with. */
function besides(page, { beside }, scores) {
  return page.evaluate(([name, names]) => {
    const { data, rows } = window.lab.read(name);
    const at = (score) => rows.findIndex((row) => score.endsWith(`-${row.replaceAll(' ', '')}`));
    return Object.fromEntries(names.filter((score) => at(score) >= 0).map((score) => [score, data[at(score)]]));
  }, [beside, scores]);
}

/**
 * Trains from random weights until the lesson's held-out check and its measure reach what is required, or the time is over. Returns
 * {seconds, reached}. Only training is timed.
 */
function trainFromScratch(page, { lesson: slug, query, score, required, reach }) {
  return page.evaluate(async ([lesson, settings, name, most, wanted]) => {
    await window.lab.open(lesson, settings);
    await window.lab.idle();
    let spent = 0, reached = 0;
    while (spent < most && !(reached >= wanted)) {
      const begin = performance.now(), before = spent, checked = window.lab.metrics().step + 1;
      window.lab.run();
      for (;;) {
        await new Promise((done) => { setTimeout(done, 50); });
        spent = before + (performance.now() - begin) / 1000;
        const { step, 'held-out': held } = window.lab.metrics();
        if (spent >= most || !window.lab.training().running || (step > checked && held >= wanted)) break;
      }
      window.lab.pause();
      await window.lab.idle();
      reached = window.lab.metrics()[name];
    }
    return { seconds: spent, reached };
  }, [slug, query, score, required, reach]);
}

/** The value that the page's lessons show for a row of attention-train, in its unit; undefined where they show none. */
function pageValue({ name, score, versus, below }, found) {
  const value = found.get(name)?.[score];
  if (!versus) return value;
  const above = value - found.get(versus)?.[score];
  return 100 * (below ? -above : above);
}

/** Prints one row and returns whether it meets its requirement. */
function print(row, value) {
  const show = (number) => number === undefined || number === null ? '-' : row.percent ? `${(100 * number).toFixed(1)} %` : number.toFixed(1);
  const kept = row.required === null || (row.atMost ? value <= row.required : value >= row.required);
  const wanted = row.required === null ? '' : `${row.atMost ? 'at most' : 'at least'} ${show(row.required)}`;
  console.log(`${row.name.padEnd(26)} ${row.metric.padEnd(56)} ${show(value).padStart(8)}  attention-train ${show(row.value).padStart(8)}  ${wanted.padEnd(17)} ${wanted ? (kept ? 'kept' : 'MISSED') : ''}`);
  return kept;
}

/** Trains the models from scratch that promise this, and prints the results. Returns whether they keep their times. */
async function printScratch(page, row) {
  const { seconds, reached } = await trainFromScratch(page, row);
  const kept = print(row, reached >= row.reach ? Math.min(seconds, row.required) : Infinity);
  console.log(`  ${(100 * reached).toFixed(1)} % after ${seconds.toFixed(1)} s`);
  return kept;
}

async function evaluate(page) {
  const rows = ask('--evaluate'), found = new Map();
  const weightless = new Set(rows.filter(({ problem }) => problem).map(({ name }) => name));
  for (const model of ask('--list').models) {
    if (weightless.has(model.name)) continue;
    const own = await measured(page, model);
    const scores = rows.filter(({ name }) => name === model.name).map(({ score }) => score);
    found.set(model.name, model.beside ? await besides(page, model, scores) : own);
  }
  let missed = 0;
  for (const row of rows) {
    if (!(row.lesson ? await printScratch(page, row) : print(row, pageValue(row, found)))) ++missed;
  }
  return missed;
}

const { server, address } = await serve(path.join(BUILD, 'site'), 0);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(new URL('alignment/', address).href);
  await page.evaluate(() => window.lab.ready.then(() => {}));
  process.exitCode = await evaluate(page) > 0 ? 1 : 0;
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
