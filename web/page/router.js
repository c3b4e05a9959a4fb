// The address: kept in step while the reader edits, and lessons opened in place with title, focus, scroll and history as a fresh page
// would have them.

import { fitToAddress, openedQuery, shortUrl, writeQuery } from './address.js';
import { debounce, isPlainClick } from './dom.js';
import { watchStills } from './stills.js';
import { BrokenOff } from './transfer.js';

const WRITE_AFTER_MS = 350; // some browsers refuse more than a hundred changes of the address in half a minute

/** "/pooling/" and "/pooling/index.html" are one page. */
const folder = (url) => new URL('.', url).pathname;

/** What stays in the document while its address changes: relative addresses there would come to mean something else. */
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

  /** `onLesson()` is called when another lesson's page has been put in place; `say(message)` tells the reader why none was, '' that one is wanted. */
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

  noteChange() {
    this.#write();
  }

  /**
   * Calls `act`, by which the text brings another state of the lesson. That state is a step: what was there keeps its own entry of the
   * history, so Back undoes the step and Forward does it again.
   */
  step(act) {
    this.writeAddress();
    const before = this.lab.query();
    act();
    if (this.lab.query() !== before) this.writeAddress({ step: true });
  }

  /** Writes the address that reproduces the picture, in place of the present one but for a `step`; keeps the page's own keys and the fragment. */
  writeAddress({ step = false } = {}) {
    if (document.body.dataset.page !== 'lesson' || this.lab.lesson().slug !== document.body.dataset.lesson) return;
    if (folder(location.href) !== this.current) return; // Back or Forward is on its way: that entry is another lesson's
    try {
      writeQuery(this.lab.query(), { step });
    } catch {
      this.#write(); // too many in a short time: later
    }
  }

  /** A script opened another lesson in the figure: its page follows. */
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
    if (this.#going || folder(location.href) !== this.current) this.#go(location.href, { push: false }); // and not where it was going
    else if (this.lab.started && document.body.dataset.page === 'lesson') this.#openQuery();
  }

  /** Same lesson, another state of it: as a step of undo, which leaves locks, exercises and what can be undone as they are. */
  #openQuery() {
    const wanted = openedQuery();
    const shown = this.lab.query();
    if (wanted === shown || wanted === fitToAddress(shown).query) return;
    if (!/(^|&)a=/.test(wanted) && this.lab.compare()) this.lab.compare('leave');
    try {
      this.lab.bring(wanted);
    } catch {
      this.lab.open(document.body.dataset.lesson, wanted); // an address that somebody wrote: what is wrong in it is said
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
    // Another lesson was opened meanwhile.
    if (this.lab.started && this.lab.lesson().slug !== document.body.dataset.lesson) this.follow();
  }

  /** Leaves it to the browser, which shows what there is instead: a page that is none, or the sign-in of a network. */
  #leave(href) {
    location.assign(href);
  }

  /** Goes where the worker has kept the page. */
  async #goOffline(href) {
    this.say('');
    if (await fetch(href.split(/[?#]/)[0]).then(({ ok }) => ok, () => false)) location.assign(href);
    else this.#sayMissing(new BrokenOff());
  }

  #sayMissing({ message }) {
    this.say(`That page could not be opened: ${message}. ${navigator.onLine === false ? 'Pages that you have visited open without one.' : 'Try again in a moment.'}`);
  }

  /** What did not come for want of a network leaves the reader on the page, with its own lesson in the figure. */
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
    if (!open && this.lab.lesson().slug !== slug) return; // a further one was opened before this page came
    if (push) history.pushState({}, '', href);
    this.current = folder(href);
    this.#putInPlace(next);
    if (open) await this.lab.open(slug, openedQuery());
    if (visit !== this.#visit) return;
    this.onLesson();
    this.#arrive(new URL(href).hash, push);
  }

  /** Takes everything of the other page but the figure, which moves over with its canvas. */
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

  /** The element of a fragment; null for one that is none's, be it well-formed or not. */
  #target(fragment) {
    try {
      return document.getElementById(decodeURIComponent(fragment));
    } catch {
      return null;
    }
  }

  /** Where a fresh page would put the reader. */
  #arrive(hash, isNew) {
    const heading = document.querySelector('h1');
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    if (hash) this.#target(hash.slice(1))?.scrollIntoView();
    else if (isNew) scrollTo({ top: 0, behavior: 'instant' });
  }
}
