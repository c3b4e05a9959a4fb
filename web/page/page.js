// A page with a figure: the front page and the lessons. It starts the figure, ties the text to it, keeps the address in step, and opens other
// lessons in place, so that one canvas and one module serve the whole visit.

import { asked, openedQuery } from './address.js';
import { Compare } from './compare.js';
import { Controls } from './controls.js';
import { acceptData, offerData } from './data_drop.js';
import { element, inSight, isPlainClick, onceAFrame, throttle } from './dom.js';
import { startExercises } from './exercises.js';
import { FigureHost } from './figure.js';
import { makeRoom, speakExplanation } from './inspector.js';
import { goOnBySpace, undoKey } from './keys.js';
import { Lab } from './lab.js';
import { actionOf, refreshLiveValues, watchShowLinks } from './live_text.js';
import { closeMenus } from './menus.js';
import { OwnWeights } from './own_weights.js';
import { SITE_ROOT } from './places.js';
import { Router } from './router.js';
import { Scenes } from './scenes.js';
import { Sheet } from './sheet.js';
import { SteadyText } from './steady_text.js';
import { markNamed, roveSymbols } from './symbols.js';
import { takeTheme } from './theme.js';

const TRAINING_REFRESH_MS = 500;
const REFUSAL_MS = 6000, BELOW_MS = 12_000, BACKEND_MS = 8000;
const NARROW = matchMedia('(max-width: 999px)');

