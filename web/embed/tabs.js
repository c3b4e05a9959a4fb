// The tabs of an embed to the lesson's other figures, in one row: what finds no room in it stands in a menu at its end. The figure that is
// shown always has a place in the row.

import { element } from '../page/dom.js';

export class Tabs {
  constructor(lab) {
    this.lab = lab;
    this.menu = element('select', { class: 'embed-more', 'aria-label': 'More figures', hidden: '' });
    this.menu.addEventListener('change', () => this.menu.value && this.lab.figure(this.menu.value));
    this.element = element('div', { class: 'embed-tabs', role: 'group', 'aria-label': 'Figure', hidden: '' });
    this.buttons = [];
    new ResizeObserver(() => this.layOut()).observe(this.element);
    document.fonts?.addEventListener('loadingdone', () => this.layOut()); // titles have another width then
  }

  /** Makes a tab for each of `figures`, [{id, title}]; none for an empty list. */
  rebuild(figures) {
    this.element.hidden = figures.length === 0;
    this.buttons = figures.map(({ id, title }) => {
      const button = element('button', { type: 'button', 'data-figure-id': id }, title);
      button.addEventListener('click', () => this.lab.figure(id));
      return button;
    });
    this.element.replaceChildren(...this.buttons, this.menu);
  }

  refresh() {
    const current = this.lab.figure();
    for (const button of this.buttons) button.setAttribute('aria-pressed', String(button.dataset.figureId === current));
    this.layOut();
  }

  layOut() {
    if (this.element.hidden) return;
    for (const button of this.buttons) button.hidden = false;
    const { columnGap, paddingLeft, paddingRight } = getComputedStyle(this.element);
    const gap = parseFloat(columnGap), whole = this.element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const widths = new Map(this.buttons.map((button) => [button, button.scrollWidth + gap]));
    this.menu.hidden = [...widths.values()].reduce((sum, width) => sum + width, -gap) <= whole;
    if (this.menu.hidden) return;
    const [current, ...others] = [...this.buttons].sort((a, b) => (b.ariaPressed === 'true') - (a.ariaPressed === 'true'));
    let room = whole - this.menu.offsetWidth - widths.get(current), full = false;
    for (const button of others) {
      full ||= widths.get(button) > room;
      button.hidden = full;
      if (!full) room -= widths.get(button);
    }
    const left = this.buttons.filter(({ hidden }) => hidden);
    const head = element('option', { value: '', hidden: '', selected: '' }, `${left.length} more`);
    this.menu.replaceChildren(head, ...left.map(({ dataset, textContent }) => element('option', { value: dataset.figureId }, textContent)));
  }
}
