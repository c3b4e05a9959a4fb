// The figure alone, for other people's pages. It works in a plain iframe without any script around it. A parent that wants to talk to it
// sends {type: 'attention-lab', version: 1, id, call, args} and hears {type, version, id, event, ...}. An answer has the call's `id`. A
// report has the iframe's name there, and names what it is about in a field of its own, `exercise` or `parameter`.

import { openedQuery, shortUrl } from '../page/address.js';
import { Controls } from '../page/controls.js';
import { acceptData } from '../page/data_drop.js';
import { debounce, onceAFrame, throttle } from '../page/dom.js';
import { FigureHost } from '../page/figure.js';
import { SCROLL_KEYS, undoKey } from '../page/keys.js';
import { ENGINE_EVENTS, Lab } from '../page/lab.js';
import { speakExplanation } from '../page/inspector.js';
import { SITE_ROOT } from '../page/places.js';
import { renameStill, watchStills } from '../page/stills.js';
import { takeTheme } from '../page/theme.js';
import { Contexts } from './contexts.js';
import { isName, readOptions } from './options.js';
import { Panel } from './panel.js';
import { isOurs, TYPE, VERSION } from './protocol.js';

const TRAINING_REFRESH_MS = 500;
const WIDE = 560, TALL_ASPECT = 1.15, LOWEST = 320, LOWEST_NARROW = 350; // px; the program's own lowest, and where charts stand below each other

/** The smallest frame in which everything has room. */
const SMALLEST = { width: 320, height: 300 };

/** What a parent may call; every one of them is safe to offer to any page. */
const CALLS = new Set([
  'lessons', 'open', 'params', 'get', 'set', 'bring', 'reset', 'undo', 'redo', 'play', 'stop', 'url', 'query', 'figures', 'figure', 'scenes', 'scene', 'results', 'read', 'describe',
  'rect', 'explain', 'exercises', 'begin', 'predict', 'check', 'retry', 'distance', 'train', 'metrics', 'training', 'run', 'pause', 'restart',
  'speed', 'film', 'idle', 'backend', 'setBackend', 'workers', 'export', 'stats', 'light', 'theme', 'compare',
]);

/** What the `id` of the engine's events is called in a report. */
const ABOUT = { answer: 'exercise', error: 'parameter' };

const framed = window.parent !== window;

function report(event, detail = {}, id = window.name) {
  const about = ABOUT[event] && detail.id !== undefined ? { [ABOUT[event]]: detail.id } : {};
  if (framed) window.parent.postMessage({ ...detail, ...about, type: TYPE, version: VERSION, id, event }, '*');
}

/** Reports a key that the figure leaves alone, with everything that the scripts of slides look at. */
const reportKey = ({ key, code, keyCode, shiftKey }) => report('key', { key, code, keyCode, shiftKey });