class Page {
  constructor() {
    this.lab = new Lab(SITE_ROOT);
    window.lab = this.lab;
    const figure = document.querySelector('.figure');
    this.stage = document.querySelector('.stage');
    this.host = new FigureHost(figure, this.lab, {
      slug: document.body.dataset.lesson,
      query: openedQuery(),
      ui: this.#ui(),
      theme: takeTheme(),
      lock: new URLSearchParams(asked()).get('lock') ?? '',
    });
    this.controls = new Controls(document.querySelector('.parallel'), document.querySelector('.figure-status'), this.lab);
    this.sheet = new Sheet(document.querySelector('.parallel'), {
      onNext: () => this.lab.started && this.scenes.goOn(),
      onToggle: () => this.#toggleControls(document.querySelector('[data-action=controls]')),
    });
    this.compare = new Compare(this.stage, this.lab);
    this.compare.complain = (message) => this.host.sayFor(message, REFUSAL_MS);
    this.weights = new OwnWeights(this.stage, this.lab, this.host);
    this.refreshExercises = () => {};
    this.router = new Router(this.lab, SITE_ROOT, () => this.#lessonShown(), (message) => this.#sayBelow(message));
    this.scenes = new Scenes(this.lab, this.host, (act) => this.router.step(act));
    this.scenes.onRelease = () => this.lab.started && this.refreshExercises();
    this.steady = new SteadyText(this.stage);
    this.steady.watch(document.querySelector('article'));
    this.scenes.onPresent = () => this.#present();
    this.host.onEvent = (type, detail) => this.#hear(type, detail);
    this.refresh = onceAFrame(() => this.#refreshNow());
    this.refreshTraining = throttle(TRAINING_REFRESH_MS, () => this.lab.started && this.refresh());
    figure.addEventListener('drawn', () => this.#followTraining());
    figure.addEventListener('whole', () => this.refresh());
    this.width = 0; // of the canvas; asked for at every picture, it would have the page laid out each time
    new ResizeObserver(() => {
      this.width = this.host.keys.clientWidth; // 0 where a still stands in for the canvas
      this.#askForHeight();
    }).observe(this.host.keys);
    this.#listen();
  }

  /** Begins presenter mode, whose code comes when it is first asked for. */
  async #present() {
    try {
      const { Presenter } = await import('./present.js');
      this.presenter ??= new Presenter(this.lab, this.host, this.scenes, () => this.#showParts());
      this.presenter.enter();
    } catch {
      this.host.sayFor('Presenter mode could not be loaded; try again when you are online.', REFUSAL_MS);
    }
  }

  #ui() {
    const page = document.body.dataset.page;
    const alone = page === 'front' || this.presenter?.on || NARROW.matches || this.stage.classList.contains('shows-parallel');
    return alone ? 'figure' : new URLSearchParams(location.search).get('ui') ?? 'full';
  }

  /** Brings the parts that the canvas shows in step with the page; tabs stand above the figure also where its controls stand elsewhere. */
  #showParts() {
    this.host.setUi(this.#ui());
    if (!this.lab.started) return;
    const bare = document.body.dataset.page !== 'lesson' || this.presenter?.on;
    this.lab.call('tabs', bare ? 'hidden' : this.#ui() === 'controls' ? 'auto' : 'shown');
    this.host.request();
  }

  async start() {
    if (document.body.dataset.page === 'front' && location.hash) await inSight(this.stage);
    await this.host.start();
    this.#lessonShown();
    if (new URLSearchParams(location.search).has('present')) await this.#present();
    if (this.host.headless) this.#toggleControls(document.querySelector('[data-action=controls]')); // without a picture the controls are what the reader has
  }

  #lessonShown() {
    this.steady.watch(document.querySelector('article'));
    this.shown = this.lab.lesson().slug;
    this.#prepareNext();
    this.#showParts();
    this.controls.rebuild();
    if (document.body.dataset.page === 'lesson') {
      offerData(this.lab);
      this.weights.offer();
    }
    this.refreshExercises = startExercises(document.querySelector('main'), this.lab, {
      step: (act) => this.router.step(act),
      showFigure: () => this.#showFigure(),
      handInFigure: () => this.scenes.held,
      actIn: (section) => this.scenes.actIn(section),
    });
    this.scenes.open();
    this.#refreshNow();
  }

  #hear(type, detail) {
    if (!this.lab.started) return;
    makeRoom(this.host, type, detail);
    speakExplanation(this.controls.status, type, detail);
    markNamed(document.querySelector('main'), type, detail);
    if (type === 'select') this.controls.status.textContent = detail.text;
    if (type === 'change') {
      this.refresh();
      if (this.lab.lesson().slug !== document.body.dataset.lesson) this.router.follow();
      else if (document.body.dataset.page === 'lesson') this.router.noteChange();
    }
    if (type === 'train' && (detail.phase ?? 'idle') === 'idle') this.refresh();
    else if (type === 'train' && this.host.headless) this.refreshTraining();
    if (type === 'error' && detail.id) this.router.noteChange(); // the address, which asked for what the lesson does not have, is written anew
    if (type === 'answer') this.refreshExercises();
  }

  #refreshNow() {
    if (this.lab.lesson().slug !== this.shown) return; // the page of the open lesson is still on its way
    this.refreshed = performance.now();
    this.controls.refresh();
    this.compare.refresh();
    this.weights.refresh();
    this.scenes.refresh();
    this.#refreshSheet();
    this.refreshExercises();
    refreshLiveValues(document.querySelector('main'), this.lab);
    const { undo, redo } = this.lab.history();
    for (const [name, count] of [['undo', undo], ['redo', redo]]) {
      const button = document.querySelector(`[data-action=${name}]`);
      if (button) button.disabled = count === 0;
    }
    const backend = document.querySelector('[data-action=backend]');
    if (backend) {
      const { name, preferred, reason, byChoice } = this.lab.backend();
      backend.hidden = !byChoice;
      backend.querySelector('.backend-name').textContent = `${preferred === 'auto' ? 'Auto: ' : ''}${name === 'gl' ? 'GPU' : 'CPU'}`;
      backend.title = reason;
    }
  }

