// One HTML control per kind of parameter. A widget is {element, update(row), complain(message)}: `row` is an entry of
// lab.briefParams(), update() never disturbs the field that has the focus, complain() shows why a value was refused.

import { fileButton } from './data_drop.js';
import { element } from './dom.js';
import { roveGrid } from './grid_keys.js';
import { toText } from './values.js';
import { complaintOf } from './text.js';

const SLIDER_STEPS = 1000;
const SHOWN_ROWS = 40;

let serial = 0;

/** Label, help and message around a control. `group` is for controls of many fields, which a fieldset names. */
function frame(row, onReset, { group = false } = {}) {
  const id = `control-${++serial}`;
  const name = group ? element('legend', {}, row.label) : element('label', { for: id }, row.label);
  const help = element('p', { class: 'help', id: `${id}-help` }, row.help ?? '');
  const message = element('p', { class: 'message', role: 'alert' });
  const root = element(group ? 'fieldset' : 'div', { class: `widget widget-${row.type}`, 'data-param': row.id }, name);
  const reset = element('button', { type: 'button', class: 'reset', 'aria-label': `Restore ${row.label}`, title: 'Back to the default' }, 'Restore');
  reset.addEventListener('click', onReset);
  const widget = {
    element: root,
    id,
    described: { id, 'aria-describedby': `${id}-help` },
    finish: () => root.append(reset, help, message),
    complain: (text) => { message.textContent = text; },
    settle(next) {
      reset.hidden = next.text === next.defaultText || next.locked;
      for (const field of root.querySelectorAll('input, select, textarea')) field.disabled = Boolean(next.locked);
      root.classList.toggle('is-locked', Boolean(next.locked));
      root.title = next.locked ? 'Fixed by this page' : '';
      if (message.textContent !== complaintOf(next)) message.textContent = complaintOf(next); // said once, not at every change
    },
  };
  name.addEventListener('dblclick', onReset);
  return widget;
}

const busy = (field) => document.activeElement === field;

function sliderScale({ min, max, step, logarithmic, type }) {
  if (logarithmic && min > 0) {
    const ratio = Math.log(max / min);
    return {
      attributes: { min: 0, max: SLIDER_STEPS, step: 1 },
      position: (value) => (SLIDER_STEPS * Math.log(value / min)) / ratio,
      value: (position) => {
        const raw = min * Math.exp((ratio * position) / SLIDER_STEPS);
        const rounded = type === 'integer' ? Math.round(raw) : Number(raw.toPrecision(3));
        return Math.min(max, Math.max(min, rounded));
      },
    };
  }
  return { attributes: { min, max, step: step || 'any' }, position: (value) => value, value: Number };
}

/** A step back, play or pause, a step on: for the time of a process. A story, whose time is no integer, is stepped from one whole number to the next. */
function walkButtons(row, set, onPlay) {
  const button = (sign, label, act) => {
    const node = element('button', { type: 'button', 'aria-label': label }, sign);
    node.addEventListener('click', act);
    return node;
  };
  let now = row;
  const to = (next) => () => set(Math.min(now.lastStep, Math.max(now.min, next(Math.min(now.value, now.lastStep)))));
  const back = button('‹', `${row.label}: one back`, to((value) => Math.ceil(value - row.step / 2) - 1));
  const play = button('Play', `Play: ${row.label}`, onPlay);
  const on = button('›', `${row.label}: one on`, to((value) => Math.floor(value + row.step / 2) + 1));
  play.className = 'primary';
  const update = (next) => {
    now = next;
    const word = next.playing ? 'Pause' : 'Play';
    play.textContent = word;
    play.setAttribute('aria-label', `${word}: ${next.label}`);
    back.disabled = Boolean(next.locked) || next.value <= next.min;
    play.disabled = Boolean(next.locked) || next.lastStep <= next.min;
    on.disabled = Boolean(next.locked) || next.value >= next.lastStep;
  };
  return { element: element('span', { class: 'walk buttons' }, back, play, on), update };
}

