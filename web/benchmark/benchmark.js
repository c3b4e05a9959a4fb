// The page /benchmark/: runs the kernels and the lessons on the reader's own machine, in slices, and shows what it measured. Nothing runs
// before Run is pressed; Stop ends it within a slice.

import { copyText } from '../page/dom.js';
import { closeMenus } from '../page/menus.js';
import { KernelRuns } from './kernel_runs.js';
import { lessonCases, measureLesson } from './lesson_runs.js';
import { attentionCases, blockCases } from './plan.js';
import { clearTables, Report } from './report.js';
import { measure } from './samples.js';
import { readSettings } from './settings.js';

const SAMPLE_MS = 20;
const FIRST_WARM_UP_MS = 1500; // the browser compiles a module twice; nothing is timed before it has
const VARIANTS = new Map([['plain', 'plain SIMD'], ['relaxed', 'relaxed SIMD']]);
const PART_NAMES = { attention: 'Attention', block: 'The parts of a block', lessons: 'The lessons' };

closeMenus(document);
const { settings, problems } = readSettings(location.search);
const at = (id) => document.getElementById(id);
const [run, stop, copy] = [at('run'), at('stop'), at('copy')];
let report = null;
let stopper = null;

/** Short sentences for everybody, screen readers too; each replaces the one before. */
function say(sentence) {
  at('said').textContent = sentence;
}

/** A remark on the results that stays, once. */
function note(sentence) {
  const list = at('notes');
  if ([...list.children].some(({ textContent }) => textContent === sentence)) return;
  list.append(Object.assign(document.createElement('li'), { textContent: sentence }));
}

/** What WebGL tells of the graphics processor, or null without WebGL 2. */
function gpuName() {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return null;
  const extension = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(extension ? extension.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

const machine = (relaxedSimd) => ({
  date: new Date().toISOString(), browser: navigator.userAgent, cores: navigator.hardwareConcurrency ?? null, relaxedSimd, gpu: gpuName(),
});

function showMachine({ date, browser, cores, relaxedSimd, gpu }) {
  const lines = [
    ['When', new Date(date).toLocaleString()], ['Browser', browser],
    ['Processor', cores === null ? 'unknown' : `${cores} cores as the browser tells`],
    ['Relaxed SIMD', relaxedSimd ? 'yes' : 'no'], ['Graphics', gpu ?? 'no WebGL 2'],
  ];
  at('machine').replaceChildren(...lines.flatMap(([term, text]) => [
    Object.assign(document.createElement('dt'), { textContent: term }), Object.assign(document.createElement('dd'), { textContent: text }),
  ]));
}

/** The cases of every part that is wanted, each with the function that measures it: Map of variant -> summary, or null when stopped. */
function plan(kernels, variants, options) {
  let warmUp = FIRST_WARM_UP_MS;
  const byKernels = async (wanted) => {
    const sample = (variant) => kernels.call('sample', wanted, variant, options.sampleMs);
    const measured = await measure(variants, sample, { ...options, warmUp });
    warmUp = undefined;
    return measured && new Map([...measured].map(([variant, numbers]) => [VARIANTS.get(variant), numbers]));
  };
  const inLesson = async (wanted) => {
    const measured = await measureLesson(wanted, at('figure'), options);
    if (measured?.note) note(`No rows for the GPU. ${measured.note}`);
    return measured?.rows ?? null;
  };
  const all = {
    attention: [attentionCases(settings.attentionSizes), byKernels],
    block: [blockCases(settings.blockSizes), byKernels],
    lessons: [lessonCases, inLesson],
  };
  return settings.parts.map((part) => ({ part, cases: all[part][0], measure: all[part][1] }));
}

function progress(done, all, words) {
  at('progress').hidden = false;
  Object.assign(at('bar'), { value: done, max: all });
  at('doing').textContent = words;
}

async function measureAll(signal) {
  const goesOn = () => !signal.aborted;
  const kernels = new KernelRuns(signal);
  try {
    const { variants, hasRelaxedSimd } = await kernels.call('load');
    const { attentionSizes: sizes, blockSizes, ms, parts: wantedParts } = settings;
    report = new Report(machine(hasRelaxedSimd), { sizes, blockSizes, ms, parts: wantedParts });
    showMachine(report.head.machine);
    if (!variants.includes('relaxed') && wantedParts.some((part) => part !== 'lessons')) {
      const lack = hasRelaxedSimd ? 'This site has no module with' : 'This browser has no';
      note(`${lack} relaxed SIMD, so the kernels are measured with plain SIMD alone.`);
    }
    const parts = plan(kernels, variants, { milliseconds: ms, sampleMs: Math.min(SAMPLE_MS, ms / 4), goesOn, signal });
    const count = parts.reduce((sum, { cases }) => sum + cases.length, 0);
    let done = 0;
    for (const { part, cases, measure: take } of parts) {
      say(`${PART_NAMES[part]}: measuring.`);
      for (const wanted of cases) {
        progress(done++, count, `${PART_NAMES[part]}: ${wanted.name}${wanted.n === null ? '' : `, n = ${wanted.n}`} (${done} of ${count})`);
        const measured = await take(wanted).catch((error) => {
          if (goesOn()) note(`The ${wanted.name} was not measured: ${error.message}`);
          return new Map();
        });
        if (!goesOn()) return;
        if (measured.size > 0) report.add(part, wanted, measured);
        copy.disabled = report.count === 0;
      }
    }
    report.complete = true;
  } finally {
    kernels.close();
  }
}

/** A pressed button that goes grey must not lose the keyboard's place. */
function swap(from, to) {
  const focused = document.activeElement === from;
  to.disabled = false;
  if (focused) to.focus();
  from.disabled = true;
}

async function start() {
  stopper = new AbortController();
  report = null;
  clearTables();
  at('notes').replaceChildren();
  copy.disabled = true;
  swap(run, stop);
  say('Loading the kernels.');
  try {
    await measureAll(stopper.signal);
    const rows = `${report?.count ?? 0} rows`;
    say(stopper.signal.aborted ? `Stopped. ${rows} were measured.` : `Finished. ${rows} were measured; they can be copied as JSON.`);
  } catch (error) {
    say(stopper.signal.aborted ? 'Stopped.' : `The measuring could not go on: ${error.message.replace(/\.$/, '')}.`);
  }
  at('progress').hidden = true;
  swap(stop, run);
}

run.addEventListener('click', start);
stop.addEventListener('click', () => stopper.abort());
copy.addEventListener('click', async () => {
  const copied = await copyText(report.json(), at('copying'));
  say(copied ? 'Copied.' : 'This browser does not let a page write to the clipboard here: the text stands selected, ready for Ctrl+C.');
});

for (const problem of problems) at('problems').append(Object.assign(document.createElement('li'), { textContent: problem }));
run.disabled = false;
