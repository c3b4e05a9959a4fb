// <attention-lab lesson="pooling" temperature="0.2" height="480">: a lesson's figure on any page.
//
// Attributes: lesson, figure; controls ("id,id": those that stand below the figure), tabs (to the lesson's other figures), ui (figure,
// controls, full), training (its buttons, beside named parts too), lock ("id,id"), scale (0.5 to 3: everything so many times as large), theme
// (light, dark, or auto: as the page around it, also when that changes); height in px (left out or "auto": what figure and controls need);
// every other attribute is a parameter of the lesson. A changed attribute changes the figure. What is written inside, a link say, is for
// readers without scripts. Events, with their data in `detail`: ready, progress, change, train, answer (`exercise` is its id), error,
// contextlost. Calls: `await node.call('set', {temperature: 0.5})`, any of window.lab's. One iframe, no third party.

const SITE_ROOT = new URL('.', import.meta.url);
const TYPE = 'attention-lab';
const VERSION = 1;
const EVENTS = ['ready', 'progress', 'change', 'train', 'answer', 'error', 'contextlost'];
const OWN = new Set(['height', 'id', 'class', 'style', 'title', 'slot', 'lang', 'dir', 'hidden', 'tabindex', 'loading', 'src']);
const FRAME_OPTIONS = new Set(['ui', 'controls', 'tabs', 'training', 'lock', 'scale', 'figure', 'backend']);
const FIRST_HEIGHT = 480;
const TALLEST = 5000;
const DARK = 0.4; // of white's luminance

/** Is the attribute part of the embedded page's address? */
const isForTheFrame = (name) => !OWN.has(name) && !/^(on|data-|aria-)/.test(name);

