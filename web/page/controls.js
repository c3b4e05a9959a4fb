// The parallel page: every parameter as a labelled HTML control, every result as a table, and the figure in a sentence that is read out
// when it changes. All of it is made from lab.params() and lab.results(); nothing here knows a lesson.

import { element, throttle } from './dom.js';
import { makeWidget } from './widgets.js';
import { makeResultTable } from './tables.js';
import { TrainingStrip } from './training_strip.js';

const ANNOUNCE_AFTER_MS = 700;
const TABLES_MS = 250; // from one change of the tables to the next: a hand that drags changes them with every frame

export class Controls {
  #widgets = new Map();
  #tables = new Map();
  #slug = '';
  #announced = {};
  #announcing = 0;

  /** `root` is the page's `.parallel`; `status` the polite live region. */
  constructor(root, status, lab) {
    this.lab = lab;
    this.status = status;
    this.training = new TrainingStrip(lab);
    this.widgetList = element('div', { class: 'widgets' });
    this.tableList = element('div', { class: 'results' });
    this.description = element('p', { class: 'description' });
    root.replaceChildren(
      element('h2', { class: 'parallel-title' }, 'Controls'),
      this.training.element,
      this.widgetList,
      element('div', { class: 'numbers' }, element('h2', { class: 'parallel-title' }, 'Numbers'), this.description, this.tableList),
    );
  }

  #updateTables = throttle(TABLES_MS, () => {
    if (this.lab.lesson().slug !== this.#slug) return; // the tables of the lesson that is open now have not been made yet
    for (const [name, table] of this.#tables) table.update(this.lab.readHere(name));
  });

  /** Builds everything anew for the lesson that is open. */
  rebuild() {
    this.#slug = this.lab.lesson().slug;
    this.#widgets.clear();
    this.#tables.clear();
    for (const row of this.lab.briefParams()) {
      const widget = makeWidget(row, (value) => this.#set(row.id, value), () => this.lab.reset(row.id), () => this.#play(row.id));
      this.#widgets.set(row.id, widget);
    }
    for (const row of this.lab.resultRows()) this.#tables.set(row.name, makeResultTable(row));
    this.widgetList.replaceChildren(this.#figureChoice(), ...[...this.#widgets.values()].map((widget) => widget.element));
    this.tableList.replaceChildren(...[...this.#tables.values()].map((table) => table.element));
    this.refresh();
  }

  #figureChoice() {
    const figures = this.lab.figures();
    if (figures.length < 2) return '';
    const current = this.lab.figure();
    const buttons = figures.map(({ id, title }) => {
      const button = element('button', { type: 'button', 'aria-pressed': String(id === current), 'data-figure-id': id }, title);
      button.addEventListener('click', () => this.lab.figure(id));
      return button;
    });
    return element('div', { class: 'figure-choice', role: 'group', 'aria-label': 'Figure' }, ...buttons);
  }

  /** Brings values, visibility and tables up to date; the control in the reader's hand is left alone. */
  refresh() {
    this.training.refresh();
    const current = this.lab.figure();
    const leading = this.lab.figures().find(({ id }) => id === current)?.leading ?? [];
    for (const row of this.lab.briefParams()) {
      const widget = this.#widgets.get(row.id), place = leading.indexOf(row.id);
      widget.update(row);
      widget.element.classList.toggle('is-elsewhere', place < 0);
      widget.element.style.setProperty('--place', place);
    }
    for (const button of this.widgetList.querySelectorAll('[data-figure-id]'))
      button.setAttribute('aria-pressed', String(button.dataset.figureId === current));
    this.#updateTables();
    const description = this.#describe();
    this.description.textContent = description;
    clearTimeout(this.#announcing);
    this.#announcing = setTimeout(() => this.#announce(description, current), ANNOUNCE_AFTER_MS);
  }

  /** The inspector speaks here as well, and where it has led to another figure, it alone does. */
  #announce(description, figure) {
    if (this.#announced.description === description) return;
    const isLed = this.#announced.figure !== figure && this.lab.rect('inspector') !== null;
    this.#announced = { description, figure };
    if (!isLed) this.status.textContent = description;
  }

  #play(id) {
    if (this.lab.call('playing') === id) this.lab.stop();
    else this.lab.play(id);
  }

  /** The open figure in words; one of several with its title. */
  #describe() {
    const current = this.lab.figure(), figures = this.lab.figures();
    const text = this.lab.describe();
    return figures.length < 2 ? text : `Figure “${figures.find(({ id }) => id === current).title}”: ${text}`;
  }

  #set(id, value) {
    const { errors = {} } = this.lab.set({ [id]: value });
    this.#widgets.get(id).complain(errors[id] ?? '');
  }
}
