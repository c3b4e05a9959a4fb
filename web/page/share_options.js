// What a teacher chooses of a figure to embed: which figure, which of its controls, which of them are locked, theme, scale and size. A preview
// shows the embed as it will be; the same as one HTML file that needs no server.

import { debounce, download, element } from './dom.js';
import { singleFile } from './single_file.js';

const WIDTHS = [320, 480, 760, 1000];
const SCALES = [['1', 'As on a page'], ['1.5', '1.5 times'], ['2', 'Twice, for slides'], ['3', 'Three times']];
const FULL = 760; // px, of the preview where the figure takes what the page gives
const PREVIEW_AFTER_MS = 250;
const GRIDS = ['matrix', 'mask', 'points'];
const FIRST_CONTROLS = 2;
const TALLEST = 0.6; // of the window
const HEIGHTS = [300, 2000]; // px

function field(label, control) {
  control.setAttribute('aria-label', label); // a list's entries are no part of its name
  return element('label', { class: 'share-field' }, element('span', {}, label), control);
}

const select = (rows) => element('select', {}, ...rows.map(([value, label]) => element('option', { value }, label)));

/** The figure's controls, each to be shown and to be locked. */
class ControlChoice {
  constructor(lab, onChange) {
    Object.assign(this, { lab, onChange });
    this.element = element('fieldset', { class: 'share-controls' });
  }

  open(figure) {
    const rows = new Map(this.lab.briefParams().map((row) => [row.id, row]));
    const own = figure.controls.map((id) => rows.get(id)).filter(Boolean);
    const first = own.filter(({ type }) => !GRIDS.includes(type)).slice(0, FIRST_CONTROLS);
    this.rows = own.map((row) => {
      const box = (what, on) => {
        const input = element('input', { type: 'checkbox', 'aria-label': `${what} ${row.label}` });
        input.checked = on;
        input.addEventListener('change', this.onChange);
        return input;
      };
      return { row, show: box('Show', first.includes(row)), lock: box('Lock', row.locked === true) };
    });
    const head = element('tr', {}, element('th', { scope: 'col' }, 'Control'), element('th', { scope: 'col' }, 'Show'), element('th', { scope: 'col' }, 'Lock'));
    const lines = this.rows.map(({ row, show, lock }) => element('tr', {}, element('th', { scope: 'row' }, row.label), element('td', {}, show), element('td', {}, lock)));
    this.element.replaceChildren(
      element('legend', { class: 'visually-hidden' }, 'Controls'),
      own.length === 0 ? element('p', {}, 'This figure has no controls but what is in it.') : element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines)),
    );
  }

  get controls() {
    return this.rows.filter(({ show }) => show.checked).map(({ row }) => row.id);
  }

  get lock() {
    return this.rows.filter(({ lock }) => lock.checked).map(({ row }) => row.id);
  }

  /** The labels of those that are locked. */
  get locked() {
    return this.rows.filter(({ lock }) => lock.checked).map(({ row }) => row.label);
  }

  /** Whether a reader may bring another model about, which has weights of its own. */
  get changesModel() {
    return this.rows.some(({ row, show, lock }) => show.checked && !lock.checked && row.restartsTraining);
  }
}

/** The embed as it will be, drawn smaller where there is less room. */
class Preview {
  #frame = null;
  #hear = ({ source, data }) => {
    if (source !== this.#frame?.contentWindow || data?.type !== 'attention-lab' || data.event !== 'height') return;
    if (Number.isFinite(data.height) && data.height > 0) this.onHeight(Math.round(data.height));
  };

