// What the figure's inspector asks of the page: room for its sheet below the figure, and a voice for what it says.

const KEPT_FREE_PX = 8; // below the sheet

/** What the inspector explains, for the ear; `status` is a polite live region. */
export function speakExplanation(status, type, detail) {
  if (type === 'explain') status.textContent = detail.text;
}

/** The canvas grows over the text below the figure, as far as the window goes, so that nothing else moves; the figure gives the rest. */
export function makeRoom(host, type, detail) {
  if (type === 'sheet') queueMicrotask(() => grow(host, detail.height)); // not within the frame that tells of it
}

/** How much of the window's foot the controls of a narrow page take. */
function footOf(stage) {
  const controls = stage?.querySelector('.parallel');
  return controls && getComputedStyle(controls).position === 'fixed' ? controls.offsetHeight : 0;
}

function grow(host, wanted) {
  const { keys, lab } = host;
  const figure = keys.parentElement;
  const room = Math.max(0, innerHeight - footOf(keys.closest('.stage')) - figure.getBoundingClientRect().bottom - KEPT_FREE_PX);
  const sheet = keys.closest('.is-presenting') ? 0 : Math.floor(Math.min(wanted * lab.zoom, room)); // there the caption stands below
  if (sheet > 0) figure.style.setProperty('--sheet', `${sheet}px`);
  else figure.style.removeProperty('--sheet');
  keys.classList.toggle('has-sheet', sheet > 0);
  lab.call('sheet', sheet / lab.zoom);
  host.resize();
}
