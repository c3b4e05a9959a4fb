// Symbols of formulas and the figure light each other. A symbol's `data-symbol` names the result that it stands for, or several, `a|b`; then
// the first one that the open figure draws is meant.

const MARK = 'is-lit';

function isDrawn(lab, name) {
  return [name, `${name}[0]`, `${name}[0,0]`].some((id) => lab.call('rect', id) !== null);
}

/** The result that a symbol stands for: the first of its names that the open figure draws; where it draws none, the first of all. */
export function resultOf(symbol, lab) {
  const names = symbol.split('|');
  return names.find((name) => isDrawn(lab, name)) ?? names[0];
}

/** Lights what a symbol stands for in the open figure. Another figure is not opened for it, because the reader may only be passing over. */
export function lightSymbol(symbol, lab) {
  lab.call('light', resultOf(symbol, lab), 'here');
  lab.requestFrame();
}

const isCalled = (row, name) => name !== '' && (row.name === name || row.handle === name);

/** Lights the symbols and links of the text that speak of what the hand is on in the figure, as its event `point` tells. */
export function markNamed(root, type, row) {
  if (type !== 'point') return;
  for (const part of root.querySelectorAll('[data-symbol], a[data-show]')) {
    const names = part.dataset.symbol?.split('|') ?? [part.dataset.show.replace(/\[.*/, '')];
    part.classList.toggle(MARK, names.some((name) => isCalled(row, name)));
  }
}

/** Lets the arrow keys go from symbol to symbol of the formula that has the focus; Enter opens a figure that has the lit one. */
export function roveSymbols(root, lab, status) {
  let at = null;
  const leave = () => {
    at?.classList.remove(MARK);
    at = null;
  };
  root.addEventListener('focusout', (event) => {
    if (!at || !event.target.matches?.('.math-block')) return;
    leave();
    lab.light('');
  });
  root.addEventListener('keydown', (event) => {
    const block = event.target.closest?.('.math-block');
    const symbols = [...(block?.querySelectorAll('[data-symbol]') ?? [])];
    const way = { ArrowRight: 1, ArrowLeft: -1, Enter: 0 }[event.key];
    if (symbols.length === 0 || way === undefined || !lab.started || (way === 0 && !at)) return;
    event.preventDefault();
    if (way === 0) return void at.click();
    const next = symbols[Math.min(Math.max(symbols.indexOf(at) + way, 0), symbols.length - 1)];
    leave();
    at = next;
    at.classList.add(MARK);
    at.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    lightSymbol(at.dataset.symbol, lab);
    const name = resultOf(at.dataset.symbol, lab);
    const row = lab.resultRows().find((one) => isCalled(one, name));
    status.textContent = `${at.textContent}: ${row?.label ?? name}. ${isDrawn(lab, name) ? 'Lit in the figure.' : 'Enter opens a figure that has it.'}`;
  });
}
