// The figure alone, for other people's pages. Works in a plain iframe without any script around it; a parent that wants to talk sends
// {type: 'attention-lab', version: 1, id, call, args} and hears {type, version, id, event, ...}. `id` of an answer is the call's; of a
// report it is the iframe's name.

import { openedQuery, shortUrl } from '../page/address.js';
import { Controls } from '../page/controls.js';
import { acceptData } from '../page/data_drop.js';
import { debounce, throttle } from '../page/dom.js';
import { FigureHost } from '../page/figure.js';
import { ENGINE_EVENTS, Lab } from '../page/lab.js';
import { SITE_ROOT } from '../page/places.js';
import { renameStill, watchStills } from '../page/stills.js';
import { takeTheme } from '../page/theme.js';

const TYPE = 'attention-lab';
const VERSION = 1;
const TRAINING_REFRESH_MS = 500;

/** What a parent may call; every one of them is safe to offer to any page. */
const CALLS = new Set([
  'lessons', 'open', 'params', 'get', 'set', 'bring', 'reset', 'undo', 'redo', 'url', 'query', 'figures', 'figure', 'scenes', 'scene', 'results', 'read', 'describe',
  'rect', 'explain', 'exercises', 'begin', 'predict', 'check', 'retry', 'distance', 'train', 'metrics', 'training', 'run', 'pause', 'restart',
  'speed', 'idle', 'backend', 'setBackend', 'export', 'stats', 'light',
]);

const framed = window.parent !== window;

function report(event, detail = {}, id = window.name) {
  if (framed) window.parent.postMessage({ ...detail, type: TYPE, version: VERSION, id, event }, '*');
}

/** A well-formed call of our protocol from the page around us. */
function isCall(event) {
  const { data } = event;
  return event.source === window.parent && data !== null && typeof data === 'object' && data.type === TYPE && data.version === VERSION
    && typeof data.call === 'string';
}

async function answer(lab, { id, call, args = [] }) {
  try {
    if (!CALLS.has(call)) throw new Error(`no call "${call}"; there are ${[...CALLS].join(', ')}`);
    if (!Array.isArray(args)) throw new Error(`${call}: args must be an array`);
    await lab.ready;
    report('result', { call, value: await lab[call](...args) }, id);
  } catch (error) {
    report('error', { call, message: error.message }, id);
  }
}

/** Reports the height that suits the width: the program knows its figure, tabs and controls; the line below them is the page's. */
function reportHeight(lab, { keys }) {
  const { width, height } = keys.getBoundingClientRect();
  if (width === 0) return; // drawn as a still
  const wanted = lab.call('height_for', width);
  if (wanted !== null) report('height', { height: Math.ceil(innerHeight - height) + Math.ceil(wanted) });
}

function startWhenSeen(host) {
  host.startButton.hidden = false;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    host.start().catch(() => {});
  }, { threshold: 0.05 });
  observer.observe(host.element);
}

function main() {
  const search = new URLSearchParams(location.search);
  const slug = search.get('lesson') || document.body.dataset.lesson;
  const theme = takeTheme();
  const small = innerWidth < 480 && innerHeight < 420; // room for the picture alone
  const ui = ['figure', 'controls', 'full'].includes(search.get('ui')) ? search.get('ui') : small ? 'figure' : 'full';

  const lab = new Lab(SITE_ROOT);
  window.lab = lab;
  const figure = document.querySelector('.figure');
  const still = figure.querySelector('.poster picture');
  if (/^[a-z0-9-]+$/.test(slug)) {
    renameStill(still, slug);
    still.querySelector('img').addEventListener('error', () => { still.hidden = true; }, { once: true });
    watchStills(figure);
  }
  const host = new FigureHost(figure, lab, {
    slug,
    query: openedQuery(),
    ui,
    theme,
    lock: search.get('lock') ?? '',
    release: true,
    onPageKey: ({ key, shiftKey }) => report('key', { key, shiftKey }),
  });
  const controls = new Controls(document.querySelector('.parallel'), document.querySelector('.figure-status'), lab);
  const link = document.querySelector('.embed-link');
  const relink = debounce(200, () => { link.href = shortUrl(lab); });
  let shown = '';
  const refresh = () => {
    if (shown !== lab.lesson().slug) controls.rebuild();
    shown = lab.lesson().slug;
    controls.refresh();
    relink();
  };
  const refreshLater = throttle(TRAINING_REFRESH_MS, () => lab.started && refresh());
  host.onEvent = (type, detail) => {
    if (!lab.started) return;
    if (type === 'change') refresh();
    if (type === 'train') {
      controls.training.refresh();
      refreshLater();
    }
    if (ENGINE_EVENTS.includes(type)) report(type, detail);
  };
  lab.on('progress', (detail) => report('progress', detail));
  lab.ready.then(() => {
    refresh();
    acceptData(figure, lab, host);
    report('ready', { lesson: slug });
    reportHeight(lab, host);
    new ResizeObserver(() => reportHeight(lab, host)).observe(document.documentElement);
  }, (error) => report('error', { message: error.message }));
  addEventListener('message', (event) => isCall(event) && answer(lab, event.data));
  document.addEventListener('keydown', (event) => {
    const inField = event.target.matches('input, select, textarea, button, a') || host.keys.contains(event.target);
    if (!inField && /^(Page(Up|Down)|Arrow(Up|Down|Left|Right))$/.test(event.key)) report('key', { key: event.key, shiftKey: event.shiftKey });
  });
  startWhenSeen(host);
}

main();
