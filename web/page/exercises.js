// Exercises of the text: the reader brings the scene, locks a prediction, has it checked, reads the explanation and may try again. The page
// holds the wording; the lesson computes what is right. An exercise begins with its scene, which the link above it brings, or the locking
// of a prediction.

import { element, isPlainClick } from './dom.js';

class Exercise {
  #waiting = false;

  /** `root` is the page's `.exercise`; its options, if any, are radio buttons. */
  constructor(root, lab, { step, showFigure, handInFigure, actIn }) {
    Object.assign(this, { root, lab, step, showFigure, handInFigure, actIn });
    this.id = root.dataset.exercise;
    this.options = [...root.querySelectorAll('input[type=radio]')];
    this.explanation = root.querySelector('.explanation');
    this.sceneLink = root.querySelector('.scene a');
    this.lockButton = element('button', { type: 'button', class: 'primary' }, 'Lock in my prediction');
    this.checkButton = element('button', { type: 'button', class: 'primary' }, this.options.length ? 'Compute the answer' : 'Check the picture');
    this.retryButton = element('button', { type: 'button' }, 'Try again');
    this.verdict = element('p', { class: 'verdict', role: 'status' });
    this.sceneLink.addEventListener('click', (event) => this.#bring(event));
    this.lockButton.addEventListener('click', () => this.#act(() => this.step(() => lab.predict(this.id, this.#chosen()))));
    this.checkButton.addEventListener('click', () => this.#check());
    this.retryButton.addEventListener('click', () => this.#retry());
    for (const type of ['focusin', 'click']) root.addEventListener(type, () => this.actIn(this.root.getAttribute('aria-labelledby')));
    for (const option of this.options) option.addEventListener('change', () => this.refresh());
    const buttons = element('p', { class: 'buttons' }, this.options.length ? this.lockButton : '', this.checkButton, this.retryButton);
    root.querySelector('.exercise-buttons').replaceChildren(buttons, this.verdict);
    root.classList.add('is-live');
  }

  #chosen() {
    return this.options.findIndex((option) => option.checked);
  }

  /** Whether `action` went well; what it refused is said. */
  #act(action) {
    try {
      action();
    } catch (error) {
      this.verdict.textContent = error.message;
      return false;
    }
    this.refresh();
    return true;
  }

  /** Begins afresh, with the scene; a choice that was locked is free again. */
  #begin() {
    const { locked, answered } = this.#state();
    return this.#act(() => {
      this.step(() => this.lab.begin(this.id));
      if (locked !== null || answered) for (const option of this.options) option.checked = false;
    });
  }

  #bring(event) {
    if (!this.lab.started || !isPlainClick(event)) return; // the link leads to the same picture
    event.preventDefault();
    if (this.#begin()) this.showFigure();
  }

  #retry() {
    if (this.#begin()) (this.options[0] ?? this.sceneLink).focus();
  }

  /** Checks the answer. A trained model is waited for until it is loaded and measured, and a prediction on one is checked on its scene. */
  async #check() {
    if (this.#waiting) return;
    this.#waiting = true;
    this.checkButton.disabled = true;
    try {
      const { trained } = this.lab.training();
      if (trained && this.options.length > 0) this.step(() => this.lab.bring(this.#state().scene));
      if (trained) {
        this.verdict.textContent = this.lab.training().running ? 'Waiting until training ends or is paused.' : 'Waiting until the model is loaded and measured.';
        await this.lab.idle();
      }
      if (!this.lab.isWhole()) await this.lab.whole().catch(() => {}); // an exercise may ask what only the later part computes; where it does not, nothing is missed
      this.step(() => this.lab.check(this.id));
      this.#waiting = false;
      this.refresh();
    } catch (error) {
      this.verdict.textContent = error.message;
    } finally {
      this.#waiting = false;
      this.checkButton.disabled = false;
    }
  }

  /**
   * Says how far the reader's picture is from what the exercise asks for, after an answer too. A picture that is right becomes the answer as
   * soon as the hand is off the figure. While another exercise is the live one, only a picture that is right is spoken of, for the reader
   * may have brought it about on the way. Returns whether anything was said.
   */
  #sayDistance({ answered, correct, message: answer, live }) {
    const distance = live || !this.handInFigure() ? this.lab.distance(this.id) : null;
    if (!distance || !(live || distance.correct)) return false;
    const sofar = !answered ? 'So far:' : correct ? 'You had it. Now:' : distance.message === answer ? 'Not yet.' : 'So far:';
    this.verdict.className = `verdict${distance.correct ? ' is-right' : answered && !correct && distance.message === answer ? ' is-wrong' : ' is-near'}`;
    this.verdict.textContent = `${distance.correct ? 'There.' : sofar} ${distance.message}`;
    if (distance.correct && !(answered && correct) && !this.handInFigure()) this.#check();
    return true;
  }

  #state() {
    return this.lab.exercises().find(({ id }) => id === this.id);
  }

  refresh() {
    const state = this.#state();
    if (!state || this.#waiting) return;
    const locked = state.locked !== null;
    this.root.classList.toggle('is-current', state.live);
    this.options.forEach((option, i) => {
      option.disabled = locked || state.answered;
      if (locked) option.checked = i === state.locked;
    });
    this.lockButton.hidden = locked || state.answered;
    this.lockButton.disabled = this.#chosen() < 0;
    this.checkButton.hidden = (this.options.length > 0 ? state.answered || !locked : (state.answered && state.correct) || !state.begun);
    this.retryButton.hidden = !state.answered;
    this.explanation.hidden = !state.answered;
    this.verdict.className = `verdict${state.answered ? (state.correct ? ' is-right' : ' is-wrong') : ''}`;
    if (this.options.length) {
      const head = state.correct ? 'As you predicted.' : 'Not as predicted.';
      this.verdict.textContent = state.answered ? `${head} ${state.message}` : locked ? 'Locked in. Try it on the figure, or compute the answer.' : '';
    } else if (!this.#sayDistance(state)) {
      this.verdict.className = `verdict${state.correct ? ' is-right' : ''}`;
      this.verdict.textContent = state.correct ? 'You had it.' : ''; // the distance said last belonged to a picture that is gone
    }
  }
}

/**
 * Brings every exercise below `root` to life; returns a function that refreshes them all. An exercise asks four things of its `page`:
 * step(act) calls `act`, which may bring another picture; showFigure() scrolls to a figure that is out of sight; handInFigure() says whether
 * the reader is dragging in it; actIn(section) hears that the reader has begun to work on this exercise.
 */
export function startExercises(root, lab, page) {
  const exercises = [...root.querySelectorAll('.exercise')].map((section) => new Exercise(section, lab, page));
  const refresh = () => exercises.forEach((exercise) => exercise.refresh());
  refresh();
  return refresh;
}
