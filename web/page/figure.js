// The figure's host, which keeps one canvas and one module for a page's whole life. It sizes the canvas, draws when something has changed,
// passes hand and keys on, and keeps the page readable where the picture cannot be drawn.

import { writeQuery } from './address.js';
import { loadModule, openWebGl2 } from './loader.js';
import { Context } from './context.js';
import { copyText, debounce } from './dom.js';
import { deferSize, withPixelRatio } from './drawing_buffer.js';
import { fetchFonts, giveFonts } from './fonts.js';
import { texturesOf } from './gl_memory.js';
import { filterKeys } from './keys.js';
import { ENGINE_EVENTS } from './lab.js';
import { bringWhenMissed } from './later.js';
import { callModule } from './module_call.js';
import { lockNamed, unknownInQuery } from './names.js';
import { Notices } from './notices.js';
import { restOf } from './playing.js';
import { filterPointers } from './pointers.js';
import { Refused, startInTheEnd } from './starting.js';
import { layTextInput, zoomed } from './text_input.js';
import { amount } from './transfer.js';
import { WeightLoader } from './weights.js';
import { fetchWordings } from './wordings.js';

/** The performance mark of the first frame that answers to the hand. */
const FIRST_FRAME = 'first-frame';
const HEADLESS_SLICE_MS = 30;
const REDRAWN_STILL_MS = 200;
const RESUMED_NOTICE_MS = 2_500;
const REFUSED_NOTICE_MS = 12_000;

const prefersDark = matchMedia('(prefers-color-scheme: dark)'), prefersStill = matchMedia('(prefers-reduced-motion: reduce)');

export class FigureHost {
  #module = null;
  #scheduled = false;
  #rest = restOf(() => this.#inSight() && this.keepWorking());
  #visible = true;
  #starting = null;
  #weights = null;
  #missLater = null;
  #working = 0;
  #paused = false;
  #trains = false;
  #team = null; // takes a training's steps in workers; its code comes with the first training
  #bringTeam = null;
  #mostWorkers = undefined;
  #drawn = 0;

