// What the figure's inspector asks of the page: room for its sheet below the figure, and a voice for what it says.

const KEPT_FREE_PX = 8; // below the sheet

/** What the inspector explains, for the ear; `status` is a polite live region. */
export function speakExplanation(status, type, detail) {
  if (type === 'explain') status.textContent = detail.text;
}

/** The canvas grows over what stands below the figure, as far as the window goes, so that nothing else moves; the figure gives the rest. */
export function makeRoom(host, type, detail) {
  if (type === 'sheet') queueMicrotask(() => grow(host, detail.height)); // not within the frame that tells of it
}

function grow(host, wanted) {
  const { keys, lab } = host;
  const style = keys.style;
  style.removeProperty('--sheet');
  const room = Math.max(0, innerHeight - keys.getBoundingClientRect().bottom - KEPT_FREE_PX);
  const sheet = keys.closest('.is-presenting') ? 0 : Math.floor(Math.min(wanted * lab.zoom, room)); // there the caption stands below
  if (sheet > 0) style.setProperty('--sheet', `${sheet}px`);
  keys.classList.toggle('has-sheet', sheet > 0);
  lab.call('sheet', sheet / lab.zoom);
  host.resize();
}
