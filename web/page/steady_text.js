// Keeps the text where it is in the window on narrow pages, where the figure stands above it. The figure changes while one reads, and with it
// the height of what lies between the two: controls, buttons, a table. Not all browsers hold the text in place themselves, and those
// that do give up when something leaves the flow, so the style switches their way off (`overflow-anchor`).

const NARROW = matchMedia('(max-width: 999px)');
/** What the reader works with between figure and text; while a hand is there, nothing is moved under it. */
const BETWEEN = '.parallel, .toolbar, .own-data, .stage-notice';

const offsetOf = (node) => node.getBoundingClientRect().top + scrollY;

export class SteadyText {
  #figure;
  #article = null;
  #anchor = null;
  #offset = 0;
  #worksBetween = false;
  #wentBack = false;
  #sizes = new ResizeObserver(() => this.#keep());

  constructor(stage) {
    this.#figure = stage.querySelector('.figure');
    for (const node of stage.children) if (node !== this.#figure) this.#sizes.observe(node);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) this.#sizes.observe(node);
    }).observe(stage, { childList: true });
    addEventListener('scroll', () => this.#note(), { passive: true });
    addEventListener('pointerdown', ({ target }) => { this.#worksBetween = target.closest?.(BETWEEN) != null; }, { capture: true, passive: true });
    addEventListener('pointercancel', () => { this.#worksBetween = false; }, { passive: true }); // the finger turned out to scroll
    addEventListener('popstate', () => { this.#wentBack = true; }); // the browser restores the entry's scroll position, and everything is about to have the heights of then
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(event, () => { this.#wentBack = false; }, { capture: true, passive: true });
  }

  /** The article that is read from now on, or null for none. */
  watch(article) {
    if (this.#article) this.#sizes.unobserve(this.#article);
    this.#article = article;
    if (article) this.#sizes.observe(article);
    this.#note();
  }

  /** Remembers the first piece of text in sight below the figure. */
  #note() {
    const edge = Math.max(0, this.#figure.getBoundingClientRect().bottom);
    this.#anchor = [...this.#article?.children ?? []].find((node) => node.getBoundingClientRect().bottom > edge) ?? null;
    this.#offset = this.#anchor ? offsetOf(this.#anchor) : 0;
  }

  #keep() {
    const moved = this.#anchor?.isConnected ? offsetOf(this.#anchor) - this.#offset : 0;
    const keeps = NARROW.matches && scrollY > 0 && !this.#wentBack && !this.#worksBetween && !document.documentElement.classList.contains('is-presenting');
    if (keeps && Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
    this.#note();
  }
}
