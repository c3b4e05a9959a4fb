// The replay on the front page: a visitor who only looks sees the training run once, for real, from random weights to where the picture
// stood before. Whatever the visitor does ends it for good, be it done by hand or by a script, and brings that picture back. Of the networks'
// weights on the way there is no record: a single set has 60 kB, and the training itself takes but seconds.

const AFTER_MS = 1200; // of rest, after the page has come
const JUDGED_AT = 25, TOO_LONG_S = 40; // a machine that has more than so many seconds to go after so many steps is spared
/** What a script does with the model or the picture; these calls end the replay before they are answered. */
const ACTS = ['bring', 'export', 'film', 'idle', 'open', 'openWeights', 'pause', 'redo', 'reset', 'restart', 'run', 'set', 'setQuery', 'speed', 'train', 'undo'];

const rest = () => new Promise((soon) => {
  setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(soon) : soon()), AFTER_MS);
});

/** Whether the page has just been opened and is looked at, by a visitor who likes what moves and does not save on downloads. */
function isFirstLook() {
  const [{ type } = {}] = performance.getEntriesByType('navigation');
  const spares = matchMedia('(prefers-reduced-motion: reduce)').matches || navigator.connection?.saveData === true;
  return type === 'navigate' && window.parent === window && !document.hidden && !spares;
}

export class Replay {
  on = false;
  #ended = false;
  #ends = new AbortController();

  /** `figure` is the page's `.figure`; `isWanted()` says whether the picture is still the one that a visit begins with. */
  constructor(lab, figure, isWanted) {
    Object.assign(this, { lab, figure, isWanted });
    const options = { capture: true, passive: true, signal: this.#ends.signal };
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => this.end(), options);
    document.addEventListener('visibilitychange', () => document.hidden && this.end(), options);
    this.sight = new IntersectionObserver((entries) => entries.at(-1).isIntersecting || this.end());
    this.#begin();
  }

  async #begin() {
    if (!isFirstLook()) return this.end();
    try {
      await this.lab.ready;
    } catch {
      return this.end();
    }
    if (!this.#ended) this.sight.observe(this.figure);
    await rest();
    if (this.#ended || !this.figure.matches('.is-live') || !this.isWanted()) return this.end();
    this.on = true;
    for (const act of ACTS) {
      this.lab[act] = (...args) => {
        this.end();
        return this.lab[act](...args);
      };
    }
    this.#ends.signal.addEventListener('abort', this.lab.on('train', () => this.#watch()));
    this.lab.call('train', this.lab.training().limit);
  }

  #watch() {
    const { step, limit, halt, secondsLeft } = this.lab.training();
    if (step >= limit || halt !== 'none' || (step >= JUDGED_AT && secondsLeft > TOO_LONG_S)) queueMicrotask(() => this.end()); // the program is in the middle of a frame
  }

  /** Ends it, before it began or while it runs. */
  end() {
    if (this.#ended) return;
    this.#ended = true;
    this.#ends.abort();
    this.sight.disconnect();
    if (!this.on) return;
    this.on = false;
    for (const act of ACTS) delete this.lab[act]; // those of every lab are there again
    this.lab.restart();
    this.lab.drawNow(); // at once, or the sentences would speak of networks that have just begun
  }
}