function numberWidget(row, set, onReset, onPlay) {
  const widget = frame(row, onReset);
  const scale = sliderScale(row);
  const walk = row.walked ? walkButtons(row, set, onPlay) : null;
  const step = row.type === 'integer' ? row.step || 1 : 'any';
  const field = element('input', { type: 'number', min: row.min, max: row.max, step, inputmode: 'decimal', ...widget.described });
  const slider = element('input', { type: 'range', 'aria-label': row.label, ...scale.attributes });
  field.addEventListener('change', () => set(field.value));
  slider.addEventListener('input', () => set(scale.value(Number(slider.value))));
  widget.element.append(element('span', { class: 'number' }, slider, field), walk?.element ?? '');
  widget.finish();
  const update = (next) => {
    if (!busy(field)) field.value = next.text;
    if (walk) slider.max = next.lastStep;
    walk?.update(next);
    if (!busy(slider) || Math.abs(Number(slider.value) - scale.position(next.value)) > 1e-6) slider.value = scale.position(next.value);
    slider.setAttribute('aria-valuetext', next.text);
    widget.settle(next);
  };
  return { element: widget.element, update, complain: widget.complain };
}

/** A control of one field. `make(attributes)` the field, `event` what tells of a choice, `read` and `write` its value; `first`: before the label. */
function fieldWidget(row, set, onReset, { make, event, read, write, first = false }) {
  const widget = frame(row, onReset);
  const field = make(widget.described);
  field.addEventListener(event, () => set(read(field)));
  if (first) widget.element.prepend(field);
  else widget.element.append(field);
  widget.finish();
  const update = (next) => {
    write(field, next);
    widget.settle(next);
  };
  return { element: widget.element, update, complain: widget.complain };
}

const booleanWidget = (row, set, onReset) => fieldWidget(row, set, onReset, {
  make: (attributes) => element('input', { type: 'checkbox', ...attributes }),
  event: 'change',
  read: (field) => field.checked,
  write: (field, next) => { field.checked = next.value === true; },
  first: true,
});

const choiceWidget = (row, set, onReset) => fieldWidget(row, set, onReset, {
  make: (attributes) => element('select', attributes, ...row.choices.map(({ id, label }) => element('option', { value: id }, label))),
  event: 'change',
  read: (field) => field.value,
  write: (field, next) => { field.value = next.value; },
});

const textWidget = (row, set, onReset) => fieldWidget(row, set, onReset, {
  make: (attributes) => element('textarea', { rows: '2', maxlength: row.maxLength, spellcheck: 'false', ...attributes }),
  event: 'input',
  read: (field) => field.value,
  write: (field, next) => { if (!busy(field)) field.value = next.text; },
});

/** Value of a matrix-like parameter as rows, whether it came nested or as a tensor. */
function toRows(value) {
  if (Array.isArray(value)) return value;
  const [rows = 0, cols = 0] = value?.shape ?? [];
  return Array.from({ length: rows }, (_, i) => Array.from(value.data.slice(i * cols, (i + 1) * cols)));
}