/** Is the message a well-formed call of our protocol, from the page around us? */
function isCall(event) {
  return event.source === window.parent && isOurs(event.data) && typeof event.data.call === 'string';
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

/** How many pixels a figure of this width gets on top of the height that its shape asks for: on a narrow page height makes it legible. */
function extraHeight(lab, width) {
  if (width >= WIDE) return 0;
  const current = lab.figure();
  const { aspect } = lab.figures().find(({ id }) => id === current);
  const own = Math.max(LOWEST, width / aspect);
  return Math.max(0, Math.max(LOWEST_NARROW, width / Math.min(aspect, TALL_ASPECT)) - own);
}

/** Reports the height that suits the width. The program knows its figure, the page what stands around it; the frame's present height plays no part. */
function reportHeight(lab, { keys }, panel) {
  const { width } = keys.getBoundingClientRect();
  if (width === 0 || !lab.started) return; // the figure is a still, or on a slide that is not shown
  const own = width / lab.zoom; // the figure's pixels
  const wanted = lab.call('height_for', own);
  if (wanted !== null) report('height', { height: Math.ceil(panel.around() + panel.unfolded() + lab.zoom * (wanted + extraHeight(lab, own))) });
}

/** Makes everything `scale` times as large, as far as a small frame has room for it. */
function keepScale(host, scale) {
  const fit = () => {
    const most = Math.max(1, Math.min(innerWidth / SMALLEST.width, innerHeight / SMALLEST.height));
    const now = Math.min(scale, most);
    if (now === host.lab.zoom) return;
    document.documentElement.style.setProperty('--scale', now);
    host.setZoom(now);
  };
  addEventListener('resize', fit);
  fit();
}

/** Lets the figure play while it is in sight and not too many others of the page do. */
function playWhenSeen(host) {
  host.startButton.hidden = false;
  const contexts = new Contexts(host.element, {
    take: () => host.take().then(() => host.headless && contexts.retire(), () => contexts.retire()),
    give: () => host.context.give(),
  });
}

/** Shows the still of what the address asks for, if there is one. The page itself names none, because without scripts it would be another lesson's. */
function prepareStill(figure, { lesson, figure: id }) {
  const still = figure.querySelector('.poster picture');
  const image = still.querySelector('img');
  if (!still.querySelector('source')) return void watchStills(figure); // a single file has the one still that it needs
  if (!isName(lesson)) return;
  still.hidden = false;
  renameStill(still, id ? `${lesson}-${id}` : lesson);
  image.addEventListener('error', () => {
    if (!id) return void (still.hidden = true);
    image.addEventListener('error', () => { still.hidden = true; }, { once: true });
    renameStill(still, lesson);
  }, { once: true });
  watchStills(figure);
}

/** Changes the theme where the figure stands, for a page around it that changes its own. */
function changeTheme(lab, host, name) {
  if (name !== 'light' && name !== 'dark') throw new Error(`no theme "${name}"; there are light, dark`);
  document.documentElement.dataset.theme = name;
  host.options.theme = name;
  lab.call('theme', name);
  host.request();
  host.redrawStill();
}

function listen(lab, host) {
  addEventListener('message', (event) => isCall(event) && answer(lab, event.data));
  document.addEventListener('keydown', (event) => {
    if (host.keys.contains(event.target) || undoKey(event, lab)) return;
    const inField = event.target.matches('input, select, textarea, button, a');
    if (!inField && SCROLL_KEYS.includes(event.key)) reportKey(event);
  });
  addEventListener('beforeprint', () => host.freeze());
}

function main() {
  const options = readOptions(document.body.dataset.lesson);
  const ui = options.ui === '' || options.controls !== null ? 'figure' : options.ui;
  const lab = new Lab(SITE_ROOT);
  window.lab = lab;
  const figure = document.querySelector('.figure');
  prepareStill(figure, options);
  const host = new FigureHost(figure, lab, {
    slug: options.lesson,
    query: openedQuery(),
    ui,
    theme: takeTheme(),
    lock: options.lock,
    tools: options.training || ui !== 'figure',
    yields: true,
    onPageKey: reportKey,
  });
  keepScale(host, options.scale);
  const controls = new Controls(document.querySelector('.parallel'), document.querySelector('.figure-status'), lab);
  if (!options.training) controls.training.element.remove();
  const panel = new Panel(document.querySelector('.stage'), controls, lab, options, () => reportHeight(lab, host, panel));
  const drawn = lab.rect.bind(lab);
  lab.rect = (id) => drawn(id) ?? panel.rect(id, host.canvas);
  lab.theme = (name) => changeTheme(lab, host, name);
  const link = document.querySelector('.embed-link');
  const relink = debounce(200, () => { link.href = shortUrl(lab); });
  let shown = '';
  const refresh = () => {
    const { slug } = lab.lesson();
    if (shown !== slug) {
      controls.rebuild();
      lab.tellRefused(panel.rebuild());
    }
    shown = slug;
    controls.refresh();
    panel.refresh();
    relink();
  };
  const refreshSoon = onceAFrame(refresh);
  host.element.addEventListener('whole', refreshSoon);
  const refreshLater = throttle(TRAINING_REFRESH_MS, () => lab.started && refresh());
  host.onEvent = (type, detail) => {
    if (!lab.started) return;
    speakExplanation(controls.status, type, detail);
    if (type === 'change') refreshSoon();
    if (type === 'train') {
      controls.training.refresh();
      refreshLater();
    }
    if (ENGINE_EVENTS.includes(type)) report(type, detail);
  };
  lab.on('progress', (detail) => report('progress', detail));
  host.onFailed = ({ message }) => report('error', { message, fatal: true });
  host.onStarted = () => {
    refresh();
    acceptData(figure, lab, host);
    report('ready', { lesson: options.lesson });
    reportHeight(lab, host, panel);
    new ResizeObserver(() => reportHeight(lab, host, panel)).observe(document.documentElement);
  };
  listen(lab, host);
  playWhenSeen(host);
}

main();