  /** Lets the text say the step that the frame has just drawn; what takes long, or is out of sight, follows more slowly. */
  #followTraining() {
    if (this.lab.lesson().slug !== this.shown) return;
    if (performance.now() - this.refreshed > TRAINING_REFRESH_MS) return this.#refreshNow();
    this.controls.training.refresh();
    refreshLiveValues(document.querySelector('main'), this.lab, { inSight: true });
  }

  #listen() {
    document.addEventListener('click', (event) => {
      const scene = event.target.closest?.('a[data-scene-of]');
      if (scene && this.lab.started && isPlainClick(event)) {
        event.preventDefault();
        this.scenes.press(scene.dataset.sceneOf);
        return this.#showFigure();
      }
      const act = actionOf(event, this.lab);
      if (act) {
        event.preventDefault();
        this.router.step(act);
        return this.#showFigure();
      }
      const button = event.target.closest('[data-action]');
      if (button) this.#act(button);
    });
    document.addEventListener('keydown', (event) => {
      if (!this.host.keys.contains(event.target) && !undoKey(event, this.lab)) goOnBySpace(event, this.lab);
    });
    document.addEventListener('showfigure', () => this.#showFigure());
    watchShowLinks(document, this.lab);
    roveSymbols(document, this.lab, this.controls.status);
    acceptData(this.stage, this.lab, this.host);
    NARROW.addEventListener('change', () => this.#showParts());
    closeMenus(document);
    addEventListener('beforeprint', () => this.host.freeze(true)); // the figure alone, without tabs and controls
  }

  /** From the automatic choice to what it did not choose, then to what it did, and back. */
  async #changeBackend() {
    const { name, preferred } = this.lab.backend(), other = name === 'gl' ? 'cpu' : 'gl';
    this.automatic = preferred === 'auto' ? name : this.automatic;
    const next = preferred === 'auto' ? other : preferred === this.automatic ? 'auto' : this.automatic ?? 'auto';
    await this.lab.chooseBackend(next).catch(() => {}); // why its code did not come is said by the figure
    await this.lab.idle();
    this.refresh();
    this.host.sayFor(this.lab.backend().reason, BACKEND_MS);
  }

  #act(button) {
    const { action } = button.dataset;
    if (action === 'controls') return this.#toggleControls(button);
    if (!this.lab.started) return;
    if (action === 'share') return void this.#share();
    if (action === 'backend') return void this.#changeBackend();
    this.lab[action]();
    this.refresh();
  }

  async #share() {
    try {
      const { openShare } = await import('./share.js');
      openShare(document.querySelector('.share'), this.lab, SITE_ROOT);
    } catch {
      this.host.sayFor('What shares a picture could not be fetched. Press Share again when there is a network.', REFUSAL_MS);
    }
  }

  #toggleControls(button) {
    const open = this.stage.classList.toggle('shows-parallel');
    button.setAttribute('aria-expanded', String(open));
    this.#showParts(); // the canvas leaves out the controls that the page now shows
    this.#refreshSheet();
  }

  #refreshSheet() {
    const open = this.stage.classList.contains('shows-parallel');
    this.sheet.refresh({ open, hasNext: this.lab.started && document.body.dataset.page === 'lesson' && this.scenes.hasNext });
    this.#askForHeight();
  }

  #askForHeight() {
    const wanted = this.lab.started && this.width > 0 ? `${this.lab.call('height_for', this.width) ?? 0}px` : '';
    if (wanted === '' || wanted === this.wanted) return;
    this.wanted = wanted;
    this.host.element.style.setProperty('--wanted', wanted);
  }

  /** Fetches the next lesson's code ahead, when the reader nears the end of this one. */
  #prepareNext() {
    const next = document.querySelector('.neighbour.next');
    if (!next) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      this.lab.prepare(next.dataset.lesson).catch(() => {}); // opening the lesson tells of the failure
    }, { rootMargin: '0px 0px 100% 0px' });
    watch.observe(next);
  }

  /** Shows the message at the foot of the window, wherever the page is scrolled to; '' takes it away. */
  #sayBelow(message) {
    clearTimeout(this.saidBelow);
    this.below ??= document.body.appendChild(element('p', { class: 'page-notice', role: 'status', hidden: '' }));
    this.below.hidden = message === '';
    this.below.textContent = message;
    if (message) this.saidBelow = setTimeout(() => this.#sayBelow(''), BELOW_MS);
  }

  /** Scrolls to the figure where it is out of sight, as it may be on a narrow page when the text changes it. */
  #showFigure() {
    const box = this.host.element.getBoundingClientRect();
    this.scenes.adopt();
    if (box.bottom < 80 || box.top > innerHeight - 80) this.host.element.scrollIntoView({ block: 'nearest' });
  }
}

/** Makes visited pages work offline. Where a browser denies storage they do not, and nothing else changes. */
async function keepOffline() {
  try {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.register(new URL('sw.js', SITE_ROOT));
    const { active } = await navigator.serviceWorker.ready;
    const loaded = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind)).map(({ name }) => name);
    const icons = [...document.querySelectorAll('link[rel="icon"]')].map(({ href }) => href); // a tab's icon is not among a page's resources
    active.postMessage({ type: 'loaded', addresses: [...loaded, ...icons] });
  } catch {
    // The page works without a service worker.
  }
}

const page = new Page();
const started = page.start().catch(() => {});
page.lab.ready.then(() => started, () => {}).then(() => {
  if (document.readyState === 'complete') keepOffline();
  else addEventListener('load', keepOffline);
});
