// The scenes of the text. The figure goes to a section's scene when the reader comes to the section, unless it is pinned, and to any scene
// that is pressed. The program puts away what the reader had made, and one press brings it back.

import { openedQuery } from './address.js';
import { element } from './dom.js';

const DWELL_MS = 180; // a section has to stay in reading position that long, because whoever scrolls past does not mean it
const QUIET_MS = 250; // how long after the last scroll that was not the reader's reading may lead again
/** The reading position as a share of the height that the text has: a sentence is read when it has come up to the upper third. */
const LINE = 1 / 3;
const NOTE_MS = 6000;
const TOP = 'top';

const BESIDE = matchMedia('(min-width: 1000px)');

/** What the address names behind its #; empty where it names nothing, or is not well-formed. */
function fragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

export class Scenes {
  #sections = [];
  #reading = TOP;
  #coming = ''; // the section that has been in reading position for less than DWELL_MS
  #acting = ''; // the exercise that the reader did something in last
  #late = ''; // the section that was reached while the hand was in the figure
  #quiet = 0;
  #dwell = 0;
  #looking = false;
  #suspended = false;
  #width = innerWidth;

  /** `step(act)` calls `act` and makes the state that it brings a step of the browser's history. */
  constructor(lab, host, step) {
    Object.assign(this, { lab, host, step });
    this.pinned = false;
    this.held = false; // the hand is in the figure
    this.onRelease = () => {};
    this.onPresent = () => {};
    this.#makeBar();
    addEventListener('scroll', () => this.#scrolled(), { passive: true });
    addEventListener('popstate', (event) => this.#restored(event));
    addEventListener('resize', () => this.#resized());
    for (const type of ['wheel', 'touchmove', 'keydown']) addEventListener(type, () => this.#takeUp(), { passive: true, capture: true });
    host.keys.addEventListener('pointerdown', () => { this.held = true; }, true);
    for (const type of ['pointerup', 'pointercancel', 'blur']) addEventListener(type, () => this.#released(), true);
  }

  #makeBar() {
    const button = (label, extra, act) => {
      const made = element('button', { type: 'button', ...extra }, label);
      made.addEventListener('click', act);
      return made;
    };
    this.name = element('span', { class: 'scene-name' });
    this.own = button('Back to your picture', { 'data-own': '', hidden: '', title: 'What you had made before the figure went on with the text' }, () => this.bringOwn());
    this.pin = button('Pin', { 'data-pin': '', 'aria-pressed': 'false', title: 'Keep this picture while you read on' }, () => this.setPinned(!this.pinned));
    this.present = button('Present', { 'data-present': '', title: 'The figure large, a section at a time' }, () => this.onPresent());
    this.said = element('span', { class: 'scene-said visually-hidden', role: 'status' });
  }

  /** Puts what tells of the scene at the beginning of the figure's bar, and what holds it at the end. */
  #takeBar(shown) {
    const bar = this.host.element.querySelector('.toolbar');
    for (const part of [this.name, this.own, this.pin, this.present, this.said]) part.remove();
    if (!shown) return;
    bar.prepend(this.name, this.own);
    bar.append(this.pin, this.present, this.said);
  }

  /** Ties the text on the page to the scenes of the open lesson. Where the address names a section and no state, the figure goes there. */
  open() {
    if (document.body.dataset.page !== 'lesson') {
      this.#sections = [];
      return this.#takeBar(false);
    }
    this.#takeBar(true);
    this.#sections = this.lab.scenes().map((scene) => ({
      ...scene, heading: scene.id === TOP ? document.querySelector('h1') : document.getElementById(scene.id),
    })).filter(({ heading }) => heading);
    this.pinned = false; // what was pinned is another lesson's picture
    this.pin.setAttribute('aria-pressed', 'false');
    this.#reading = TOP;
    this.#acting = '';
    clearTimeout(this.#dwell);
    if (openedQuery() !== '') this.adopt();
    else if (this.#find(fragment())) this.#arrive(fragment());
    else this.#look();
    this.refresh();
  }

  list() {
    return this.#sections;
  }

  #find(id) {
    return this.#sections.find((section) => section.id === id);
  }

  /** Takes the section at which the page stops scrolling as read: the page moved by itself, so the reader asked for no scene. */
  adopt() {
    if (!this.#quiet) this.#reading = this.#inPosition();
    clearTimeout(this.#quiet);
    clearTimeout(this.#dwell);
    this.#coming = '';
    this.#quiet = setTimeout(() => {
      this.#quiet = 0;
      this.#reading = this.#inPosition();
      this.refresh();
    }, QUIET_MS);
  }

  /** Lets reading lead again at once, since the reader moves on by hand. What has been scrolled counts: a browser may scroll before it tells of the wheel. */
  #takeUp() {
    if (!this.#quiet) return;
    clearTimeout(this.#quiet);
    this.#quiet = 0;
    this.#scrolled();
  }

  /** Lets the presenter lead instead of reading, or reading again. */
  suspend(on) {
    this.#suspended = on;
    if (!on) this.adopt();
  }

  /** Goes to a scene that was pressed. That is a step of the history, and begins the scene's exercise anew. */
  press(id) {
    let note = '';
    this.step(() => { ({ note } = this.lab.scene(id)); });
    this.#reading = id;
    this.#acting = '';
    this.#shown(id, note);
    if (note) this.host.sayFor(note, NOTE_MS);
  }

  /** Holds the section of an exercise as the one that is read, as long as it is in sight: the reader is working on it. */
  actIn(id) {
    const { exercise } = this.#find(id) ?? {};
    if (!exercise || !this.lab.started || this.#suspended) return;
    clearTimeout(this.#dwell);
    this.#coming = '';
    this.#reading = this.#acting = id;
    if (this.pinned || this.lab.exercises().find((one) => one.id === exercise).live) return;
    try {
      this.lab.call('take_up', exercise);
    } catch (error) {
      return this.#say(error.message);
    }
    this.#shown(id, '');
  }

  /** Whether a scene follows the one that is shown. */
  get hasNext() {
    return this.#next() !== undefined;
  }

  #next() {
    const { id } = this.lab.call('scene');
    return this.#sections[this.#sections.findIndex((section) => section.id === id) + 1];
  }

  /** Goes on to the next scene, and scrolls the text there. */
  goOn() {
    const next = this.#next();
    if (!next) return;
    this.#acting = '';
    this.go(this.#reading = next.id);
    next.heading.scrollIntoView({ block: 'start' });
    this.adopt();
  }

  bringOwn() {
    this.step(() => this.lab.call('own'));
    this.#say('Your picture is back.');
    this.refresh();
  }

  setPinned(on) {
    this.pinned = on;
    this.pin.setAttribute('aria-pressed', String(on));
    this.#say(on ? 'Pinned: the figure stays as it is while you read on.' : 'The figure follows the text again.');
    if (!on) this.go(this.#reading = this.#inPosition());
    this.refresh();
  }

  /** Brings the bar up to date. */
  refresh() {
    if (!this.lab.started || this.#sections.length === 0) return;
    const { id, own } = this.lab.call('scene');
    const place = this.#find(id);
    this.name.textContent = `${this.pinned ? 'Pinned: ' : ''}${place?.heading.textContent ?? ''}`;
    this.own.hidden = !own;
    for (const link of document.querySelectorAll('[data-scene-of]')) link.classList.toggle('is-shown', link.dataset.sceneOf === id);
    for (const link of document.querySelectorAll('.still a')) link.classList.toggle('is-shown', link.dataset.figure === this.lab.figure());
  }

  /** Goes to a scene as reading does; where that is refused, the reason is said. */
  go(id) {
    let note;
    try {
      ({ note } = this.lab.call('scene', id, 'reading'));
    } catch (error) {
      return this.#say(error.message);
    }
    this.#shown(id, note);
  }

  #shown(id, note) {
    this.#nameInAddress(id);
    this.#say(`Figure: ${this.#find(id)?.heading.textContent}${note ? `. ${note}` : ''}`);
    this.refresh();
  }

  /** Keeps a fragment in step with the scene, because one that names another section would lead astray. */
  #nameInAddress(id) {
    if (!location.hash || fragment() === id) return;
    try {
      history.replaceState(history.state, '', `${location.pathname}${location.search}${id === TOP ? '' : `#${id}`}`);
    } catch {
      // the browser refuses too many changes in a short time; the next scene writes it again
    }
  }

  /** Looks at the width alone, because a phone's bars come and go with scrolling and change the height. */
  #resized() {
    if (this.#width !== innerWidth) this.adopt();
    this.#width = innerWidth;
  }

  #say(text) {
    this.said.textContent = text;
  }

  #scrolled() {
    if (this.#quiet) return this.adopt();
    if (this.#looking || this.#suspended || this.#sections.length === 0 || !this.lab.started) return;
    this.#looking = true;
    requestAnimationFrame(() => {
      this.#looking = false;
      this.#look();
    });
  }

  #look() {
    if (this.#quiet || this.#suspended) return;
    const id = this.#inPosition();
    if (id === this.#coming) return;
    clearTimeout(this.#dwell);
    this.#coming = id === this.#reading ? '' : id;
    if (this.#coming) this.#dwell = setTimeout(() => this.#arrive(id), DWELL_MS);
  }

  #arrive(id) {
    this.#coming = '';
    if (this.held) {
      this.#late = id;
      return;
    }
    this.#reading = id;
    if (!this.pinned) this.go(id);
  }

  #released() {
    if (!this.held) return;
    this.held = false;
    const late = this.#late;
    this.#late = '';
    if (late && late === this.#inPosition()) this.#arrive(late);
    this.onRelease();
  }

  /** Goes to the scene of a fragment that is new in the address; Back and Forward bring a state of their own. */
  #restored({ state }) {
    const id = fragment();
    if (state === null && this.lab.started && this.#find(id)) {
      this.#reading = id;
      this.go(id);
    }
    this.adopt();
  }

  /** Whether the exercise that the reader acted in last reaches into the middle half of the view. */
  #holds() {
    const box = this.#find(this.#acting)?.heading.closest('.exercise').getBoundingClientRect();
    const margin = 0.15 * innerHeight;
    return box !== undefined && box.top < innerHeight - margin && box.bottom > margin;
  }

  #inPosition() {
    if (this.#acting && this.#holds()) return this.#acting;
    this.#acting = '';
    if (scrollY < 8) return TOP;
    const line = this.#line();
    let found = TOP;
    for (const { id, heading } of this.#sections) if (heading.getBoundingClientRect().top <= line) found = id;
    return found;
  }

  /** The reading position in the window: in the part below a figure that covers the top, and lower towards the page's end, which the last sections could not reach otherwise. */
  #line() {
    const above = BESIDE.matches || getComputedStyle(this.host.element).position !== 'sticky' ? 0 : this.host.element.getBoundingClientRect().bottom;
    const top = Math.max(0, Math.min(above, 0.75 * innerHeight));
    const left = document.documentElement.scrollHeight - innerHeight - scrollY;
    return Math.max(top + LINE * (innerHeight - top), innerHeight - left);
  }
}
