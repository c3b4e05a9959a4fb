// The figure's WebGL context, which a figure may lose. A browser keeps only 8 to 16 contexts at a time and takes others away; on
// a page with many embeds a figure also gives its own back, to leave it to another (embed/contexts.js). A still is shown until the
// context has come back.

const RESTORE_PATIENCE_MS = 2_000;
const RETRY_MS = [250, 1_000, 4_000, 16_000];

export class Context {
  #lost = false;
  #wanted = true;
  #switch = null; // WEBGL_lose_context
  #tries = 0;
  #retry = 0;

  /** `host` is the figure's. A still stands in while the context is away. Where the figure `yields`, the reader is told nothing. */
  constructor(host, yields) {
    Object.assign(this, { host, yields, canvas: host.canvas });
  }

  get lost() {
    return this.#lost;
  }

  /** Asks the context itself, because it is lost some time before the event arrives that tells so. */
  get there() {
    return !this.#lost && !this.canvas.getContext('webgl2').isContextLost();
  }

  /** Listens for losses from now on; the canvas has a context by then. */
  watch() {
    if (this.#switch) return; // a second try to start the figure comes here again
    this.#switch = this.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    this.canvas.addEventListener('webglcontextlost', (event) => this.#noteLost(event));
    this.canvas.addEventListener('webglcontextrestored', () => this.#noteRestored());
  }

  /** Resolves when the context is there and the figure may keep it. */
  async present() {
    while (!this.#wanted || !this.there) await new Promise((back) => { this.canvas.addEventListener('webglcontextrestored', () => setTimeout(back), { once: true }); });
  }

  /** Gives the context back; the picture of this moment stays. */
  give() {
    if (!this.#switch || !this.#wanted) return;
    this.#wanted = false;
    clearTimeout(this.#retry);
    if (!this.there) return;
    this.host.freeze();
    this.host.element.classList.add('is-released');
    this.#switch.loseContext();
  }

  /** Wants the context again. */
  take() {
    this.#wanted = true;
    this.#tries = 0;
    this.#bringBack();
  }

  /** Asks for the lost context until it comes: a browser that has none to spare now may have one later. */
  #bringBack() {
    clearTimeout(this.#retry);
    if (!this.#wanted || !this.#lost || !this.yields) return;
    this.#switch?.restoreContext();
    this.#retry = setTimeout(() => this.#bringBack(), RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)]);
  }

  #noteLost(event) {
    event.preventDefault();
    this.#lost = true;
    this.host.noteContext(false);
    const stands = this.#wanted && this.host.freeze();
    if (stands || this.yields) this.host.element.classList.add('is-released');
    if (!this.yields) return this.#sayLost();
    this.#retry = setTimeout(() => this.#bringBack()); // a context can be restored only when the event of its loss is over
  }

  #sayLost() {
    this.host.say('The graphics processor dropped the picture; bringing it back.');
    setTimeout(() => {
      if (!this.#lost) return;
      this.host.say('The figure does not come back by itself. A restart keeps what you set, but not what was trained here.');
      this.host.startButton.textContent = 'Tap to restart';
      this.host.startButton.hidden = false;
    }, RESTORE_PATIENCE_MS);
  }

  #noteRestored() {
    if (this.canvas.getContext('webgl2').isContextLost()) return; // it has been lost again, and another event will tell when it comes
    clearTimeout(this.#retry);
    this.#lost = false;
    this.host.noteContext(true);
    if (this.#wanted) return;
    this.#wanted = true; // the figure gave it back while it was on its way
    this.give();
  }
}
