// What is said of a figure until the reader has read it: a line above the picture, where it covers nothing, with a button that takes it away.

import { element } from './dom.js';

export class StandingNotice {
  #said = new Map(); // heading -> its sentences

  /** Above `figure`, the page's `.figure`. */
  constructor(figure) {
    this.text = element('p', { role: 'status' });
    const close = element('button', { type: 'button', 'aria-label': 'Close the notice', title: 'Close' }, '×');
    close.addEventListener('click', () => {
      this.#said.clear();
      this.#write();
      figure.querySelector('.figure-keys').focus({ preventScroll: true });
    });
    this.element = element('div', { class: 'stage-notice', hidden: '' }, this.text, close);
    figure.before(this.element);
  }

  /** Says `sentences` below `heading`, besides what is said there. */
  add(heading, sentences = []) {
    this.#said.set(heading, new Set([...(this.#said.get(heading) ?? []), ...sentences]));
    this.#write();
  }

  /** Takes back all that is said below `heading`, or one of its sentences, and with the last one the heading. */
  remove(heading, sentence = null) {
    const said = this.#said.get(heading);
    if (!said || (sentence !== null && !said.delete(sentence))) return;
    if (sentence === null || said.size === 0) this.#said.delete(heading);
    this.#write();
  }

  #write() {
    this.text.textContent = [...this.#said].map(([heading, sentences]) => [heading, ...sentences].join(' ')).join(' ');
    this.element.hidden = this.#said.size === 0;
  }
}
