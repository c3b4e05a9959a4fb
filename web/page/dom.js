// Small helpers for building and copying.

const WITHOUT_FRAMES_MS = 250;

/** An element with attributes and children; children that are strings become text, empty ones are left out. */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== null) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== ''));
  return node;
}

/** A press of a link that would open it in this window: what a script may answer instead. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }) {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey && !defaultPrevented;
}

export function debounce(delay, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

/** `action` once a frame, however often it is asked for meanwhile; in a tab that gets no frames, soon. */
export function onceAFrame(action) {
  let waiting = false;
  const run = () => {
    if (!waiting) return;
    waiting = false;
    action();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(run);
    setTimeout(run, WITHOUT_FRAMES_MS);
  };
}

/** `action` at most once in `period` ms, and once after the last call. */
export function throttle(period, action) {
  let timer = 0;
  let last = -Infinity;
  return () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      last = performance.now();
      action();
    }, Math.max(0, last + period - performance.now()));
  };
}

/** Resolves when any of `node` has come into sight; not before the page has loaded, and the browser has gone where its address leads. */
export async function inSight(node) {
  if (document.readyState !== 'complete') await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  await new Promise((resolve) => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(node);
  });
}

/** Copies `text`; where that is denied (frames without permission) shows it selected in a box in `place` until the hand goes elsewhere. */
export async function copyText(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = element('textarea', { class: 'copy-box', readonly: '', rows: '4', 'aria-label': 'Text to copy: press Ctrl+C' });
    box.value = text;
    place.querySelector('.copy-box')?.remove();
    box.addEventListener('blur', () => box.remove(), { once: true });
    place.append(box);
    box.focus();
    box.select();
    return false;
  }
}

export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = element('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