/** A table of fields for matrices, masks and points. `makeField(i, j)`, `read(field)` and `write(field, value)` tell the kinds apart. */
function gridWidget(row, set, onReset, { makeField, read, write, heads }) {
  const widget = frame(row, onReset, { group: true });
  const table = element('table', { class: 'grid' });
  const more = element('p', { class: 'more' });
  const box = element('div', { class: 'scroll', role: 'group', 'aria-label': `${row.label}: cells` }, table);
  widget.element.append(box, more);
  widget.finish();
  let shape = '';
  let fields = [];
  const renewStop = roveGrid(table, () => fields);
  let whole = () => [];
  const apply = (i, j) => {
    const next = toRows(whole()).map((cells) => [...cells]);
    next[i][j] = read(fields[i][j]);
    set(next);
  };
  const build = (rows, cols) => {
    fields = Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (_, j) => {
      const field = makeField(i, j);
      field.addEventListener('change', () => apply(i, j));
      return field;
    }));
    const head = element('tr', {}, element('td'), ...Array.from({ length: cols }, (_, j) => element('th', { scope: 'col' }, heads?.[j] ?? String(j + 1))));
    table.replaceChildren(
      element('thead', {}, head),
      element('tbody', {}, ...fields.map((cells, i) =>
        element('tr', {}, element('th', { scope: 'row' }, String(i + 1)), ...cells.map((field) => element('td', {}, field))))),
    );
    renewStop();
  };
  const update = (next) => {
    whole = next.whole;
    const shown = toRows(next.value).slice(0, SHOWN_ROWS);
    const cols = shown[0]?.length ?? 0;
    if (shape !== `${shown.length}x${cols}`) build(shown.length, cols);
    shape = `${shown.length}x${cols}`;
    more.textContent = next.count > shown.length ? `The first ${shown.length} of ${next.count} rows.` : '';
    shown.forEach((cells, i) => cells.forEach((value, j) => busy(fields[i][j]) || write(fields[i][j], value)));
    widget.settle(next);
    if (next.locked) box.tabIndex = 0; // its fields take no focus
    else box.removeAttribute('tabindex');
  };
  return { element: widget.element, update, complain: widget.complain };
}

function numberGrid(row, heads) {
  return {
    heads,
    makeField: (i, j) => element('input', {
      type: 'number', min: row.min, max: row.max, step: 'any', 'aria-label': `${row.label}, row ${i + 1}, ${heads?.[j] ?? `column ${j + 1}`}`,
    }),
    read: (field) => field.valueAsNumber,
    write: (field, value) => { field.value = String(Number(Number(value).toPrecision(4))); },
  };
}

function maskGrid(row) {
  return {
    makeField: (i, j) => element('input', { type: 'checkbox', 'aria-label': `${row.label}: row ${i + 1} may attend to column ${j + 1}` }),
    read: (field) => field.checked,
    write: (field, value) => { field.checked = Boolean(value); },
  };
}

function maskWidget(row, set, onReset) {
  const asBooleans = (rows) => rows.map((cells) => cells.map(Boolean));
  return gridWidget(row, (rows) => set(asBooleans(rows)), onReset, maskGrid(row));
}

function pointsWidget(row, set, onReset) {
  const widget = gridWidget(row, set, onReset, numberGrid(row, ['x', 'y']));
  const add = element('button', { type: 'button' }, 'Add a point');
  const remove = element('button', { type: 'button' }, 'Remove the last');
  let whole = () => [];
  add.addEventListener('click', () => {
    const points = toRows(whole());
    set([...points, points.at(-1) ?? [0, 0]]);
  });
  remove.addEventListener('click', () => set(toRows(whole()).slice(0, -1)));
  widget.element.append(element('p', { class: 'buttons' }, add, remove, ...fileButton(row, 'Open a table (CSV)')));
  const update = (next) => {
    whole = next.whole;
    widget.update(next);
    const extent = next.rows ?? [0, Infinity];
    add.disabled = Boolean(next.locked) || next.count >= extent[1];
    remove.disabled = Boolean(next.locked) || next.count <= extent[0];
  };
  return { ...widget, update };
}

const WIDGETS = {
  number: numberWidget,
  integer: numberWidget,
  boolean: booleanWidget,
  choice: choiceWidget,
  text: textWidget,
  matrix: (row, set, onReset) => gridWidget(row, set, onReset, numberGrid(row)),
  mask: maskWidget,
  points: pointsWidget,
};

/** The control for one entry of lab.briefParams(); `set(value)` is called with what the reader chose, `onPlay()` for Play and Pause. */
export function makeWidget(row, set, onReset, onPlay) {
  return WIDGETS[row.type](row, (value) => set(toText(value)), onReset, onPlay);
}
