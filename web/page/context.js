// The figure's WebGL context. It goes when the browser takes it, which keeps 8 to 16 of them at a time, or when the figure gives it back to
// leave it to another (embed/contexts.js). In an embed a still stands in its place until it comes again.

const RESTORE_PATIENCE_MS = 2_000;
const RETRY_MS = [250, 1_000, 4_000, 16_000];

export class Context {
  #lost = false;
  #wanted = true;
  #switch = null; // WEBGL_lose_context
  #tries = 0;
  #retry = 0;

  /** `host` is the figure's. `yields`: a still takes its place while it is away, and nothing is said of it. */
  constructor(host, yields) {
    Object.assign(this, { host, yields, canvas: host.canvas });
  }

  get lost() {
    return this.#lost;
  }

  /** A context is lost before the event that says so arrives. */
  get there() {
    return !this.#lost && !this.canvas.getContext('webgl2').isContextLost();
  }

  /** From now on, once there is one. */
  watch() {
    if (this.#switch) return; // the figure's start is tried again
    this.#switch = this.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    this.canvas.addEventListener('webglcontextlost', (event) => this.#noteLost(event));
    this.canvas.addEventListener('webglcontextrestored', () => this.#noteRestored());
  }

  /** Resolves when it is there and may be kept. */
  async present() {
    while (!this.#wanted || !this.there) await new Promise((back) => { this.canvas.addEventListener('webglcontextrestored', () => setTimeout(back), { once: true }); });
  }

  /** Gives it back; the picture of this moment stays. */
  give() {
    if (!this.#switch || !this.#wanted) return;
    this.#wanted = false;
    clearTimeout(this.#retry);
    if (!this.there) return;
    this.host.freeze();
    this.host.element.classList.add('is-released');
    this.#switch.loseContext();
  }

  take() {
    this.#wanted = true;
    this.#tries = 0;
    this.#bringBack();
  }

  /** It can be restored only once the event that told of its loss is over; where the browser has none to spare, it is tried again later. */
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
    if (!this.yields) return this.#sayLost();
    if (this.#wanted) this.host.freeze();
    this.host.element.classList.add('is-released');
    this.#retry = setTimeout(() => this.#bringBack());
  }

  #sayLost() {
    this.host.say('The graphics processor dropped the picture; bringing it back.');
    setTimeout(() => {
      if (!this.#lost) return;
      this.host.say('The picture was lost. Nothing you set is.');
      this.host.startButton.textContent = 'Tap to restart';
      this.host.startButton.hidden = false;
    }, RESTORE_PATIENCE_MS);
  }

  #noteRestored() {
    if (this.canvas.getContext('webgl2').isContextLost()) return; // and lost again: another of these events will come
    clearTimeout(this.#retry);
    this.#lost = false;
    this.host.noteContext(true);
    if (this.#wanted) return;
    this.#wanted = true; // given back while it was on its way
    this.give();
  }
}
