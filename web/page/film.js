// The film of a training as a real slider: every run can be drawn back and forth, plays, and is saved as a file to send.

import { element } from './dom.js';

/** Buttons that save the film, made by a script that comes when one of them is pressed; `say` shows how far that is. */
export function filmButtons(lab, say) {
  return [['gif', 'GIF'], ['strip', 'Strip']].map(([format, label]) => {
    const button = element('button', { type: 'button', 'data-film': format, 'aria-label': `Save the film of the run as ${format === 'gif' ? 'an animated GIF' : 'a strip of pictures'}` }, label);
    button.addEventListener('click', async () => {
      button.disabled = true;
      await import('./film_files.js').then(({ saveFilm }) => saveFilm(lab, format, say), ({ message }) => say(`It could not be made: ${message}`));
      button.disabled = false;
    });
    return button;
  });
}

export class FilmSlider {
  /** `act(action)` runs an action and says what went wrong. `files` are the buttons beside it. */
  constructor(lab, act, files = []) {
    this.play = element('button', { type: 'button', 'data-train': 'film-play' }, 'Play');
    this.slider = element('input', { type: 'range', min: '0', step: '1', 'data-train': 'film', 'aria-label': 'Film of the run' });
    this.element = element('p', { class: 'film buttons', hidden: '' }, this.play, this.slider, ...files);
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
