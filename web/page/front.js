// The front page: its button trains both networks from nothing, its box gives both a word of the reader's own, and its sentence says what is
// seen. The figure, its pausing out of sight and the parallel page are those of every page (page.js).

import './page.js';
import { nameOf, pieces, writeQuery } from './address.js';
import { debounce, throttle } from './dom.js';

const SAID_EVERY_MS = 150, DRAWN_EVERY_MS = 500, WRITE_AFTER_MS = 350;
const lab = window.lab;
const find = (selector) => document.querySelector(`.front ${selector}`);

/** Whether the picture is there: the page may have become a lesson's, and may be this one again. */
const isHere = () => lab.started && document.body.dataset.page === 'front' && lab.lesson().slug === document.body.dataset.lesson;

function progressOf({ step, limit, secondsLeft }, underWay) {
  if (!underWay) return step > 0 && step < limit ? `Paused at step ${step} of ${limit}.` : '';
  const left = secondsLeft >= 1 ? `, about ${Math.round(secondsLeft)} s left` : '';
  return `Step ${step} of ${limit}${left}`;
}

/** What the figure shows, without what its training says of itself, which stands beside the button. */
function seen(message) {
  const text = lab.describe();
  return message && text.endsWith(message) ? text.slice(0, -message.length).trimEnd() : text;
}

function refresh() {
  if (!isHere()) return;
  const now = lab.training(), { underWay } = now.buttons;
  const run = find('[data-birth=run]'), progress = find('.birth-progress');
  const ended = now.step >= now.limit;
  run.textContent = underWay ? 'Pause' : now.step > 0 && !ended ? 'Go on' : ended ? run.dataset.again : run.dataset.from;
  run.disabled = !underWay && now.halt === 'none' && !now.buttons.canRun && !ended; // a teacher's lock
  run.classList.toggle('is-under-way', underWay);
  progress.textContent = now.step > 0 || underWay ? progressOf(now, underWay) : progress.dataset.first;
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
