// What stands around the figure of an embed: its tabs where they are asked for, the controls that are named or else all of them behind a
// button, the way back to the state that was embedded. The figure comes first: controls for which there is no room are folded.

import { element } from '../page/dom.js';

const LEAST_FIGURE = 240; // px high; beside a figure that is lower, controls are folded
const LOW = 0.45; // of the frame, that unfolded controls take at most
/** Kinds that are edited in the figure itself, and stand beside it only where they are named. */
const GRIDS = ['matrix', 'mask', 'points'];

export class Panel {
  #open = false;
  #shown = '';
  #opened = null;

  /** `controls` makes the widgets (page/controls.js); `options` as readOptions() gives them. `onLayout()` hears of another height. */
  constructor(stage, controls, lab, options, onLayout) {
    Object.assign(this, { stage, controls, lab, options, onLayout });
    this.figure = stage.querySelector('.figure');
    this.bar = stage.querySelector('.toolbar');
    this.tabs = element('div', { class: 'embed-tabs', role: 'group', 'aria-label': 'Figure', hidden: '' });
    this.inner = element('div', { class: 'embed-widgets' }, controls.widgetList);
    this.panel = element('section', { class: 'embed-controls', id: 'embed-controls', 'aria-label': 'Controls' }, this.inner);
    this.button = element('button', { type: 'button', class: 'embed-unfold', 'aria-controls': 'embed-controls', 'aria-expanded': 'false', hidden: '' }, 'Controls');
    this.reset = element('button', { type: 'button', class: 'embed-reset', hidden: '' }, 'Reset');
    this.button.addEventListener('click', () => this.#toggle());
    this.reset.addEventListener('click', () => this.#bringBack());
    this.figure.before(this.tabs);
    this.figure.after(this.panel);
    this.bar.prepend(this.button, this.reset);
    new ResizeObserver(() => this.layOut()).observe(stage);
  }

  /** Takes what the lesson has now. Returns what was asked for and is not there, {name: message}. */
  rebuild() {
    this.#opened = this.lab.query();
    this.#shown = '';
    this.controls.widgetList.querySelector('.figure-choice')?.remove();
    this.#makeTabs();
    this.refresh();
    const known = this.lab.briefParams().map(({ id }) => id);
    const unknown = (this.options.controls ?? []).filter((id) => !known.includes(id));
    if (unknown.length === 0) return {};
    return { controls: `There is no control “${unknown[0].slice(0, 40)}”; there are ${known.join(', ')}.` };
  }

  #makeTabs() {
    const figures = this.lab.figures();
    this.tabs.hidden = !this.options.tabs || figures.length < 2 || this.options.ui !== '';
    this.tabs.replaceChildren(...(this.tabs.hidden ? [] : figures).map(({ id, title }) => {
      const tab = element('button', { type: 'button', 'data-figure-id': id }, title);
      tab.addEventListener('click', () => this.lab.figure(id));
      return tab;
    }));
  }

  /** The ids of what is to stand here, in order. */
  #wanted() {
    const { ui, controls } = this.options;
    if (ui !== '' && controls === null) return []; // the program draws them, or nobody does
    const known = new Map(this.lab.briefParams().map(({ id, type }) => [id, type]));
    if (controls !== null) return controls.filter((id) => known.has(id));
    const current = this.lab.figure();
    const { controls: own } = this.lab.figures().find(({ id }) => id === current);
    return own.filter((id) => !GRIDS.includes(known.get(id)));
  }

  refresh() {
    const wanted = this.#wanted();
    const key = wanted.join();
    if (key !== this.#shown) {
      this.#shown = key;
      const widgets = new Map([...this.controls.widgetList.querySelectorAll('[data-param]')].map((widget) => [widget.dataset.param, widget]));
      for (const [id, widget] of widgets) widget.classList.toggle('is-left-out', !wanted.includes(id));
      this.controls.widgetList.append(...wanted.map((id) => widgets.get(id)));
    }
    const current = this.lab.figure();
    for (const tab of this.tabs.children) tab.setAttribute('aria-pressed', String(tab.dataset.figureId === current));
    this.reset.hidden = this.options.ui === 'figure' || this.lab.query() === this.#opened;
    this.layOut();
  }

  #toggle() {
    this.#open = !this.#open;
    this.layOut();
    if (this.#open) this.inner.querySelector('.widget:not(.is-left-out) :is(input, select, textarea):not([disabled])')?.focus({ preventScroll: true });
  }

  #bringBack() {
    this.lab.bring(this.#opened);
  }

  /** Height of what is around the figure when nothing is unfolded. */
  around() {
    const { paddingTop, paddingBottom } = getComputedStyle(this.stage);
    return parseFloat(paddingTop) + parseFloat(paddingBottom) + this.tabs.offsetHeight + this.bar.offsetHeight;
  }

  /** Height of the controls that should stand there, whether there is room for them or not. */
  unfolded() {
    return this.#shown !== '' && (this.options.controls !== null || this.#open) ? this.inner.offsetHeight : 0;
  }

  /** Folds what has no room; says so by a button that unfolds it. */
  layOut() {
    const some = this.#shown !== '';
    const named = this.options.controls !== null;
    const room = innerHeight - this.around() - this.inner.offsetHeight >= LEAST_FIGURE;
    const unfolded = some && ((named && room) || this.#open);
    this.panel.classList.toggle('is-unfolded', unfolded);
    this.panel.style.maxHeight = room ? '' : `${Math.round(LOW * innerHeight)}px`;
    this.button.hidden = !some || (named && room);
    this.button.setAttribute('aria-expanded', String(unfolded));
    this.onLayout();
  }

  /** Where the control of a parameter stands, in px from the top left of `origin`; null where none is in sight. */
  rect(id, origin) {
    if (!this.panel.classList.contains('is-unfolded')) return null;
    const widget = [...this.inner.querySelectorAll('.widget:not(.is-left-out)')].find(({ dataset }) => dataset.param === id);
    const field = widget?.querySelector('input, select, textarea, .grid');
    if (!field) return null;
    const [at, from] = [field.getBoundingClientRect(), origin.getBoundingClientRect()];
    return { x: at.x - from.x, y: at.y - from.y, width: at.width, height: at.height };
  }
}
