// A table of fields costs the keyboard one stop: the field that was used last, or the first. From it the arrow keys go to the others, Home and
// End to the ends of a row. While a field is being typed into, left and right are its own.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** `fields()` gives the rows of `table` as they are now. Returns a function to call when there are others. */
export function roveGrid(table, fields) {
  let stop = null;
  let typing = false;
  const makeStop = (field) => {
    stop = field;
    for (const one of fields().flat()) one.tabIndex = one === stop ? 0 : -1;
  };
  const placeOf = (field) => {
    const row = fields().findIndex((cells) => cells.includes(field));
    return [row, fields()[row]?.indexOf(field)];
  };
  const within = (i, count) => Math.min(count - 1, Math.max(0, i));
  table.addEventListener('focusin', ({ target }) => {
    typing = false;
    if (!fields().flat().includes(target)) return;
    makeStop(target);
    target.select?.(); // what is typed takes the place of what is there
  });
  table.addEventListener('input', () => { typing = true; });
  table.addEventListener('keydown', (event) => {
    const [row, col] = placeOf(event.target);
    if (row < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter') typing = false;
    const step = STEPS[event.key];
    const end = { Home: 0, End: Infinity }[event.key];
    if ((!step && end === undefined) || (typing && (end !== undefined || step[1] !== 0))) return;
    event.preventDefault();
    const rows = fields(), to = rows[within(row + (step?.[0] ?? 0), rows.length)];
    to[within(end ?? col + step[1], to.length)].focus();
  });
  return () => makeStop(fields().flat().includes(stop) ? stop : fields()[0]?.[0]);
}
