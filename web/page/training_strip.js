// The training strip of the parallel page: the same buttons as under the figure, as real ones, with what goes on in words, and the runs
// of the visit. The words are read out when something begins, ends or fails, not at every step.

import { element } from './dom.js';
import { filmButtons, FilmSlider } from './film.js';
import { RunsTable } from './runs.js';

export class TrainingStrip {
  #told = '';

  constructor(lab) {
    this.lab = lab;
    const button = (name, act) => {
      const node = element('button', { type: 'button', 'data-train': name });
      node.addEventListener('click', () => this.#act(act));
      return node;
    };
    this.run = button('run', () => (lab.training().buttons.underWay ? lab.pause() : lab.call('run', 'press')));
    this.run.className = 'primary';
    this.step = button('step', () => lab.call('run', 'once'));
    this.reset = button('reset', () => lab.restart());
    this.speed = element('select', { 'data-train': 'speed', 'aria-label': 'Speed of training' },
      element('option', { value: 'slow' }), element('option', { value: 'fast' }));
    this.speed.addEventListener('change', () => this.#act(() => lab.speed(this.speed.value)));
    this.runs = new RunsTable(lab, (act) => this.#act(act));
    this.film = new FilmSlider(lab, (act) => this.#act(act), filmButtons(lab, (text) => { this.status.textContent = text; }));
    this.progress = element('p', { class: 'training-progress' });
    this.status = element('p', { class: 'training-status', role: 'status' });
    this.element = element('div', { class: 'training', role: 'group', 'aria-label': 'Training', hidden: '' },
      element('p', { class: 'buttons' }, this.run, this.step, this.reset, this.speed), this.film.element, this.progress, this.status, this.runs.element);
  }

  #act(action) {
    try {
      action();
    } catch (error) {
      this.status.textContent = error.message;
    }
    this.refresh();
  }

  refresh() {
    const now = this.lab.training();
    this.element.hidden = !now.shown;
    if (!now.shown) return;
    const { buttons } = now;
    this.run.textContent = buttons.run;
    this.step.textContent = buttons.step;
    this.reset.textContent = buttons.reset;
    for (const option of this.speed.options) option.textContent = buttons[option.value];
    this.run.disabled = !buttons.canRun;
    this.step.disabled = !buttons.canStep;
    this.reset.disabled = !buttons.canReset;
    if (document.activeElement !== this.speed) this.speed.value = now.speed;
    this.progress.textContent = buttons.underWay && now.message ? `${now.progress}. ${now.message}` : now.progress;
    this.film.refresh(now.film);
    this.element.classList.toggle('is-under-way', buttons.underWay);
    this.runs.refresh();
    this.#tell(now, buttons.underWay);
  }

  /** Steps left change too often to be read out. */
  #tell({ message, halt, step }, underWay) {
    const said = halt !== 'none' ? message : underWay ? 'Training.' : message || (step > 0 ? `Paused after step ${step}.` : '');
    if (said === this.#told) return;
    this.#told = said;
    this.status.textContent = said;
  }
}
