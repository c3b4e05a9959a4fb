// A text field laid over the canvas, because on-screen keyboards, input methods and selection are the browser's. Its text has the size that
// the picture writes in, and it says in full why a value is refused.

import { element } from './dom.js';
import { complaintOf } from './text.js';

const FIELD_PX = 16; // before the field is scaled: phones zoom in on smaller text

/** A box with the size of its type, in CSS pixels. */
export const zoomed = (box, zoom) => ({ ...box, ...Object.fromEntries(['x', 'y', 'width', 'height', 'size'].map((side) => [side, box[side] * zoom])) });

/**
 * Lays the field for the parameter `id`: its label, its box in CSS pixels of the canvas, the text with its size in px, whether it is a number and
 * whether it may have several lines. Enter or leaving the field applies the text, Ctrl+Enter begins a new line where there may be several,
 * Escape gives up. Where the picture does not show the last value and the figure does not say why, `tell(message, holds)` does when the
 * field is gone, for as long as `holds()`.
 */
export function layTextInput(keys, lab, { id, label, x, y, width, height, value, size, numeric, severalLines }, tell) {
  const area = keys.parentElement;
  area.querySelectorAll('.figure-input, .figure-refusal').forEach((old) => old.remove());
  const parameter = () => lab.briefParams().find((row) => row.id === id.split('[')[0]);
  const row = parameter();
  const inputmode = numeric && row.min >= 0 ? 'decimal' : 'text'; // some decimal keypads have no minus sign
  const field = element(severalLines ? 'textarea' : 'input', { class: 'figure-input', 'aria-label': label, maxlength: row.maxLength, inputmode });
  const refusal = element('p', { class: 'figure-refusal', role: 'alert' });
  field.value = value;
  const scale = size / FIELD_PX;
  Object.assign(field.style, { left: `${x}px`, top: `${y}px`, width: `${width / scale}px`, height: `${height / scale}px`, fontSize: `${FIELD_PX}px`, transform: `scale(${scale})` });
  const below = y + height + 60 < area.clientHeight;
  Object.assign(refusal.style, below ? { top: `${y + height + 4}px` } : { bottom: `${area.clientHeight - y + 4}px` });

  let done = false;
  const finish = (keep) => {
    if (done) return;
    done = true;
    const focused = document.activeElement === field;
    if (keep) apply();
    const refused = refusal.textContent;
    field.remove();
    refusal.remove();
    const { text, complaint } = parameter();
    if (keep && refused && !(complaint && lab.describe().includes(complaint))) tell(refused, () => parameter()?.text === text);
    if (focused) keys.focus({ preventScroll: true });
  };
  const apply = () => {
    const { errors = {} } = lab.set({ [id]: field.value });
    refusal.textContent = errors[id] ?? complaintOf(parameter());
    field.setAttribute('aria-invalid', String(refusal.textContent !== ''));
  };
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
  area.append(field, refusal);
  field.focus({ preventScroll: true });
  field.select();
}
