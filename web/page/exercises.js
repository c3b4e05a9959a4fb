// Exercises of the text: bring the scene, lock a prediction, check it by computing, read the explanation, try again. Wording is in the page;
// what is right is computed by the lesson. An exercise begins with its scene, which the link above it brings, or locking a prediction does.

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

  /** A trained model is graded when its weights are there and it has been measured; a prediction, on its scene. */
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
   * While the reader brings it about: how far they are; when they are there, and their hand is off the figure, that is the answer. Of a picture
   * that is changed after an answer its own distance is said. While another exercise is the live one, nothing but that the picture is right
   * by the reader's hand. Returns whether there was anything to say.
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
      this.verdict.textContent = state.correct ? 'You had it.' : ''; // what was said was of a picture that is gone
    }
  }
}

/**
 * Brings every exercise below `root` to life; returns a function that refreshes them all. `page`: step(act) calls what may bring another
 * picture, showFigure() scrolls to it where it is out of sight, handInFigure() says whether it is being dragged, actIn(section) that the
 * reader does something in this exercise.
 */
export function startExercises(root, lab, page) {
  const exercises = [...root.querySelectorAll('.exercise')].map((section) => new Exercise(section, lab, page));
  const refresh = () => exercises.forEach((exercise) => exercise.refresh());
  refresh();
  return refresh;
}