  /** `element` is the page's `.figure`. The options are slug, query, ui, theme, lock, tools (does the program draw its own buttons?) and yields (may a still stand in for the picture?). */
  constructor(element, lab, options) {
    this.element = element;
    this.lab = lab;
    this.options = options;
    this.keys = element.querySelector('.figure-keys');
    this.canvas = element.querySelector('canvas');
    this.applySize = deferSize(this.canvas);
    this.context = new Context(this, options.yields);
    this.redrawStill = debounce(REDRAWN_STILL_MS, () => this.context.lost && this.freeze());
    this.poster = element.querySelector('.poster');
    this.notice = element.querySelector('.figure-notice');
    this.startButton = element.querySelector('.figure-start');
    this.notices = new Notices(element);
    this.say = (message) => this.notices.say(message);
    this.sayFor = (...said) => this.notices.sayFor(...said);
    this.hasProgram = () => this.#module !== null;
    this.headless = false;
    this.onEvent = () => {};
    this.onStarted = this.onFailed = () => {};
    lab.drawNow = () => this.#firstFrame();
    lab.requestFrame = () => this.request();
    lab.exportPng = () => this.#png();
    lab.exportFilm = async (...asked) => {
      const { filmFile } = await import('./film_files.js');
      return filmFile(this, () => this.#draw(performance.now(), 1), () => this.#isStill && this.#svg(), ...asked);
    };
    lab.openModel = async (...asked) => lab.ready.then(() => import('./open_model.js')).then(({ openModel }) => openModel(lab, this.#module, ...asked));
    lab.modelFolder = async () => lab.ready.then(() => import('./model_folder.js')).then(({ folderOf }) => folderOf(lab, this.#module));
    lab.saveFolder = async () => (await lab.modelFolder()).files;
    lab.tellRefused = (errors) => this.#tellRefused(errors);
    this.startButton.addEventListener('click', () => (this.context.lost ? this.#restart() : this.start()));
  }

  /** Downloads and starts the module, again where the reader tries again. Resolves when the first frame is drawn; rejects where no further try would help. */
  start() {
    this.#starting ??= startInTheEnd(this, () => this.#start());
    return this.#starting;
  }

  /** Starts the figure, or lets it go on with a context of its own. */
  take() {
    this.context.take();
    return this.start();
  }

  async #start() {
    this.startButton.hidden = true;
    this.headless = !openWebGl2(this.canvas);
    if (!this.headless) this.context.watch();
    this.say('Loading the figure');
    fetchFonts();
    const wordings = document.body.dataset.page !== 'front' && fetchWordings(this.options.slug);
    const { module, parts } = await loadModule({
      canvas: this.canvas,
      lesson: this.options.slug,
      query: this.options.query,
      onEvent: (type, detail) => this.#hear(type, detail),
      onProgress: (loaded, total) => this.#progress(loaded, total),
    });
    this.#module = module;
    this.lab.bringCode = (lesson) => parts.bring(lesson).catch((error) => {
      throw new Error(`${lesson} could not be loaded: ${error.message}`, { cause: error });
    });
    this.#missLater = bringWhenMissed(parts, this.lab, this);
    this.#weights = new WeightLoader(this.#module, this.lab, {
      onProgress: (name, loaded, total) => this.#weightProgress(name, loaded, total),
      onEnd: () => this.#weightsEnded(),
    });
    this.#bringTeam = () => {
      this.#bringTeam = null;
      import('./team.js').then(({ Team }) => {
        this.#team = new Team(module, parts, this.lab, { inSight: () => this.#inSight(), draws: () => !this.headless && !this.context.lost, request: () => this.request(), keepWorking: () => this.keepWorking() });
        if (this.#mostWorkers !== undefined) this.#team.workers(this.#mostWorkers);
        this.#team.attend();
      }, () => {}); // else the page goes on taking the steps itself
    };
    this.lab.workers = (most) => {
      if (most !== undefined && (!Number.isInteger(most) || most < 0)) throw new Error(`lab.workers: a whole number from 0 on, not ${most}`);
      this.#mostWorkers = most ?? this.#mostWorkers;
      return this.#team?.workers(most) ?? 0;
    };
    this.lab.alive = () => ({ workers: this.#team?.alive ?? 0, textures: this.headless ? 0 : texturesOf(this.canvas.getContext('webgl2')) });
    this.#prepare();
    const unlikeFonts = await giveFonts(this.#module);
    await wordings;
    if (!this.headless) await this.context.present();
    const { slug, query } = this.options;
    const answer = callModule(this.#module, 'lab_start', this.headless ? '' : '#canvas', slug, query);
    if (answer.error) throw new Refused(answer.error);
    if (answer.value?.picture === false) this.headless = true;
    this.#configure();
    this.lab.attach(this.#module);
    const refused = { ...unknownInQuery(this.lab, query), ...lockNamed(this.lab, this.options.lock ?? ''), ...answer.value?.errors };
    this.#firstFrame();
    performance.mark(FIRST_FRAME);
    this.keepWorking();
    this.element.classList.remove('is-released');
    this.element.classList.add(this.headless ? 'is-headless' : 'is-live');
    document.documentElement.classList.add('is-playing');
    if (this.headless) this.notices.standing.add('This browser offers no WebGL 2, so the picture is drawn as a still that follows the controls below.');
    this.say('');
    this.#tellRefused(refused);
    if (unlikeFonts) this.sayFor(unlikeFonts, REFUSED_NOTICE_MS);
  }

  #progress(loaded, total) {
    this.say(`Loading the figure: ${amount(loaded, total)}`);
    this.lab.emit('progress', { loaded, total });
  }

  #weightProgress(name, loaded, total) {
    this.say(`Loading the trained weights: ${amount(loaded, total)}`);
    this.lab.emit('progress', { loaded, total, weights: name });
  }

  /** Says what the address asked for and the lesson does not have. */
  #tellRefused(errors) {
    this.notices.refuse(this.lab.lesson().slug, errors);
    for (const [id, message] of Object.entries(errors)) this.#tell('error', { id, message });
  }

  #weightsEnded() {
    if (this.notice.textContent.startsWith('Loading the trained weights')) this.say('');
    this.keepWorking();
  }

  #prepare() {
    document.addEventListener('visibilitychange', () => this.#sightChanged());
    new IntersectionObserver((entries) => {
      this.#visible = entries.at(-1).isIntersecting; // a busy page gets several at once, of which the last one holds
      this.#sightChanged();
    }).observe(this.element);
    if (this.headless) return;
    filterKeys(this.keys, this.lab, this.options);
    filterPointers(this.element, this.keys, this.lab, (message, ms) => this.sayFor(message, ms));
    // After a tap the mouse's events, which the engine takes, come later than the pointer's, perhaps with a frame between them.
    for (const type of ['pointermove', 'pointerdown', 'pointerup', 'pointercancel', 'pointerleave', 'mousedown', 'mouseup', 'keydown', 'keyup', 'focusin', 'focusout', 'wheel'])
      this.keys.addEventListener(type, () => this.request(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(this.keys);
    this.#watchPixelRatio();
  }

  #inSight() {
    return this.#visible && !document.hidden;
  }

  #attendTeam() {
    if (this.#team) this.#team.attend();
    else if (this.lab.training().phase === 'training') this.#bringTeam?.(); // asking may have brought it already
  }

  /** Lets training stand still while nobody can see it; the reader is told so when they come back. */
  #sightChanged() {
    if (!this.lab.started) return;
    this.#attendTeam();
    if (!this.#inSight()) {
      this.#paused = this.lab.training().phase === 'training';
      return;
    }
    if (this.#paused && this.lab.training().phase === 'training') this.sayFor('Training was paused while out of sight; it goes on.', RESUMED_NOTICE_MS);
    this.#paused = false;
    this.keepWorking();
  }

  /** Lets frames do the work that is left, or timers where there are no frames. */
  keepWorking() {
    if (!this.headless) return this.request();
    if (this.#working || !this.lab.started) return;
    const slice = () => {
      this.#working = 0;
      if (this.#inSight() && this.#module._lab_work(HEADLESS_SLICE_MS)) this.keepWorking();
      else this.#drawStill(), this.#rest(this.#module);
    };
    this.#working = setTimeout(slice, 0);
  }

  #configure() {
    const { ui } = this.options;
    const call = (name, value) => callModule(this.#module, 'lab_call', name, value, '');
    const theme = () => call('theme', this.options.theme ?? (prefersDark.matches ? 'dark' : 'light'));
    const motion = () => call('motion', prefersStill.matches ? 'reduced' : 'full');
    theme();
    motion();
    if (ui) call('ui', ui);
    if (!this.options.tools) call('tools', 'hidden');
    prefersDark.addEventListener('change', () => { theme(); this.request(); });
    prefersStill.addEventListener('change', () => { motion(); this.request(); });
    this.resize();
  }

  /** Sets what the canvas shows: `figure`, `controls` or `full`. */
  setUi(ui) {
    if (this.options.ui === ui) return;
    this.options.ui = ui;
    if (!this.lab.started) return;
    this.lab.call('ui', ui);
    this.request();
  }

  resize() {
    if (!this.#module || this.headless) return;
    const { width, height } = this.keys.getBoundingClientRect();
    if (width < 1 || height < 1) return;
    const zoom = this.lab.zoom;
    withPixelRatio(devicePixelRatio * zoom, () => this.#module._lab_resize(Math.round(width / zoom), Math.round(height / zoom)));
    this.request();
  }

  /** Draws everything `zoom` times as large. */
  setZoom(zoom) {
    this.lab.zoom = zoom;
    this.resize();
  }

  #watchPixelRatio() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      this.resize();
      this.#watchPixelRatio();
    }, { once: true });
  }

  /** Asks for one frame. The module says after it whether it wants another. */
  request() {
    if (this.#scheduled || !this.#module || this.headless || this.context.lost || !this.#inSight()) return;
    this.#scheduled = true;
    requestAnimationFrame((now) => {
      this.#scheduled = false;
      if (this.context.there) this.#draw(now) ? this.request() : this.#rest(this.#module);
    });
  }

  #firstFrame() {
    if (this.headless) return this.#drawStill();
    if (this.context.there && this.#draw(performance.now())) this.request();
  }

  /** Draws now, with `force` also where nothing has changed; true if the program wants another frame. */
  #draw(now, force = 0) {
    this.applySize();
    const more = this.#module._lab_frame(now, force);
    if (this.#trains) this.#tellDrawn();
    this.#team?.drawn();
    return more;
  }

  /** Tells of a frame that was drawn, by the event `drawn`: while a model trains not every frame is, and what is said beside the picture follows those. */
  #tellDrawn() {
    const { frames } = this.lab.stats();
    if (frames !== this.#drawn) this.element.dispatchEvent(new Event('drawn'));
    this.#drawn = frames;
  }

  /** Puts the figure into the page as a vector picture, written by the same drawing code; there is no WebGL. */
  #drawStill() {
    const url = URL.createObjectURL(new Blob([this.#svg()], { type: 'image/svg+xml' }));
    const image = this.#putInPoster(url);
    image.onload = () => URL.revokeObjectURL(url);
    image.alt = this.lab.describe();
  }

  /** The picture as SVG, as far as the code that draws it is here. */
  #svg() {
    const { value, later } = callModule(this.#module, 'lab_call', 'export', 'svg', 'outlines');
    if (later) this.#missLater();
    return value;
  }

  /** Puts the picture at `address` in place of the still. */
  #putInPoster(address) {
    const picture = this.poster.querySelector('picture'), image = picture.querySelector('img');
    picture.querySelectorAll('source').forEach((source) => source.remove());
    picture.classList.add('is-near');
    image.loading = 'eager';
    image.src = address;
    return image;
  }

  #hear(type, detail) {
    if (type === 'frame-request') return this.request();
    if (type === 'weights') return this.#weights.load(detail.names);
    if (type === 'later') return this.lab.started && this.#missLater();
    if (type === 'cursor') return void (this.canvas.style.cursor = detail.cursor ?? detail.name ?? '');
    if (type === 'edit-text') return layTextInput(this.keys, this.lab, zoomed(detail, this.lab.zoom), (message, holds) => this.sayFor(message, REFUSED_NOTICE_MS, holds));
    if (type === 'copy') return void this.#copy(detail.text);
    if (type === 'change') {
      // The query of a large table takes long to write, so it is written only for a listener that asks for it.
      Object.defineProperty(detail, 'query', { enumerable: true, get: () => this.lab.query() });
      if (this.headless && this.lab.started) this.#drawStill();
      if (this.context.lost) this.redrawStill();
      this.notices.takeBack(detail.params);
      this.keepWorking();
      if (this.lab.started) this.#attendTeam();
    }
    if (type === 'train') {
      this.#trains = (detail.phase ?? 'idle') !== 'idle';
      this.keepWorking();
      if (this.lab.started) this.#attendTeam();
    }
    this.#tell(type, detail);
  }

  #tell(type, detail) {
    this.onEvent(type, detail);
    if (ENGINE_EVENTS.includes(type)) this.lab.emit(type, detail);
  }

  /** Copies for the engine, whose own clipboard does not reach beyond the page. */
  async #copy(text) {
    if (await copyText(text, this.element)) this.sayFor('Copied.', 2000);
  }

  /** Hears that the context has come or gone. */
  noteContext(there) {
    if (!this.lab.started) return;
    if (!there) return void this.#module._lab_context_lost();
    this.#module._lab_context_restored();
    this.startButton.hidden = true;
    this.element.classList.remove('is-released');
    this.say('');
    this.resize();
    this.request();
  }

  /** Loads the page anew: the state lives in the address, so the same picture comes. */
  #restart() {
    writeQuery(this.lab.query(), { lesson: document.body.dataset.page === 'embed' ? this.lab.lesson().slug : '' });
    location.reload();
  }

  /** Puts the picture of this moment into the poster, for print and while the context is away, and says whether it did; with `vector` the figure alone, as far as its code is here. */
  freeze(vector = false) {
    if (!this.lab.started || this.headless) return false;
    const svg = (vector || this.context.lost) && this.#svg();
    if (!svg && this.context.lost) return false;
    if (!svg) this.#draw(performance.now(), 1);
    return !!this.#putInPoster(svg ? `data:image/svg+xml,${encodeURIComponent(svg)}` : this.canvas.toDataURL('image/png'));
  }

  async #png() {
    if (this.#isStill || this.lab.compare()) return (await import('./raster.js')).pngOf(this.#svg()); // A, B and their difference as far as there is room for them
    this.#draw(performance.now(), 1); // it is read in the task that draws it, for the buffer is not kept
    return new Promise((done, refuse) => {
      this.canvas.toBlob((blob) => (blob ? done(blob) : refuse(new Error('the picture could not be taken'))), 'image/png');
    });
  }

  get #isStill() {
    return this.headless || this.context.lost;
  }
}
