// Presenter mode: the figure fills the window, and below it stand the section's heading and first sentence, or an exercise's question. Arrow
// keys and the keys of a clicker go from section to section; the figure can be dragged as ever.

import { setPageKey } from './address.js';
import { element } from './dom.js';

const NEXT = ['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter'];
const BACK = ['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace'];
/** Keys that the figure may want for what is selected in it. */
const FIGURE_KEYS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', ' ', 'Enter'];
/** The width and height of a figure whose type is as large as on a page. Of 1920 by 1080 pixels letters of 10 become 22. */
const PLAIN = { width: 836, height: 370 };
const SENTENCE_END = /[.!?](?=\s|$)/;

/** Copies the nodes of `from` to `to`, links as plain text: all of them, or those up to the first sentence's end. True if that end has come. */
function copyWords(from, to, all) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const end = all ? null : SENTENCE_END.exec(node.data);
      to.append(end ? node.data.slice(0, end.index + 1) : node.data);
      if (end) return true;
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.matches('.math, .live')) {
        to.append(node.cloneNode(true));
      } else {
        const copy = node.matches('a') ? element('span') : node.cloneNode(false);
        to.append(copy);
        if (copyWords(node, copy, all)) return true;
      }
    }
  }
  return false;
}

/** The heading that stands above a section's later scene; a heading is its own. */
function sectionHeading(mark) {
  while (!mark.matches('h1, h2, h3')) mark = mark.previousElementSibling;
  return mark;
}

/** The paragraph that a section begins with; its formula or list where it has none. */
function firstWords(heading) {
  if (heading.matches('h1')) return heading.parentElement.querySelector('.lead');
  for (let next = heading.nextElementSibling; next && !next.matches('h2, h3, .exercise'); next = next.nextElementSibling) {
    if (next.matches('p:not(.section-scene, .scene, .mistake)')) return next;
    if (next.matches('ul, ol')) return next.querySelector('li');
  }
  return null;
}

export class Presenter {
  #at = 0;
  #on = false;

  /** `changed()` is called when it begins or ends. */
  constructor(lab, host, scenes, changed) {
    Object.assign(this, { lab, host, scenes, changed });
    const button = (label, act, extra = {}) => {
      const made = element('button', { type: 'button', ...extra }, label);
      made.addEventListener('click', act);
      return made;
    };
    this.title = element('h1', { class: 'presenter-title' });
    this.words = element('p', { class: 'presenter-words' });
    this.place = element('span', { class: 'presenter-place' });
    this.element = element('section', { class: 'presenter', 'aria-label': 'Presentation', tabindex: '-1' },
      element('div', { class: 'presenter-caption', 'aria-live': 'polite' }, this.title, this.words),
      element('div', { class: 'presenter-buttons' }, this.place, button('Previous', () => this.step(-1)), button('Next', () => this.step(1)), button('Leave', () => this.leave())));
    addEventListener('keydown', (event) => this.#key(event), true);
    addEventListener('resize', () => this.#on && this.#fit());
    scenes.onPresent = () => this.enter();
  }

  get on() {
    return this.#on;
  }

  enter() {
    if (this.#on || !this.lab.started || this.scenes.list().length === 0) return;
    this.#on = true;
    this.scenes.suspend(true);
    document.documentElement.classList.add('is-presenting');
    document.body.append(this.element);
    setPageKey('present', true);
    this.changed();
    const { id } = this.lab.call('scene');
    this.#at = Math.max(0, this.scenes.list().findIndex((scene) => scene.id === id));
    this.#caption();
    this.#fit();
    this.element.focus({ preventScroll: true });
  }

  leave() {
    if (!this.#on) return;
    this.#on = false;
    const { heading } = this.scenes.list()[this.#at];
    document.documentElement.classList.remove('is-presenting');
    this.element.remove();
    setPageKey('present', false);
    this.host.element.parentElement.style.bottom = '';
    this.host.setZoom(1);
    this.changed();
    heading.tabIndex = -1;
    heading.scrollIntoView({ behavior: 'instant', block: this.#at === 0 ? 'end' : 'start' });
    heading.focus({ preventScroll: true });
    this.scenes.suspend(false);
  }

  step(by) {
    const to = Math.min(this.scenes.list().length - 1, Math.max(0, this.#at + by));
    if (to === this.#at) return;
    this.#at = to;
    this.scenes.go(this.scenes.list()[to].id);
    this.#caption();
    this.#fit();
  }

  #caption() {
    const scenes = this.scenes.list(), { heading } = scenes[this.#at];
    this.title.replaceChildren(...sectionHeading(heading).cloneNode(true).childNodes);
    this.words.replaceChildren();
    this.place.textContent = `${this.#at + 1} of ${scenes.length}`;
    const words = firstWords(heading);
    if (!words) return;
    const ended = copyWords(words, this.words, heading.closest('.exercise') !== null), last = this.words.lastChild;
    if (!ended && last?.nodeType === Node.TEXT_NODE) last.data = last.data.replace(/:\s*$/, '.'); // the colon leads on to a formula that is not shown
  }

  /** Lets the type grow with the window. */
  #fit() {
    this.host.element.parentElement.style.bottom = `${this.element.offsetHeight}px`;
    const { width, height } = this.host.keys.getBoundingClientRect();
    this.host.setZoom(Math.max(1, Math.min(3, Math.round(20 * Math.min(width / PLAIN.width, height / PLAIN.height)) / 20)));
  }

  #key(event) {
    if (!this.#on || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, textarea, select')) return;
    const act = event.key === 'Escape' ? () => this.leave() : NEXT.includes(event.key) ? () => this.step(1) : BACK.includes(event.key) ? () => this.step(-1)
      : event.key === 'Home' ? () => this.step(-this.#at) : event.key === 'End' ? () => this.step(this.scenes.list().length) : null;
    if (!act) return;
    if ([' ', 'Enter'].includes(event.key) && event.target.matches?.('button')) return;
    const inFigure = this.host.keys.contains(event.target);
    if (inFigure && FIGURE_KEYS.includes(event.key) && this.lab.call('key_wanted', event.key, event.shiftKey) === true) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
