// The front page: its button trains both networks from nothing, its box gives both a word of the reader's own, and its sentence says what is
// seen. Below the curve a run can be drawn back and forth like a film. Who only looks sees a replay (replay.js). The figure, its pausing out
// of sight and the parallel page are those of every page (page.js).

import './page.js';
import { nameOf, pieces, writeQuery } from './address.js';
import { debounce, throttle } from './dom.js';
import { FilmSlider } from './film.js';
import { Replay } from './replay.js';

const SAID_EVERY_MS = 150, DRAWN_EVERY_MS = 500, WRITE_AFTER_MS = 350;
const lab = window.lab;
const find = (selector) => document.querySelector(`.front ${selector}`);

/** Whether the picture is there: the page may have become a lesson's, and may be this one again. */
const isHere = () => lab.started && document.body.dataset.page === 'front' && lab.lesson().slug === document.body.dataset.lesson;

function progressOf({ step, limit, secondsLeft, buttons }) {
  if (!buttons.underWay) return step > 0 && step < limit ? `Paused at step ${step} of ${limit}.` : '';
  const left = secondsLeft >= 1 ? `, about ${Math.round(secondsLeft)} s left` : '';
  return `Step ${step} of ${limit}${left}`;
}

/** What the figure shows, without what its training says of itself, which stands beside the button. */
function seen(message) {
  const text = lab.describe();
  return message && text.endsWith(message) ? text.slice(0, -message.length).trimEnd() : text;
}

const film = new FilmSlider(lab, (act) => {
  act();
  refresh();
});
document.querySelector('.toolbar .gap').before(film.element);

/** Whether the picture is the one that a visit begins with: the shipped pair, and perhaps a word of the reader's. */
function isAsShipped() {
  if (!isHere()) return false;
  const { step, phase, message } = lab.training(); // a message says that training is fixed, or that the weights are not here
  return step === 0 && phase === 'idle' && message === '' && pieces(lab.query()).every((piece) => nameOf(piece) === 'word');
}

const replay = new Replay(lab, document.querySelector('.figure'), isAsShipped);

/** What the button says, and what stands beside it. */
function words(now, { from, again }, first) {
  const { step, limit, buttons } = now;
  if (replay.on) return [from, `A replay: step ${step} of ${limit}. Any press or key ends it.`];
  if (step === 0 && !buttons.underWay) return [from, first];
  return [buttons.underWay ? 'Pause' : step < limit ? 'Go on' : again, progressOf(now)];
}

function refresh() {
  if (!isHere()) return;
  const now = lab.training(), { underWay, canRun } = now.buttons;
  film.refresh(replay.on ? { frames: [] } : now.film);
  const run = find('[data-birth=run]'), progress = find('.birth-progress');
  [run.textContent, progress.textContent] = words(now, run.dataset, progress.dataset.first);
  run.disabled = !underWay && now.halt === 'none' && !canRun && now.step < now.limit; // a teacher's lock
  run.classList.toggle('is-under-way', underWay && !replay.on);
  find('.birth-seen').textContent = seen(now.message);
  const { complaint } = lab.briefParams().find(({ id }) => id === 'word');
  const refused = find('.refused');
  if (refused.textContent !== complaint) refused.textContent = complaint;
  const box = find('#own-word');
  if (box !== document.activeElement) box.value = lab.get('word');
}

/** The run begins from random weights, goes on where it was paused, or pauses. */
function press() {
  const now = lab.training();
  if (now.buttons.underWay) return lab.pause();
  if (now.step >= now.limit || now.halt !== 'none') lab.restart();
  lab.train(now.limit - lab.training().step).catch(() => {}); // what broke it off is said in the sentence
}

const refreshSoon = throttle(SAID_EVERY_MS, refresh);

/** The word stands in the address, so that the page can be sent with it; of the rest of the picture the address says nothing. */
const writeSoon = debounce(WRITE_AFTER_MS, () => isHere() && writeQuery(pieces(lab.query()).filter((piece) => nameOf(piece) === 'word').join('')));

document.addEventListener('click', async (event) => {
  if (!event.target.closest?.('[data-birth=run]')) return;
  if (!lab.started) find('.birth-progress').textContent = 'It begins as soon as the program is here.';
  try {
    await lab.ready;
  } catch {
    return; // the figure says why it could not start
  }
  if (isHere()) press();
  refresh();
});
document.addEventListener('submit', (event) => event.target.matches('.own-word') && event.preventDefault());
document.addEventListener('input', async (event) => {
  if (!event.target.matches('#own-word')) return;
  await lab.ready.catch(() => {});
  if (isHere()) lab.set({ word: event.target.value });
  refresh();
});
for (const event of ['ready', 'change', 'train']) lab.on(event, refreshSoon);
document.querySelector('.figure').addEventListener('drawn', refresh); // so that picture and words are of one step
lab.on('change', ({ params }) => params.includes('word') && writeSoon());
/** Without WebGL the picture is a still, which else is drawn anew when training ends. */
lab.on('train', throttle(DRAWN_EVERY_MS, () => find('.is-headless') && lab.drawNow()));
