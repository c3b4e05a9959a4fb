// A text field laid over the canvas: on-screen keyboards, input methods and selection are the browser's.

/** `detail`: id of the parameter, its box in CSS px of the canvas, its text. Enter or leaving applies, Escape gives up. */
export function layTextInput(keys, lab, { id, x, y, width, height, value }) {
  keys.parentElement.querySelector('.figure-input')?.remove();
  const row = lab.params().find((param) => param.id === id);
  const field = document.createElement('input');
  field.className = 'figure-input';
  field.type = 'text';
  field.value = value;
  field.setAttribute('aria-label', row?.label ?? id);
  if (row?.maxLength) field.maxLength = row.maxLength;
  Object.assign(field.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });

  let done = false;
  const finish = (apply) => {
    if (done) return;
    done = true;
    const focused = document.activeElement === field;
    if (apply) lab.set({ [id]: field.value });
    field.remove();
    if (focused) keys.focus({ preventScroll: true });
  };
  field.addEventListener('input', () => lab.set({ [id]: field.value }));
  field.addEventListener('blur', () => finish(true));
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter' && !event.isComposing) finish(true);
    if (event.key === 'Escape') {
      lab.set({ [id]: value });
      finish(false);
    }
  });
  keys.parentElement.append(field);
  field.focus({ preventScroll: true });
  field.select();
}
