// A state kept as A beside the present one, B: the buttons in the toolbar, what is said, and both with their difference as tables.

import { element } from './dom.js';
import { makeResultTable } from './tables.js';

const ICONS = {
  keep: 'M3 4h6v12H3zM11 4h6v12h-6z',
  swap: 'M4 7h12m-3-3 3 3-3 3M16 13H4m3 3-3-3 3-3',
  leave: 'm5 5 10 10M15 5 5 15',
};

function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  for (const [key, value] of Object.entries({ viewBox: '0 0 20 20', width: '18', height: '18', 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  svg.append(path);
  return svg;
}

export class Compare {
  #shown = '';
  #labels = new Map();

  /** `stage` is the page's `.stage`. */
  constructor(stage, lab) {
    this.lab = lab;
    const button = (act, label, title, said) => {
      const made = element('button', { type: 'button', 'data-compare': act, title }, icon(act), element('span', {}, label));
      made.addEventListener('click', () => this.#act(act, said));
      return made;
    };
    this.keep = button('keep', 'Keep as A', 'Keep this state as A, to compare with what you make of it', 'Kept as A. What you change from here on is B.');
    this.swap = button('swap', 'Swap', 'A becomes the present state, and the present one A', 'A and B have changed places.');
    this.leave = button('leave', 'Leave', 'Leave the comparison: let go of A', 'The comparison has ended; the figure shows the present state alone.');
    this.said = element('span', { class: 'compare-said visually-hidden', role: 'status' });
    stage.querySelector('[data-action=reset]').after(this.keep, this.swap, this.leave, this.said);
    this.section = element('div', { class: 'numbers compared', hidden: '' });
    stage.querySelector('.parallel').append(this.section);
  }

  #act(act, said) {
    if (!this.lab.started) return;
    try {
      this.lab.compare(act);
      this.said.textContent = said;
    } catch (error) {
      this.said.textContent = '';
      this.lab.emit('error', { message: error.message });
      this.complain(error.message);
    }
    this.refresh();
    if (act !== 'swap') (this.keep.hidden ? this.swap : this.keep).focus(); // the button that was pressed is gone
  }

  /** Says why something could not be done; set by the page. */
  complain() {}

  refresh() {
    const state = this.lab.compare();
    this.keep.hidden = state !== null || document.body.dataset.page !== 'lesson';
    for (const button of [this.swap, this.leave]) button.hidden = !state;
    this.section.hidden = !state;
    if (!state) {
      this.#shown = '';
      return this.section.replaceChildren();
    }
    const shown = JSON.stringify([this.lab.lesson().slug, state.results, state.ready]);
    if (shown !== this.#shown) this.#build(state);
    this.#shown = shown;
    this.message.textContent = state.message;
    for (const [name, table] of this.tables) this.#update(name, table);
  }

  #build({ results, ready }) {
    this.#labels = new Map(this.lab.resultRows().map(({ name, label }) => [name, label || name]));
    this.tables = new Map(!ready ? [] : results.flatMap((name) => ['a:', 'difference:'].map((side) => {
      const label = `${side === 'a:' ? 'A' : 'B − A'}: ${this.#labels.get(name) ?? name}`;
      return [side + name, makeResultTable({ name: side + name, label })];
    })));
    this.message = element('p', { class: 'description' });
    this.section.replaceChildren(element('h2', { class: 'parallel-title' }, 'A, and what differs'), this.message,
      element('div', { class: 'results' }, ...[...this.tables.values()].map((table) => table.element)));
  }

  /** Tables of different shape have no difference; the message says so. */
  #update(name, table) {
    let result = null;
    try {
      result = this.lab.read(name);
    } catch {
      // said in the message
    }
    table.element.hidden = !result;
    if (result) table.update(result);
  }
}
