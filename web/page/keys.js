// Which keys the figure may have. The browser keeps its own, Escape leaves the figure, and keys that nothing in the figure wants go on
// to the page (and from an embed to the slides around it).

/** Keys that scroll a page, or turn its slides. */
export const SCROLL_KEYS = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', ' '];

/** Keys with Ctrl or Cmd that edit or copy inside the figure; every other combination is the browser's. */
const EDIT_KEYS = new Set(['c', 'v', 'x', 'a']);

function isBrowserKey(event) {
  if (event.key === 'Tab' || /^F\d+$/.test(event.key) || event.altKey) return true;
  return (event.ctrlKey || event.metaKey) && !EDIT_KEYS.has(event.key.toLowerCase());
}

/** Returns a function that says whether the focus came to the figure by keyboard; if so, the first arrow key selects something in it instead of scrolling. */
function watchFocus(keys) {
  let pressed = false;
  let byKeyboard = false;
  keys.addEventListener('pointerdown', () => { pressed = true; byKeyboard = false; }, true);
  keys.addEventListener('focusin', () => { byKeyboard = !pressed; });
  keys.addEventListener('focusout', () => { pressed = byKeyboard = false; });
  return () => byKeyboard;
}

/** Marks a figure that a hand has pressed, until Tab is pressed: its ring is for the keyboard, and a browser draws one after a press as well. */
function markPressed(keys) {
  keys.addEventListener('pointerdown', () => keys.classList.add('is-pressed'), true);
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && keys.classList.remove('is-pressed'), true);
}

function isWanted(event, lab, byKeyboard) {
  if (!SCROLL_KEYS.includes(event.key) || (byKeyboard && event.key.startsWith('Arrow'))) return true;
  return lab.started && lab.call('key_wanted', event.key, event.shiftKey) === true;
}

/** Takes the keys of undo and redo, except in a text field, which has its own; true if `event` was one of them. */
export function undoKey(event, lab) {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !lab.started) return false;
  if (key !== 'z' && key !== 'y') return false;
  if (event.target.matches?.('input:not([type=range], [type=checkbox], [type=radio]), textarea')) return false;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) lab.redo();
  else lab.undo();
  return true;
}

/** Space goes on with a story that is being told, unless what has the focus has a use for it; once all is told it scrolls the page again. */
export function goOnBySpace(event, lab) {
  const used = event.target.closest?.('input, textarea, select, button, summary, dialog, [role=button], [contenteditable]');
  if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || used || !lab.started) return;
  if (lab.call('tell', 'on')) event.preventDefault();
}

/** `keys` holds the focus for the figure. `options.onPageKey(event)` hears of keys that the figure leaves alone. */
export function filterKeys(keys, lab, options) {
  const cameByKeyboard = watchFocus(keys);
  markPressed(keys);
  const filter = (event) => {
    const withhold = () => event.stopPropagation();
    const asks = event.key === 'Escape' && lab.started && lab.call('key_wanted', event.key) === true; // Escape closes the inspector first
    if (event.key === 'Escape' && !asks) {
      withhold();
      if (event.type === 'keydown') keys.contains(document.activeElement) && document.activeElement.blur();
    } else if (event.type === 'keydown' && undoKey(event, lab)) {
      withhold();
    } else if (isBrowserKey(event)) {
      withhold();
    } else if (!isWanted(event, lab, cameByKeyboard())) {
      withhold();
      if (event.type === 'keydown') options.onPageKey?.(event);
    }
  };
  // Capture on the parent: the module listens on `keys` itself and swallows what reaches it.
  keys.parentElement.addEventListener('keydown', (event) => keys.contains(event.target) && filter(event), true);
  keys.parentElement.addEventListener('keyup', (event) => keys.contains(event.target) && filter(event), true);
  keys.parentElement.addEventListener('keypress', (event) => {
    if (keys.contains(event.target) && (event.ctrlKey || event.metaKey || event.key === 'Tab')) event.stopPropagation();
  }, true);
}
