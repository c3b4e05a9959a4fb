// Exercises of the text: lock a prediction, check it by computing, read the explanation, try again. Wording is in the page; what is right
// is computed by the lesson.

import { element } from './dom.js';

class Exercise {
  /** `root` is the page's `.exercise`; its options, if any, are radio buttons. */
  constructor(root, lab) {
    this.root = root;
    this.lab = lab;
    this.id = root.dataset.exercise;
    this.options = [...root.querySelectorAll('input[type=radio]')];
    this.explanation = root.querySelector('.explanation');
    this.lockButton = element('button', { type: 'button', class: 'primary' }, 'Lock in my prediction');
    this.checkButton = element('button', { type: 'button', class: 'primary' }, this.options.length ? 'Compute the answer' : 'Check the picture');
    this.retryButton = element('button', { type: 'button' }, 'Try again');
    this.verdict = element('p', { class: 'verdict', role: 'status' });
    this.lockButton.addEventListener('click', () => this.#act(() => lab.predict(this.id, this.#chosen())));
    this.checkButton.addEventListener('click', () => this.#act(() => lab.check(this.id)));
    this.retryButton.addEventListener('click', () => this.#retry());
    for (const option of this.options) option.addEventListener('change', () => this.refresh());
    const buttons = element('p', { class: 'buttons' }, this.options.length ? this.lockButton : '', this.checkButton, this.retryButton);
    root.querySelector('.exercise-buttons').replaceChildren(buttons, this.verdict);
    root.classList.add('is-live');
  }

  #chosen() {
    return this.options.findIndex((option) => option.checked);
  }

  #act(action) {
    try {
      action();
    } catch (error) {
      this.verdict.textContent = error.message;
      return;
    }
    this.refresh();
  }

  #retry() {
    this.lab.retry(this.id);
    for (const option of this.options) option.checked = false;
    this.refresh();
    (this.options[0] ?? this.checkButton).focus();
  }

  refresh() {
    const state = this.lab.exercises().find(({ id }) => id === this.id);
    if (!state) return;
    const locked = state.locked !== null;
    this.options.forEach((option, i) => {
      option.disabled = locked || state.answered;
      if (locked) option.checked = i === state.locked;
    });
    this.lockButton.hidden = locked || state.answered;
    this.lockButton.disabled = this.#chosen() < 0;
    this.checkButton.hidden = state.answered || (this.options.length > 0 && !locked);
    this.retryButton.hidden = !state.answered;
    this.explanation.hidden = !state.answered;
    this.verdict.className = `verdict${state.answered ? (state.correct ? ' is-right' : ' is-wrong') : ''}`;
    const head = this.options.length ? (state.correct ? 'As you predicted.' : 'Not as predicted.') : (state.correct ? 'There.' : 'Not yet.');
    this.verdict.textContent = state.answered ? `${head} ${state.message ?? ''}` : locked ? 'Locked in. Try it on the figure, or compute the answer.' : '';
  }
}

/** Brings every exercise below `root` to life; returns a function that refreshes them all. */
export function startExercises(root, lab) {
  const exercises = [...root.querySelectorAll('.exercise')].map((section) => new Exercise(section, lab));
  const refresh = () => exercises.forEach((exercise) => exercise.refresh());
  refresh();
  return refresh;
}