/** Whether what is behind `node` is dark: the nearest background that is there, else the page's own colour scheme. */
function isOnDark(node) {
  for (let at = node; at; at = at.parentElement ?? at.getRootNode().host) {
    const [red, green, blue, alpha = 1] = (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (alpha > 0.5) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 < DARK;
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  return /dark/.test(colorScheme) && (!/light/.test(colorScheme) || matchMedia('(prefers-color-scheme: dark)').matches);
}

/** What a key of the frame is on this page. Slides go by `keyCode`, which not every browser takes from a made event. */
function madeKey({ key, code, keyCode, shiftKey }) {
  const number = Number(keyCode) || 0;
  const event = new KeyboardEvent('keydown', { key: String(key), code: String(code ?? ''), keyCode: number, which: number, shiftKey: shiftKey === true, bubbles: true, cancelable: true, composed: true });
  for (const name of ['keyCode', 'which']) if (event[name] !== number) Object.defineProperty(event, name, { value: number });
  return event;
}

let serial = 0;

class AttentionLab extends HTMLElement {
  static observedAttributes = ['height', 'lesson'];
  #frame = null;
  #calls = new Map();
  #ready = null;
  #failure = '';
  #theme = '';
  #hear = (event) => this.#receive(event);
  #still = null; // until the frame has a picture, on paper too
  #print = ({ type }) => { if (this.#still) this.#frame.style.visibility = type === 'beforeprint' ? 'hidden' : ''; };
  #retheme = () => requestAnimationFrame(() => this.#followTheme());
  #surroundings = new MutationObserver(this.#retheme);
  #inside = new MutationObserver(() => this.#hideFallback());
  #watch = new MutationObserver((changes) => this.#follow(new Set(changes.map(({ attributeName }) => attributeName))));

  connectedCallback() {
    if (this.#frame) return;
    this.#frame = document.createElement('iframe');
    this.#frame.name = this.id || `attention-lab-${++serial}`;
    this.#frame.title = this.title || `Attention Lab: ${this.getAttribute('lesson') ?? ''}`;
    this.#frame.loading = this.getAttribute('loading') === 'eager' ? 'eager' : 'lazy';
    this.#frame.allow = 'clipboard-write';
    Object.assign(this.#frame.style, { display: 'block', width: '100%', border: '0' });
    this.#setHeight(Number(this.getAttribute('height')) || FIRST_HEIGHT);
    this.#load();
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block';
    addEventListener('message', this.#hear);
    addEventListener('beforeprint', this.#print);
    addEventListener('afterprint', this.#print);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.#retheme);
    for (const root of [document.documentElement, document.body]) this.#surroundings.observe(root, { attributes: true });
    this.append(this.#frame);
    this.#putStill();
    this.#hideFallback();
    this.#inside.observe(this, { childList: true }); // a page that is still being read has it come later
    this.#watch.observe(this, { attributes: true });
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    removeEventListener('beforeprint', this.#print);
    removeEventListener('afterprint', this.#print);
    matchMedia('(prefers-color-scheme: dark)').removeEventListener('change', this.#retheme);
    this.#surroundings.disconnect();
    this.#watch.disconnect();
    this.#inside.disconnect();
    for (const node of this.#fallback()) node.style.display = '';
    this.#frame?.remove();
    this.#still?.remove();
    this.#frame = this.#still = null;
    this.#giveUp('the figure was taken off the page');
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#frame || before === now) return;
    if (name === 'height') this.#setHeight(Number(now) || FIRST_HEIGHT);
    else this.#load();
  }

  #fallback() {
    return [...this.children].filter((node) => node !== this.#frame && node !== this.#still);
  }

  /** What the page has inside for readers without scripts. */
  #hideFallback() {
    for (const node of this.#fallback()) node.style.setProperty('display', 'none', 'important');
  }

  /** The figure's still, below the frame that is on its way: a browser that prints fetches it, though nobody has been there. */
  #putStill() {
    const name = [this.getAttribute('lesson'), this.getAttribute('figure')].filter(Boolean).join('-');
    if (!/^[a-z0-9-]+$/.test(name)) return;
    if (getComputedStyle(this).position === 'static') this.style.position = 'relative';
    const still = Object.assign(document.createElement('img'), { alt: '', loading: 'lazy', decoding: 'async' });
    Object.assign(still.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'contain', zIndex: '-1' });
    still.src = new URL(`stills/${name}-${this.#theme}.svg`, SITE_ROOT).href;
    this.style.isolation = 'isolate';
    this.#still = still;
    const remove = () => {
      still.remove();
      this.#still = null;
    };
    still.addEventListener('error', remove, { once: true });
    this.addEventListener('ready', remove, { once: true });
    this.append(still);
  }

  /** Any function of window.lab by name; resolves to its value. */
  async call(name, ...args) {
    if (!this.#frame) throw new Error('the figure is not on a page');
    if (this.#failure) throw new Error(this.#failure);
    const id = ++serial;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#ready.then(() => {
        if (!this.#calls.has(id)) return; // given up before it could be asked
        this.#frame.contentWindow.postMessage({ type: TYPE, version: VERSION, id, call: name, args }, '*'); // nothing secret in it, and a sandboxed frame has no origin to name
      });
    });
  }

  /** Opens the lesson in the frame; what the one before was asked will not be answered any more. */
  #load() {
    this.#failure = '';
    this.#giveUp('another lesson was opened');
    this.#ready = new Promise((resolve) => { this.addEventListener('ready', resolve, { once: true }); });
    this.#frame.src = this.#address();
  }

  /** The figure cannot start: nothing is answered, until its reader has tried again. */
  #fail(why) {
    this.#failure = why;
    this.addEventListener('ready', () => { this.#failure = ''; }, { once: true });
    this.#giveUp(why);
  }

  #giveUp(why) {
    for (const { reject } of this.#calls.values()) reject(new Error(why));
    this.#calls.clear();
  }

  #address() {
    const address = new URL('embed.html', SITE_ROOT);
    for (const { name, value } of this.attributes) if (isForTheFrame(name)) address.searchParams.set(name, value);
    this.#theme = this.#themeNow();
    address.searchParams.set('theme', this.#theme);
    return address.href;
  }

  #themeNow() {
    const asked = this.getAttribute('theme');
    return asked === 'light' || asked === 'dark' ? asked : isOnDark(this) ? 'dark' : 'light';
  }

  #followTheme() {
    if (!this.#frame || this.#themeNow() === this.#theme) return;
    this.#theme = this.#themeNow();
    this.call('theme', this.#theme).catch(() => {}); // taken off the page, or loading another lesson, which asks again
  }

  /** Changed parameters are set where the figure stands, a removed one goes back to its default; the frame's own options need a new page. */
  #follow(names) {
    const changed = [...names].filter((name) => isForTheFrame(name) && name !== 'lesson' && name !== 'theme');
    if (names.has('theme')) this.#followTheme();
    if (!this.#frame || names.has('lesson') || changed.length === 0) return;
    if (changed.some((name) => FRAME_OPTIONS.has(name))) return void this.#load();
    const refused = () => {}; // the old value stays, as with a wrong one in an address
    const [set, removed] = [changed.filter((name) => this.hasAttribute(name)), changed.filter((name) => !this.hasAttribute(name))];
    if (set.length > 0) this.call('set', Object.fromEntries(set.map((name) => [name, this.getAttribute(name)]))).catch(refused);
    for (const name of removed) this.call('reset', name).catch(refused);
  }

  #setHeight(pixels) {
    this.#frame.style.height = `${pixels}px`;
  }

  #receive({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    if (data === null || typeof data !== 'object' || data.type !== TYPE || data.version !== VERSION) return;
    const { event, id } = data;
    const waiting = this.#calls.get(id);
    if (waiting && (event === 'result' || event === 'error')) {
      this.#calls.delete(id);
      if (event === 'result') waiting.resolve(data.value);
      else waiting.reject(new Error(String(data.message)));
    } else if (event === 'height') {
      const fixed = Number(this.getAttribute('height'));
      if (!fixed && data.height > 0 && data.height < TALLEST) this.#setHeight(data.height);
    } else if (event === 'key') {
      this.dispatchEvent(madeKey(data));
    } else if (EVENTS.includes(event)) {
      if (event === 'error' && data.fatal) this.#fail(String(data.message));
      this.dispatchEvent(new CustomEvent(event, { detail: data }));
    }
  }
}

if (!customElements.get('attention-lab')) customElements.define('attention-lab', AttentionLab);
