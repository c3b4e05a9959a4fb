// Where the figure stands above the text, what lies between the two (controls, buttons, a table) changes its height with the figure, and
// the figure changes while one reads. The text stays where it is in the window. Not all browsers see to this themselves, and those that
// do give up when something leaves the flow; so this does it alone there (`overflow-anchor` in the style).

const NARROW = matchMedia('(max-width: 999px)');
/** What the reader works with between figure and text; there, nothing is moved under the hand. */
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
    addEventListener('pointercancel', () => { this.#worksBetween = false; }, { passive: true }); // the finger scrolls
    addEventListener('popstate', () => { this.#wentBack = true; }); // the browser scrolls to where that entry was left, when all was as high as it is going to be
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(event, () => { this.#wentBack = false; }, { capture: true, passive: true });
  }

  /** From now on it is this article that is read; null: none. */
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
