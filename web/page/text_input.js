// A text field laid over the canvas: on-screen keyboards, input methods and selection are the browser's.

import { element } from './dom.js';

/**
 * `detail`: id and label of the parameter, its box in CSS px of the canvas, its text, whether it is a number and whether it may have several
 * lines. Enter (with Ctrl where there are several lines: a new one) or leaving applies, Escape gives up.
 */
export function layTextInput(keys, lab, { id, label, x, y, width, height, value, numeric, severalLines }) {
  keys.parentElement.querySelector('.figure-input')?.remove();
  const row = lab.params().find((param) => param.id === id.split('[')[0]);
  const inputmode = numeric && row.min >= 0 ? 'decimal' : 'text'; // some decimal keypads have no minus sign
  const field = element(severalLines ? 'textarea' : 'input', { class: 'figure-input', 'aria-label': label, maxlength: row.maxLength, inputmode });
  field.value = value;
  Object.assign(field.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });

  let done = false;
  const finish = (keep) => {
    if (done) return;
    done = true;
    const focused = document.activeElement === field;
    if (keep) apply();
    field.remove();
    if (focused) keys.focus({ preventScroll: true });
  };
  const apply = () => lab.set({ [id]: field.value });
  field.addEventListener('input', apply);
  field.addEventListener('blur', () => finish(true));
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      if (severalLines && event.ctrlKey) {
        field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
        apply();
      } else {
        finish(true);
      }
    }
    if (event.key === 'Escape') {
      lab.set({ [id]: value });
      finish(false);
    }
  });
  keys.parentElement.append(field);
  field.focus({ preventScroll: true });
  field.select();
}
