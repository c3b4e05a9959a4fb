// What stands around the figure of an embed: tabs where they are asked for, controls, and the way back to the state that was embedded. The
// address names the controls; otherwise all of them wait behind a button. The figure comes first: controls that find no room are folded,
// and unfold beside the figure, or over it where the frame is low.

import { element } from '../page/dom.js';
import { sayUnknown } from '../page/names.js';
import { Tabs } from './tabs.js';

const LEAST_FIGURE = 240; // px high; beside a figure that is lower, controls are folded
const TRAINING = 80; // px, of training's buttons below it
const LOW = 0.45; // of the frame, that unfolded controls take at most
const OVER = 0.68; // of the figure, that controls over it cover at most
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
    this.notice = stage.querySelector('.stage-notice');
    this.tabs = new Tabs(lab);
    this.close = element('button', { type: 'button', 'aria-label': 'Close the controls', title: 'Close' }, '×');
    this.head = element('div', { class: 'embed-over-head' }, element('span', { 'aria-hidden': 'true' }, 'Controls'), this.close);
    this.inner = element('div', { class: 'embed-widgets' }, controls.widgetList);
    this.panel = element('section', { class: 'embed-controls', id: 'embed-controls', 'aria-label': 'Controls' }, this.head, this.inner);
    this.button = element('button', { type: 'button', class: 'embed-unfold', 'aria-controls': 'embed-controls', 'aria-expanded': 'false', hidden: '' }, 'Controls');
    this.reset = element('button', { type: 'button', class: 'embed-reset', hidden: '' }, 'Reset');
    this.button.addEventListener('click', () => this.#toggle());
    this.close.addEventListener('click', () => this.#fold());
    for (const place of [this.panel, this.button]) place.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#open && this.#fold());
    this.reset.addEventListener('click', () => this.#bringBack());
    this.notice.before(this.tabs.element);
    this.figure.after(this.panel);
    this.bar.prepend(this.button, this.reset);
    const watch = new ResizeObserver(() => this.layOut());
    for (const part of [stage, this.notice]) watch.observe(part);
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
    return { ...this.options.refused, ...(unknown.length > 0 && { controls: sayUnknown('control', unknown, known) }) };
  }

  #makeTabs() {
    const figures = this.lab.figures();
    const wanted = this.options.tabs && figures.length > 1 && this.options.ui === '';
    this.tabs.rebuild(wanted ? figures : []);
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
    this.tabs.refresh();
    this.reset.hidden = this.options.ui === 'figure' || this.lab.query() === this.#opened;
    this.layOut();
  }

  #toggle() {
    this.#open = !this.#open;
    this.layOut();
    if (this.#open) this.inner.querySelector('.widget:not(.is-left-out) :is(input, select, textarea):not([disabled])')?.focus({ preventScroll: true });
  }

  /** Folds what the button unfolded, which takes the focus back. */
  #fold() {
    this.#open = false;
    this.layOut();
    (this.button.hidden ? this.figure.querySelector('.figure-keys') : this.button).focus({ preventScroll: true });
  }

  #bringBack() {
    this.lab.bring(this.#opened);
  }

  /** Height of what is around the figure when nothing is unfolded. */
  around() {
    const { paddingTop, paddingBottom } = getComputedStyle(this.stage);
    return parseFloat(paddingTop) + parseFloat(paddingBottom) + this.tabs.element.offsetHeight + this.notice.offsetHeight + this.bar.offsetHeight;
  }

  /** Height of the controls that should stand there, whether there is room for them or not. */
  unfolded() {
    return this.#shown !== '' && (this.options.controls !== null || this.#open) ? this.inner.offsetHeight : 0;
  }

  /** Folds what has no room; says so by a button that unfolds it. */
  layOut() {
    const some = this.#shown !== '';
    const named = this.options.controls !== null;
    const free = innerHeight - this.around(), wanted = this.inner.offsetHeight;
    const least = this.lab.zoom * (LEAST_FIGURE + (this.options.training && this.lab.started && this.lab.training().shown ? TRAINING : 0));
    const room = free - wanted >= least;
    const unfolded = some && ((named && room) || this.#open);
    const over = unfolded && !room && free - Math.min(wanted, LOW * innerHeight) < least;
    this.panel.classList.toggle('is-unfolded', unfolded);
    this.panel.classList.toggle('is-over', over);
    this.panel.style.maxHeight = room ? '' : `${Math.round(over ? OVER * free : LOW * innerHeight)}px`;
    this.panel.style.bottom = over ? `${this.bar.offsetHeight + parseFloat(getComputedStyle(this.stage).paddingBottom)}px` : '';
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
