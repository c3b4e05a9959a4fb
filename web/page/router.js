// The address follows the picture while the reader edits it, so that a copied link shows the same. A link to another lesson opens it in
// this document, because one canvas and one program serve the whole visit; title, focus, scroll position and history are then set as a
// freshly loaded page would have them.

import { fitToAddress, openedQuery, shortUrl, writeQuery } from './address.js';
import { debounce, isPlainClick } from './dom.js';
import { watchStills } from './stills.js';
import { BrokenOff } from './transfer.js';

const WRITE_AFTER_MS = 350; // some browsers refuse more than a hundred changes of the address in half a minute

/** The folder of a page's address: "/pooling/" and "/pooling/index.html" are the same page. */
const folder = (url) => new URL('.', url).pathname;

/** Makes the addresses absolute that stay in the document when its own changes; a relative one would then point elsewhere. */
function anchorAddresses() {
  const absolute = (relative) => new URL(relative, document.baseURI).href;
  for (const link of document.querySelectorAll('link[rel=icon], link[rel=manifest]')) link.href = absolute(link.getAttribute('href'));
  for (const still of document.querySelectorAll('.stage img, .stage source')) {
    const name = still.matches('img') ? 'src' : 'srcset';
    still.setAttribute(name, absolute(still.getAttribute(name)));
  }
}

export class Router {
  #write;
  #visit = 0;
  #going = false;

  /**
   * `onLesson()` is called when another lesson's page has been put in place. `say(message)` tells the reader why a page did not come; the
   * empty message takes the last one back, when the reader asks for a page again.
   */
  constructor(lab, siteRoot, onLesson, say) {
    this.lab = lab;
    this.siteRoot = siteRoot;
    this.onLesson = onLesson;
    this.say = say;
    this.current = folder(location.href);
    anchorAddresses();
    this.#write = debounce(WRITE_AFTER_MS, () => this.writeAddress());
    document.addEventListener('click', (event) => this.#click(event));
    addEventListener('popstate', () => this.#restore());
    addEventListener('pagehide', () => lab.started && document.body.dataset.page === 'lesson' && this.writeAddress());
    history.scrollRestoration = 'auto';
  }

  /** The picture has changed: its address is written when the reader pauses. */
  noteChange() {
    this.#write();
  }

  /**
   * Calls `act`, which brings another state of the lesson for a link of the text. The state before keeps its own entry of the browser's
   * history, so that Back undoes the step and Forward does it again.
   */
  step(act) {
    this.writeAddress();
    const before = this.lab.query();
    act();
    if (this.lab.query() !== before) this.writeAddress({ step: true });
  }

  /**
   * Writes the address that reproduces the picture, over the present entry of the history or, for a `step`, as a new one. The page's own
   * keys and the fragment stay in it.
   */
  writeAddress({ step = false } = {}) {
    if (document.body.dataset.page !== 'lesson' || this.lab.lesson().slug !== document.body.dataset.lesson) return;
    if (folder(location.href) !== this.current) return; // Back or Forward is under way, and the entry belongs to another lesson
    try {
      writeQuery(this.lab.query(), { step });
    } catch {
      this.#write(); // the browser refuses too many changes in a short time, so it is tried later
    }
  }

  /** Brings the page of the lesson that a script has opened in the figure. */
  follow() {
    if (!this.#going) this.#go(shortUrl(this.lab), { push: true, open: false });
  }

  #click(event) {
    const link = event.target.closest?.('a[href]');
    if (!link || !isPlainClick(event)) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (folder(link.href) === this.current) return;
    if (!link.hasAttribute('data-lesson') || !this.lab.started) {
      if (navigator.onLine !== false) return;
      event.preventDefault();
      return void this.#goOffline(link.href);
    }
    event.preventDefault();
    this.writeAddress();
    const { href, dataset } = link;
    this.#go(dataset.carry ? `${href.split('?')[0]}?${this.lab.call('carry', dataset.carry)}` : href, { push: true });
  }

  #restore() {
    if (this.#going || folder(location.href) !== this.current) this.#go(location.href, { push: false }); // what was under way is given up
    else if (this.lab.started && document.body.dataset.page === 'lesson') this.#openQuery();
  }

  /** Brings the state that the address names, of the same lesson. It is one step of undo, so locks, exercises and the undo history stay. */
  #openQuery() {
    const wanted = openedQuery();
    const shown = this.lab.query();
    if (wanted === shown || wanted === fitToAddress(shown).query) return;
    if (!/(^|&)a=/.test(wanted) && this.lab.compare()) this.lab.compare('leave');
    try {
      this.lab.bring(wanted);
    } catch {
      this.lab.open(document.body.dataset.lesson, wanted); // somebody wrote this address: opening it says what is wrong in it
    }
  }

  async #go(href, options) {
    this.#going = true;
    const visit = ++this.#visit;
    try {
      await this.#visitPage(visit, href, options);
    } finally {
      if (visit === this.#visit) this.#going = false;
    }
    // A script may have opened another lesson meanwhile.
    if (this.lab.started && this.lab.lesson().slug !== document.body.dataset.lesson) this.follow();
  }

  /** Leaves the address to the browser, which shows what answers there instead: a not-found page, or a network's sign-in. */
  #leave(href) {
    location.assign(href);
  }

