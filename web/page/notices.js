// What the reader is told of a figure: over its lower edge for a while, or above it until it has been read. A notice on a value goes when the
// value changes.

import { StandingNotice } from './standing_notice.js';

const REFUSED = 'Not all of the address could be used.';

export class Notices {
  #lesson = '';
  #refused = {};
  #holds = () => true;

  /** `figure` is the page's `.figure`. */
  constructor(figure) {
    this.short = figure.querySelector('.figure-notice');
    this.standing = new StandingNotice(figure);
  }

  /** Shows the message over the figure; the empty one takes it away. */
  say(message) {
    this.short.textContent = message;
    this.short.hidden = message === '';
  }

  /** Shows the message for some time, or until a change after which `holds()` is false. */
  sayFor(said, milliseconds, holds = () => true) {
    this.say(said);
    this.#holds = () => this.short.textContent !== said || holds();
    setTimeout(() => this.short.textContent === said && this.say(''), milliseconds);
  }

  /** Tells what an address asks for and the lesson `slug` does not have: `errors` is {id: message}. */
  refuse(slug, errors) {
    if (this.#lesson !== slug) {
      this.standing.remove(REFUSED);
      this.#refused = {};
    }
    this.#lesson = slug;
    Object.assign(this.#refused, errors);
    const sentences = Object.values(errors);
    if (sentences.length > 0) this.standing.add(REFUSED, sentences);
  }

  /** Takes back what was told of the parameters `ids`, which have other values now. */
  takeBack(ids) {
    if (!this.#holds()) this.say('');
    for (const id of ids) if (this.#refused[id]) this.standing.remove(REFUSED, this.#refused[id]);
  }
}
