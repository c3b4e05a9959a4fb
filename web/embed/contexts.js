// Which of a page's figures have a WebGL context. A browser keeps 8 to 16 for all frames of a page and takes the oldest ones away, so the
// figures tell each other whether they are in sight and whether they hold one, and all go by one rule: the first MOST may hold one, those in
// sight before those out of sight, and what was seen or touched later before what was earlier. Plain messages between the frames reach
// sandboxed ones too, which have neither storage nor an origin.

import { isOurs, TYPE, VERSION } from './protocol.js';

/** Below the 16 of a desktop's browser and the 8 of a phone's: who takes one does so a moment before another gives it back. */
const MOST = matchMedia('(pointer: coarse)').matches ? 6 : 12;
const DWELL_MS = 150; // in sight, beside other frames: what is scrolled past starts nothing
const FAR_MS = 20_000; // a screen away for that long

const framesBelow = (view) => Array.from({ length: view.length }, (_, i) => [view[i], ...framesBelow(view[i])]).flat();

export class Contexts {
  #others = new Map(); // window -> what it told last
  #own = { near: false, since: 0, held: false };
  #introduced = false;
  #dwell = 0;
  #leave = 0;

  /** Of the figure `element`. `take()` is called when it is to have a context and `give()` when it has to do without. */
  constructor(element, { take, give }) {
    Object.assign(this, { take, give });
    addEventListener('message', (event) => this.#hear(event));
    addEventListener('pagehide', () => this.#say({ near: false, held: false }));
    addEventListener('pageshow', ({ persisted }) => persisted && this.#say(this.#own));
    new IntersectionObserver((entries) => this.#see(entries.at(-1).isIntersecting), { threshold: 0.05 }).observe(element); // a busy page gets several at once, the last one holds
    new IntersectionObserver((entries) => this.#leaveLater(!entries.at(-1).isIntersecting), { rootMargin: '100%' }).observe(element);
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, () => this.#own.near && this.#change({ since: Date.now() }));
  }

  /** It draws without one. */
  retire() {
    this.#change({ near: false, held: false });
    this.take = () => {};
  }

  #see(near) {
    clearTimeout(this.#dwell);
    if (!near) return this.#change({ near });
    const others = window.top === window ? 0 : framesBelow(window.top).length - 1;
    const come = () => this.#change({ near, since: Date.now() });
    if (others > 0) this.#dwell = setTimeout(come, DWELL_MS);
    else come();
  }

  #leaveLater(far) {
    clearTimeout(this.#leave);
    if (far) this.#leave = setTimeout(() => this.#hold(false), FAR_MS);
  }

  #change(now) {
    Object.assign(this.#own, now);
    this.#say(this.#own);
    this.#decide();
  }

  /** To the others; at first to every frame of the page, of which those that are figures will answer. */
  #say(now) {
    const frames = this.#introduced ? [...this.#others.keys()] : window.top === window ? [] : framesBelow(window.top);
    this.#introduced = true;
    for (const frame of frames) if (frame !== window) this.#tell(frame, now);
  }

  #tell(frame, { near, since, held }) {
    frame.postMessage({ type: TYPE, version: VERSION, event: 'context', near, since, held }, '*'); // nothing secret in it
  }

  #hear({ source, data }) {
    if (!isOurs(data) || data.event !== 'context' || !source || source === window || source.top !== window.top) return;
    const known = this.#others.has(source);
    this.#others.set(source, { near: data.near === true, since: Number(data.since) || 0, held: data.held === true });
    if (!known) this.#tell(source, this.#own);
    this.#decide();
  }

  #decide() {
    for (const frame of this.#others.keys()) if (frame.closed) this.#others.delete(frame);
    const all = [this.#own, ...this.#others.values()].filter(({ near, held }) => near || held);
    all.sort((a, b) => b.near - a.near || b.since - a.since);
    const place = all.indexOf(this.#own);
    if (place >= MOST) this.#hold(false);
    else if (this.#own.near) this.#hold(true);
  }

  #hold(held) {
    if (this.#own.held === held) return;
    this.#own.held = held;
    this.#say(this.#own);
    if (held) this.take();
    else this.give();
  }
}