  /** Goes to a page that the service worker has kept; where it has not, the reader is told so. */
  async #goOffline(href) {
    this.say('');
    if (await fetch(href.split(/[?#]/)[0]).then(({ ok }) => ok, () => false)) location.assign(href);
    else this.#sayMissing(new BrokenOff());
  }

  #sayMissing({ message }) {
    this.say(`That page could not be opened: ${message}. ${navigator.onLine === false ? 'Pages that you have visited open without one.' : 'Try again in a moment.'}`);
  }

  /** Keeps the reader on the present page, with its own lesson in the figure, because the network did not bring the other one. */
  async #stay(visit, push, error) {
    if (visit !== this.#visit) return;
    this.#sayMissing(error);
    if (!push) history.pushState({}, '', shortUrl(this.lab)); // Back and Forward have changed the address already
    if (this.lab.lesson().slug !== document.body.dataset.lesson) await this.lab.open(document.body.dataset.lesson, openedQuery());
  }

  async #visitPage(visit, href, { push, open = true }) {
    this.say('');
    let answer, next;
    try {
      answer = await fetch(href.split(/[?#]/)[0]);
      next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    } catch {
      return this.#stay(visit, push, new BrokenOff());
    }
    const slug = next.body.dataset.lesson;
    if (!answer.ok || !slug) return this.#leave(href);
    try {
      await this.lab.prepare(slug);
    } catch ({ cause }) {
      return cause instanceof BrokenOff ? this.#stay(visit, push, cause) : this.#leave(href);
    }
    if (visit !== this.#visit) return;
    if (!open && this.lab.lesson().slug !== slug) return; // a script opened a further lesson before this page came
    if (push) history.pushState({}, '', href);
    this.current = folder(href);
    this.#putInPlace(next);
    if (open) await this.lab.open(slug, openedQuery());
    if (visit !== this.#visit) return;
    this.onLesson();
    this.#arrive(new URL(href).hash, push);
  }

  /** Puts the other page in place of this one, except for the figure: it moves into the new page, canvas and all. */
  #putInPlace(next) {
    const stage = document.querySelector('.stage');
    next.querySelector('.stage').replaceWith(stage);
    document.title = next.title;
    document.documentElement.lang = next.documentElement.lang;
    for (const name of ['description', 'og:title', 'og:description', 'og:image']) this.#copyMeta(next, name);
    Object.assign(document.body.dataset, { lesson: next.body.dataset.lesson, page: next.body.dataset.page });
    document.body.className = next.body.className;
    for (const selector of ['.site-header', 'main', '.site-footer']) document.querySelector(selector).replaceWith(next.querySelector(selector));
    watchStills(document);
  }

  #copyMeta(next, name) {
    const find = (page) => page.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`);
    if (find(document) && find(next)) find(document).content = find(next).content;
  }

  /** The element that a fragment names; null where no element has that name, or the fragment is not well-formed. */
  #target(fragment) {
    try {
      return document.getElementById(decodeURIComponent(fragment));
    } catch {
      return null;
    }
  }

  /** Puts focus and scroll position where a freshly loaded page would have them. */
  #arrive(hash, isNew) {
    const heading = document.querySelector('h1');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (hash) this.#target(hash.slice(1))?.scrollIntoView();
    else if (isNew) scrollTo({ top: 0, behavior: 'instant' });
  }
}
