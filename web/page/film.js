// The film of a training as a real slider: every run can be drawn back and forth, and plays.

import { element } from './dom.js';

export class FilmSlider {
  /** `act(action)` runs an action and says what went wrong. */
  constructor(lab, act) {
    this.play = element('button', { type: 'button', 'data-train': 'film-play' }, 'Play');
    this.slider = element('input', { type: 'range', min: '0', step: '1', 'data-train': 'film', 'aria-label': 'Film of the run' });
    this.element = element('p', { class: 'film', hidden: '' }, this.play, this.slider);
    this.play.addEventListener('click', () => act(() => lab.film(lab.film().playing ? 'stop' : 'play')));
    this.slider.addEventListener('input', () => act(() => lab.film(this.slider.value)));
  }

  refresh({ frames, at, playing }) {
    this.element.hidden = frames.length === 0;
    if (frames.length === 0) return;
    const word = playing ? 'Stop' : 'Play';
    this.play.textContent = word;
    this.play.setAttribute('aria-label', `${word} the film of the run`);
    this.slider.max = String(frames.length - 1);
    this.slider.value = String(at);
    this.slider.setAttribute('aria-valuetext', `step ${frames[at]} of ${frames.at(-1)}`);
  }
}
