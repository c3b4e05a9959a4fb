// The trainings of a visit as a table: what differed between them and how far each came. A run is a link, which brings it back in place.

import { element, isPlainClick } from './dom.js';
import { percentage, shortNumber } from './text.js';

const reached = ({ steps, loss, heldOut }) => [
  String(steps),
  loss === null ? '–' : shortNumber(loss),
  heldOut === null ? '–' : percentage(heldOut),
];

export class RunsTable {
  #shown = '';

  /** `act(action)` runs an action and says what went wrong. A run that was brought asks for the figure by the event `showfigure`. */
  constructor(lab, act) {
    Object.assign(this, { lab, act });
    this.element = element('div', { class: 'runs', hidden: '' });
  }

  /** Redraws what has changed, but for the row of the present run only its numbers. */
  refresh() {
    const [now, ...earlier] = this.lab.runs();
    this.element.hidden = earlier.length === 0;
    if (earlier.length === 0) {
      this.#shown = '';
      return this.element.replaceChildren();
    }
    const state = JSON.stringify([now.differs, earlier]);
    if (state !== this.#shown) this.#build(now, earlier);
    this.#shown = state;
    reached(now).forEach((text, i) => { this.present[i].textContent = text; });
  }

  #build(now, earlier) {
    const head = ['Run', ...now.differs.map(({ label }) => label), 'Steps', 'Loss', 'Held-out right'];
    const numbers = (run) => reached(run).map((text) => element('td', { class: 'amount' }, text));
    const row = (name, run, cells, end) => element('tr', {}, element('th', { scope: 'row' }, name),
      ...run.differs.map(({ shown }) => element('td', {}, shown)), ...cells, element('td', {}, end));
    this.present = numbers(now);
    const clear = this.#button('Forget all', 'Forget all earlier runs', () => this.lab.clearRuns());
    const table = element('table', {}, element('caption', {}, 'Runs of this visit'),
      element('thead', {}, element('tr', {}, ...head.map((text) => element('th', { scope: 'col' }, text)), element('td', {}, clear))),
      element('tbody', {}, row('Now', now, this.present, ''),
        ...earlier.map((run) => row(this.#link(run), run, numbers(run),
          this.#button('Forget', `Forget run ${run.number}`, () => this.lab.removeRun(run.number))))));
    this.element.replaceChildren(element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Runs of this visit' }, table));
  }

  #link({ number, url, own }) {
    const title = own ? `Begins with your own weights from ${own}, which a link cannot carry` : 'Brings the settings of this run back';
    const link = element('a', { href: url, title, 'data-run': String(number) }, `Run ${number}`);
    link.addEventListener('click', (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      this.act(() => this.lab.bringRun(number));
      link.dispatchEvent(new CustomEvent('showfigure', { bubbles: true })); // out of sight it would not train
    });
    return link;
  }

  #button(text, label, action) {
    const button = element('button', { type: 'button', 'aria-label': label }, text);
    button.addEventListener('click', () => this.act(action));
    return button;
  }
}
