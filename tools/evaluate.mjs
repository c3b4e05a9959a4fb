// What `attention-train --evaluate` measures, once more in headless Chromium: opens the built site, sets every shipped model's settings on the
// lesson that has it, waits until its weights are loaded and measured, and prints what the lesson shows beside what is required; then
// trains a reversal from scratch. Models and requirements are those of attention-train.
//
//   node tools/evaluate.mjs [FOLDER]      FOLDER: the web build (default build/web, or $ATTENTION_LAB_WEB_BUILD)
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {chromium} from 'playwright-core';
import {serve} from './serve.mjs';

const kRoot = fileURLToPath(new URL('..', import.meta.url));
const kBuild = process.argv[2] ?? process.env.ATTENTION_LAB_WEB_BUILD ?? path.join(kRoot, 'build/web');
const kFlags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const kScratch = 'reversal from scratch';

function ask(...options) {
  const text = execFileSync('node', [path.join(kBuild, 'attention-train.js'), ...options, '--json'], {cwd: kRoot, encoding: 'utf8', maxBuffer: 1 << 26});
  return JSON.parse(text);
}

/// The metrics and the results of one number each of a lesson whose weights are loaded and measured.
function measured(page, {lesson: slug, query}) {
  return page.evaluate(async ([lesson, settings]) => {
    const problems = [];
    const off = window.lab.on('error', ({message}) => problems.push(message));
    await window.lab.open(lesson, settings);
    await window.lab.idle();
    off();
    if (problems.length > 0) throw new Error(problems.join(' '));
    const scalars = window.lab.results().map(name => [name, window.lab.read(name)]).filter(([, {data}]) => data.length === 1);
    return {...Object.fromEntries(scalars.map(([name, {data}]) => [name, data[0]])), ...window.lab.metrics()};
  }, [slug, query]);
}

/// Trains until the lesson says that it has converged and it really has, or the time is up: {seconds, accuracy}.
function trainFromScratch(page, seconds, wanted) {
  return page.evaluate(async ([most, accuracy]) => {
    await window.lab.open('alignment', 'task=reversal&weights=seed');
    await window.lab.idle();
    let spent = 0, right = 0;
    while (spent < most && right < accuracy) {
      const begin = performance.now(), before = spent;
      window.lab.run();
      while (spent < most && window.lab.training().running) {
        await new Promise(done => { setTimeout(done, 100); });
        spent = before + (performance.now() - begin) / 1000;
      }
      window.lab.pause();
      await window.lab.idle();
      right = window.lab.metrics()['exact-match'];
    }
    return {seconds: spent, accuracy: right};
  }, [seconds, wanted]);
}

/// What the page's lessons say to a row of attention-train, in its unit; undefined where they say nothing to it.
function pageValue({name, score, versus, below}, found) {
  const value = found.get(name)[score];
  if (!versus) return value;
  const above = value - found.get(versus)[score];
  return 100 * (below ? -above : above);
}

/// Prints one row; returns whether it keeps what is required.
function print(row, value) {
  const show = number => number === undefined || number === null ? '-' : row.percent ? `${(100 * number).toFixed(1)} %` : number.toFixed(1);
  const kept = row.required === null || (row.atMost ? value <= row.required : value >= row.required);
  const wanted = row.required === null ? '' : `${row.atMost ? 'at most' : 'at least'} ${show(row.required)}`;
  console.log(`${row.name.padEnd(26)} ${row.metric.padEnd(56)} ${show(value).padStart(8)}  attention-train ${show(row.value).padStart(8)}  ${wanted.padEnd(17)} ${wanted ? (kept ? 'kept' : 'MISSED') : ''}`);
  return kept;
}

async function evaluate(page) {
  const rows = ask('--evaluate'), found = new Map();
  for (const model of ask('--list').models) found.set(model.name, await measured(page, model));
  let missed = 0;
  for (const row of rows.filter(({name}) => name !== kScratch)) {
    if (!print(row, pageValue(row, found))) ++missed;
  }
  const scratch = rows.find(({name}) => name === kScratch);
  const wanted = Number(/(\d+) %/.exec(scratch.metric)[1]) / 100;
  const {seconds, accuracy} = await trainFromScratch(page, scratch.required, wanted);
  if (!print(scratch, accuracy >= wanted ? Math.min(seconds, scratch.required) : Infinity)) ++missed;
  console.log(`${kScratch}: ${(100 * accuracy).toFixed(1)} % after ${seconds.toFixed(1)} s`);
  return missed;
}

const {server, address} = await serve(path.join(kBuild, 'site'), 0);
const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: kFlags});
try {
  const page = await browser.newPage({viewport: {width: 1280, height: 800}});
  await page.goto(new URL('alignment/', address).href);
  await page.evaluate(() => window.lab.ready.then(() => {}));
  process.exitCode = await evaluate(page) > 0 ? 1 : 0;
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
