// What is said of a figure: over its lower edge for a while, and above it until it is read. What was said of a value goes with the next one.

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

  /** Over the figure; empty takes it away. */
  say(message) {
    this.short.textContent = message;
    this.short.hidden = message === '';
  }

  /** As say(), taken away after some time, and sooner by a change after which `holds()` is false. */
  sayFor(said, milliseconds, holds = () => true) {
    this.say(said);
    this.#holds = () => this.short.textContent !== said || holds();
    setTimeout(() => this.short.textContent === said && this.say(''), milliseconds);
  }

  /** What an address asks for and the lesson `slug` does not have, {id: message}. */
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

  /** The parameters `ids` have other values. */
  takeBack(ids) {
    if (!this.#holds()) this.say('');
    for (const id of ids) if (this.#refused[id]) this.standing.remove(REFUSED, this.#refused[id]);
  }
}
