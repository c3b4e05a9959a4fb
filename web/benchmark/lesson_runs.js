// Measures the program of the lessons, in one of the course's own embeds, by way of its documented `window.lab`: a change of a parameter on
// the CPU and on the GPU, and a training step. The embed is in sight while it is measured, for out of sight it rests.

import { SITE_ROOT } from '../page/places.js';
import { MOST_WORKERS } from '../page/team.js';
import { summary, turn } from './samples.js';

const LEAST_SAMPLES = 5;
const PATIENCE_MS = 20_000;
const MOST_CHANGES = 10_000;

/** {slug, name, n, query: of the address, change: the values of change number k}. */
const CHANGES = [
  { slug: 'self-attention', name: 'self-attention of a sentence', n: null, query: 'figure=attention', change: (k) => ({ shuffle: 1 + (k % 90) }) },
  ...[1000, 20_000, 100_000].map((n) => ({
    slug: 'kernel-regression', name: 'kernel regression, n points', n, query: `size=${n}`,
    change: (k) => ({ query: 0.1 + (0.8 * (k % 89)) / 89 }),
  })),
];
const TRAINING = { slug: 'encoder-decoder', name: 'training step of the encoder-decoder', n: null, query: 'figure=training&weights=seed' };

/** What `lessons` has to measure, in order. */
export const lessonCases = [...CHANGES, TRAINING];

/** A lesson's figure in `place`; `close()` takes it away. */
class Embed {
  constructor(place, { slug, query }) {
    this.frame = document.createElement('iframe');
    this.frame.title = 'The lesson that is being measured';
    this.frame.src = new URL(`embed.html?lesson=${slug}&ui=figure${query ? `&${query}` : ''}`, SITE_ROOT).href;
    place.hidden = false;
    place.append(this.frame);
    this.frame.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    this.place = place;
  }

  /** The embed's `window.lab`, once its figure has drawn. */
  async lab() {
    await new Promise((loaded) => { this.frame.addEventListener('load', loaded, { once: true }); });
    const { lab, document: page } = this.frame.contentWindow;
    await lab.ready;
    const figure = page.querySelector('.figure');
    while (!figure.matches('.is-live, .is-headless')) await turn();
    this.headless = figure.matches('.is-headless');
    return lab;
  }

  /** One frame of the embed, or where it draws none one of its timers. */
  frameDrawn() {
    const { contentWindow: view } = this.frame;
    return new Promise((done) => { if (this.headless) view.setTimeout(done, 0); else view.requestAnimationFrame(done); });
  }

  close() {
    this.frame.remove();
    this.place.hidden = true;
  }
}

/**
 * {ms, calls}: the mean of what `act` returns, over as many calls as take `milliseconds`. By a coarse clock a quick one takes 0, but not in
 * the mean.
 */
function changeFor(milliseconds, act) {
  const start = performance.now();
  let calls = 0;
  let sum = 0;
  do {
    sum += act();
    ++calls;
  } while (performance.now() - start < milliseconds || (sum === 0 && calls < MOST_CHANGES));
  return { ms: sum / calls, calls };
}

/** Milliseconds of the lesson's whole computing after each change, its numbers read back into memory, on the CPU and the GPU in turn. */
async function changes(lab, { change }, { milliseconds, sampleMs, goesOn }) {
  const { name, reason } = lab.setBackend('gl');
  const variants = name === 'gl' ? ['cpu', 'gl'] : ['cpu'];
  const taken = new Map(variants.map((variant) => [variant, []]));
  const [result] = lab.results();
  const end = performance.now() + milliseconds * variants.length;
  let changed = 0;
  for (let k = 0; k <= LEAST_SAMPLES || performance.now() < end; ++k) {
    for (const variant of variants) {
      await turn();
      if (!goesOn()) return null;
      lab.setBackend(variant);
      const one = changeFor(k === 0 ? 0 : sampleMs, () => {
        lab.set(change(++changed));
        lab.read(result);
        return lab.stats().computeMs;
      });
      if (k > 0) taken.get(variant).push(one); // the first makes what the others find ready
    }
  }
  const rows = new Map([...taken].map(([variant, all]) => [variant === 'gl' ? 'GPU' : 'CPU', summary(all)]));
  return { rows, note: name === 'gl' ? '' : reason };
}

/** Who takes the steps of training: the page itself between its frames, one worker, and as many as there are cores. */
function trainers() {
  const cores = Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS);
  return new Map([['CPU', 0], ['1 worker', 1], ...(cores > 1 ? [[`${cores} workers`, cores]] : [])]);
}

/** Milliseconds from step to step while the picture moves, by the page itself and by workers, if this browser lets it have some. */
async function training(lab, embed, { milliseconds, sampleMs, goesOn }) {
  const rows = new Map();
  lab.speed('fast');
  for (const [variant, workers] of trainers()) {
    lab.workers(workers);
    const samples = [], start = performance.now();
    const beginsLate = () => performance.now() - start > PATIENCE_MS;
    let last = null, end = Infinity;
    while (samples.length < LEAST_SAMPLES || performance.now() < end) {
      if (!lab.training().running) lab.run(); // again, after it has converged
      await turn();
      await embed.frameDrawn();
      if (!goesOn()) return null;
      const now = { step: lab.training().step, at: performance.now() };
      if (last === null && (now.step === 0 || (workers > 0 && lab.workers() === 0))) {
        if (!beginsLate()) continue;
        if (workers === 0) throw new Error(lab.training().message || 'the figure is out of sight, where nothing is trained');
        break; // there are no workers here
      }
      if (last === null) [last, end] = [now, now.at + milliseconds];
      const calls = now.step - last.step;
      if (calls === 0 || now.at - last.at < sampleMs) continue;
      samples.push({ ms: (now.at - last.at) / calls, calls });
      last = now;
    }
    if (samples.length > 0) rows.set(variant, summary(samples));
  }
  lab.pause();
  return { rows, note: '' };
}

/** {rows: Map of 'CPU' and what there is of 'GPU' and workers -> summary, note: why there is no GPU}, or null when stopped. */
export async function measureLesson(wanted, place, options) {
  const embed = new Embed(place, wanted);
  try {
    const opened = embed.lab();
    const stopped = new Promise((done) => { options.signal.addEventListener('abort', () => done(null), { once: true }); });
    const lab = await Promise.race([opened, stopped]);
    if (lab === null) return null;
    return wanted === TRAINING ? await training(lab, embed, options) : await changes(lab, wanted, options);
  } finally {
    embed.close();
  }
}
