// On narrow pages the controls are a sheet at the foot of the window. Closed, it is a bar within reach of the thumb: what trains, what the scene
// sets, side by side to be pushed along, and the way to the next picture. It opens to all the rest.

import { element } from './dom.js';

export class Sheet {
  /** `root` is the page's `.parallel`; `onNext()` goes on to the next scene, `onToggle()` opens and closes the sheet. */
  constructor(root, { onNext, onToggle }) {
    const button = (name, label, title, act) => {
      const made = element('button', { type: 'button', 'data-sheet': name, title }, label);
      made.addEventListener('click', act);
      return made;
    };
    this.next = button('next', 'Next', 'On to the next section and its picture', onNext);
    this.more = button('more', 'All', 'All controls and numbers', onToggle);
    this.head = element('div', { class: 'sheet-head buttons' }, this.next, this.more);
    root.prepend(this.head);
  }

  refresh({ open, hasNext }) {
    this.next.disabled = !hasNext;
    this.more.setAttribute('aria-expanded', String(open));
    this.more.textContent = open ? 'Close' : 'All';
  }
}
