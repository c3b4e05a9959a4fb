// Opens the built site in headless Chromium, sets every shipped setting of the lessons on encoder-decoders and alignment, waits until its
// weights are loaded and measured, and prints what the lesson shows beside what is required; then trains a reversal from scratch.
//
//   node tools/evaluate.mjs [FOLDER]      FOLDER: the built site (default build/web/site, or $ATTENTION_LAB_WEB_BUILD/site)
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {chromium} from 'playwright-core';
import {serve} from './serve.mjs';

const kBuild = process.env.ATTENTION_LAB_WEB_BUILD ?? fileURLToPath(new URL('../build/web', import.meta.url));
const kFolder = process.argv[2] ?? path.join(kBuild, 'site');
const kFlags = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const kScratchSeconds = 60, kScratchAccuracy = 0.95;

const current = 'timing=current';
/// Lesson, settings, and the least exact match that is required at lengths of training; grammar where no task is named.
const kSettings = [
  ['alignment', '', 0.98], ['alignment', 'bidirectional=false', 0.98],
  ['alignment', `score=dot&${current}`, 0.98], ['alignment', `score=general&${current}`, 0.98],
  ['alignment', `score=general&${current}&input-feeding=true`, 0.98], ['alignment', `score=concat&${current}`, 0.98],
  ['alignment', `score=general&${current}&reach=local-m&window=3`, 0.98],
  ['alignment', `score=general&${current}&reach=local-p&window=3&input-feeding=true`, 0.95],
  ['alignment', 'task=dates', 0.99], ['alignment', 'task=reversal'], ['alignment', 'task=sorting'],
  ['encoder-decoder', 'task=grammar'], ['encoder-decoder', 'task=reversal'], ['encoder-decoder', 'task=reversal&reverse=true'],
  ['encoder-decoder', 'task=reversal&cell=rnn'], ['encoder-decoder', 'task=reversal&cell=lstm'], ['encoder-decoder', 'task=reversal&depth=2'],
];

const percent = value => Number.isFinite(value) ? `${(100 * value).toFixed(1)} %` : '-';

class Table {
  missed = 0;

  row(name, metric, value, {required, most = false, show = percent} = {}) {
    const kept = required === undefined || (most ? value <= required : value >= required);
    if (!kept) ++this.missed;
    const wanted = required === undefined ? '' : `${most ? 'at most' : 'at least'} ${show(required)}`;
    console.log(`${name.padEnd(64)} ${metric.padEnd(34)} ${show(value).padStart(9)}  ${wanted.padEnd(18)} ${required === undefined ? '' : kept ? 'kept' : 'MISSED'}`);
  }
}

/// The metrics and the results of one number each of a lesson whose weights are loaded and measured.
function measured(page, slug, query) {
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

async function evaluateShipped(page, table) {
  const exact = new Map();
  for (const [slug, query, required] of kSettings) {
    const name = `${slug}?${query}`;
    const found = await measured(page, slug, query);
    exact.set(name, found);
    table.row(name, 'exact match, lengths of training', found['exact-match'], {required});
    if (found['exact-match-long'] !== undefined) table.row(name, 'exact match, longer sources', found['exact-match-long']);
  }
  const own = exact.get('alignment?');
  table.row('alignment?', 'largest weight on the right word', own['alignment-right'], {required: 0.95});
  table.row('alignment?', 'points above no attention, longer', own['exact-match-long'] - own['exact-match-long-without'], {required: 0.3});
  const [global, local] = [...exact].filter(([name]) => name.endsWith('input-feeding=true')).map(([, found]) => found['exact-match']);
  table.row('local-p', 'points below global', global - local, {required: 0.03, most: true});
}

/// A fresh model, trained until the lesson says that it has converged or the time is up.
async function trainFromScratch(page, table) {
  const {seconds, accuracy} = await page.evaluate(async most => {
    await window.lab.open('alignment', 'task=reversal&weights=seed&learning-rate=0.005');
    await window.lab.idle();
    const begin = performance.now();
    const since = () => (performance.now() - begin) / 1000;
    window.lab.run();
    while (since() < most && window.lab.training().running) await new Promise(done => { setTimeout(done, 100); });
    const took = since();
    window.lab.pause();
    await window.lab.idle();
    return {seconds: took, accuracy: window.lab.metrics()['exact-match']};
  }, kScratchSeconds);
  table.row('reversal from scratch', 'exact match, lengths of training', accuracy, {required: kScratchAccuracy});
  table.row('reversal from scratch', 'seconds of training', seconds, {required: kScratchSeconds, most: true, show: value => `${value.toFixed(1)} s`});
}

const {server, address} = await serve(kFolder, 0);
const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: kFlags});
const table = new Table();
try {
  const page = await browser.newPage({viewport: {width: 1280, height: 800}});
  await page.goto(new URL('alignment/', address).href);
  await page.evaluate(() => window.lab.ready.then(() => {}));
  await evaluateShipped(page, table);
  await trainFromScratch(page, table);
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
process.exitCode = table.missed > 0 ? 1 : 0;
