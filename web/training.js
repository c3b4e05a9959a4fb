// The training strip of the parallel page: the same buttons as under the figure, as real ones, with what goes on in words. The words are
// read out when something begins, ends or fails, not at every step.

import { element } from './dom.js';

export class TrainingStrip {
  #told = '';

  constructor(lab) {
    this.lab = lab;
    const button = (name, label, act) => {
      const node = element('button', { type: 'button', 'data-train': name }, label);
      node.addEventListener('click', () => this.#act(act));
      return node;
    };
    this.run = button('run', 'Train', () => (this.#underWay() ? lab.pause() : lab.run()));
    this.step = button('step', 'One step', () => lab.call('train', 1));
    this.reset = button('reset', 'Reset', () => lab.restart());
    this.speed = element('select', { 'data-train': 'speed', 'aria-label': 'Speed of training' },
      element('option', { value: 'slow' }, 'Slow'), element('option', { value: 'fast' }, 'Fast'));
    this.speed.addEventListener('change', () => this.#act(() => lab.speed(this.speed.value)));
    this.progress = element('p', { class: 'training-progress' });
    this.status = element('p', { class: 'training-status', role: 'status' });
    this.element = element('div', { class: 'training', role: 'group', 'aria-label': 'Training', hidden: '' },
      element('p', { class: 'buttons' }, this.run, this.step, this.reset, this.speed), this.progress, this.status);
  }

  #act(action) {
    try {
      action();
    } catch (error) {
      this.status.textContent = error.message;
    }
    this.refresh();
  }

  #underWay() {
    const { running, phase } = this.lab.training();
    return running || phase === 'training';
  }

  refresh() {
    const now = this.lab.training();
    this.element.hidden = !now.trained;
    if (!now.trained) return;
    const underWay = now.running || now.phase === 'training';
    const possible = now.halt !== 'diverged' && now.step < now.limit && !now.locked;
    this.run.textContent = underWay ? 'Pause' : 'Train';
    this.run.disabled = !underWay && !possible;
    this.step.disabled = underWay || !possible;
    this.reset.disabled = now.step === 0 || now.locked;
    if (document.activeElement !== this.speed) this.speed.value = now.speed;
    this.progress.textContent = now.progress;
    this.#tell(now, underWay);
  }

  /** Steps left change too often to be read out. */
  #tell({ message, halt, step }, underWay) {
    const said = halt !== 'none' ? message : underWay ? 'Training.' : message || (step > 0 ? `Paused after step ${step}.` : '');
    if (said === this.#told) return;
    this.#told = said;
    this.status.textContent = said;
  }
}