  constructor(onHeight) {
    this.onHeight = onHeight;
    this.box = element('div', { class: 'share-preview' });
    this.scale = element('p', { class: 'share-hint' });
    this.element = element('div', { class: 'share-shown' }, this.box, this.scale);
    this.resize = new ResizeObserver(() => this.fit());
    this.resize.observe(this.box);
    addEventListener('message', this.#hear);
  }

  /** A new frame each time: another address in the old one would be a step of the browser's history. */
  show(address, width, height) {
    this.#frame = element('iframe', { title: 'Preview', src: address });
    this.box.replaceChildren(this.#frame);
    this.size(width, height);
  }

  size(width, height) {
    Object.assign(this, { width, height });
    this.fit();
  }

  fit() {
    if (!this.#frame || !this.width) return;
    const room = this.box.clientWidth;
    const scale = Math.min(1, room / this.width, (TALLEST * innerHeight) / this.height);
    const aside = Math.max(0, room - this.width * scale) / 2;
    Object.assign(this.#frame.style, { width: `${this.width}px`, height: `${this.height}px`, transform: `translateX(${aside}px) scale(${scale})` });
    this.box.style.height = `${Math.round(this.height * scale)}px`;
    this.scale.textContent = `${this.width} × ${this.height} px, shown at ${scale < 1 ? `${Math.round(100 * scale)} %` : 'full size'}`;
  }

  /** Names of trained weights that the preview has fetched. */
  get weights() {
    return this.#frame?.contentWindow ? fetchedWeights(this.#frame.contentWindow) : [];
  }

  close() {
    removeEventListener('message', this.#hear);
    this.resize.disconnect();
    this.#frame?.remove();
    this.#frame = null;
  }
}

const fetchedWeights = (view) => view.performance.getEntriesByType('resource').map(({ name }) => /weights\/([^/?]+)\.safetensors/.exec(name)?.[1]).filter(Boolean);

async function readFile(root, name) {
  const response = await fetch(new URL(name, root), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`.trim());
  return new Uint8Array(await response.arrayBuffer());
}

/** Buttons that save the figure, and on a lesson's page the lesson, as one file that opens at what was chosen. */
function fileButtons(lab, root, options) {
  const status = element('p', { class: 'share-status', role: 'status' });
  const button = (label, whole) => {
    const node = element('button', { type: 'button' }, label);
    node.addEventListener('click', async () => {
      node.disabled = true;
      status.textContent = 'Putting the file together.';
      try {
        const { slug, title } = lab.lesson();
        const { asked, wholeAsked, figure, locked, theme, weights } = options();
        const html = await singleFile({
          read: (name) => readFile(root, name), root, slug, whole, figure, title: `${title} · Attention Lab`, theme: theme || (whole ? '' : 'light'),
          asked: whole ? wholeAsked : asked.replace(/&?theme=\w+$/, ''), weights: whole ? null : weights,
        });
        const file = new Blob([html], { type: 'text/html;charset=utf-8' });
        const name = `${slug}${whole ? '' : `-${figure}`}.html`;
        download(file, name);
        const fixed = locked.length > 0 ? ` Locked in it: ${locked.join(', ')}.` : '';
        status.textContent = `${name}, ${(file.size / 1e6).toFixed(1)} MB: it opens with this figure, from a disk and from a course’s file area, without a network.${fixed}`;
      } catch (error) {
        status.textContent = `The file could not be made: ${error.message.replace(/\.$/, '')}.`;
      }
      node.disabled = false;
    });
    return node;
  };
  const lesson = document.body.dataset.page === 'lesson' ? [button('The whole lesson', true)] : [];
  return element('div', { class: 'share-files' }, element('p', { class: 'buttons' }, element('span', {}, 'As one HTML file'), button('This figure', false), ...lesson), status);
}

/** Fills `place` in the open `dialog`; `write(chosen)` writes the texts to copy and gives shareTexts() of what was chosen. */
export function offerOptions(place, dialog, lab, root, write) {
  const figures = lab.figures();
  const figure = select(figures.map(({ id, title }) => [id, title]));
  const tabs = element('input', { type: 'checkbox' });
  const training = element('input', { type: 'checkbox' });
  const theme = select([['', 'As the page'], ['light', 'Light'], ['dark', 'Dark'], ['auto', 'As the reader’s system']]);
  const scale = select(SCALES);
  const width = select([['', 'All there is'], ...WIDTHS.map((pixels) => [String(pixels), `${pixels} px`])]);
  const height = element('input', { type: 'number', min: HEIGHTS[0], max: HEIGHTS[1], step: '1', inputmode: 'numeric', placeholder: 'as needed', 'aria-describedby': 'share-height' });
  const range = element('p', { class: 'share-hint', id: 'share-height', role: 'status' });
  const sayRange = () => {
    range.textContent = height.validity.valid ? `${HEIGHTS.join(' to ')} px; empty: what the figure needs` : `Not ${HEIGHTS.join(' to ')} px: the height is left as needed`;
    range.classList.toggle('is-wrong', !height.validity.valid);
  };
  let good;
  const pixels = () => (height.validity.valid && height.value !== '' ? Number(height.value) : undefined);
  const shownWidth = () => Number(width.value) || FULL;
  const chosen = () => ({
    figure: figure.value, controls: choice.controls, lock: choice.lock, tabs: tabs.checked, training: training.checked,
    scale: Number(scale.value), theme: theme.value, width: Number(width.value) || undefined, height: pixels(), good,
  });
  const preview = new Preview((wanted) => {
    good = wanted;
    write(chosen());
    preview.size(shownWidth(), pixels() ?? good);
  });
  const show = () => {
    if (!dialog.open) return;
    const { embed } = write(chosen());
    preview.show(embed, shownWidth(), pixels() ?? good ?? 480);
  };
  const showLater = debounce(PREVIEW_AFTER_MS, show);
  const changed = () => {
    write(chosen());
    showLater();
  };
  const choice = new ControlChoice(lab, changed);
  const openFigure = () => choice.open(figures.find(({ id }) => id === figure.value));
  figure.value = lab.figure();
  openFigure();
  figure.addEventListener('change', openFigure);
  for (const control of [figure, tabs, training, theme, scale]) control.addEventListener('change', changed);
  for (const control of [width, height]) {
    control.addEventListener('input', () => {
      sayRange();
      write(chosen());
      preview.size(shownWidth(), pixels() ?? good ?? 480);
    });
  }
  const several = figures.length > 1 ? [field('Figure', figure), element('label', { class: 'share-tick' }, tabs, 'Tabs to the lesson’s other figures')] : [];
  const trained = lab.training().trained ? [element('label', { class: 'share-tick' }, training, 'The buttons of training')] : [];
  const form = element('div', { class: 'share-form' }, ...several, choice.element, ...trained, field('Theme', theme), field('Scale', scale), field('Width', width), field('Height', height), range);
  sayRange();
  const files = fileButtons(lab, root, () => {
    const { asked, whole } = write(chosen());
    return { asked, wholeAsked: whole, figure: figure.value, locked: choice.locked, theme: theme.value, weights: choice.changesModel ? null : [...fetchedWeights(window), ...preview.weights] };
  });
  place.replaceChildren(element('div', { class: 'share-choice' }, form, preview.element), files);
  dialog.addEventListener('close', () => preview.close(), { once: true });
  show();
}
