// Results as HTML tables: what the figure shows, for readers who do not see it. Long ones are cut, and say so.

import { element } from './dom.js';
import { percentage, shortNumber } from './text.js';

const SHOWN = 24;
const SHOWN_SPARSE = 200;
const SHOWN_MATRICES = 16;

function matrixTable(caption, rows, cols, at, { rowLabels, colLabels }) {
  const shownRows = Math.min(rows, SHOWN);
  const shownCols = Math.min(cols, SHOWN);
  const head = cols > 1 || colLabels
    ? element('thead', {}, element('tr', {}, element('td'),
      ...Array.from({ length: shownCols }, (_, j) => element('th', { scope: 'col' }, colLabels?.[j] ?? String(j + 1)))))
    : '';
  const body = Array.from({ length: shownRows }, (_, i) => element('tr', {},
    element('th', { scope: 'row' }, rowLabels?.[i] ?? String(i + 1)),
    ...Array.from({ length: shownCols }, (_, j) => element('td', {}, shortNumber(at(i, j))))));
  const cut = shownRows < rows || shownCols < cols ? ` (the first ${shownRows} × ${shownCols} of ${rows} × ${cols})` : '';
  return element('table', { class: 'result' }, element('caption', {}, caption + cut), head, element('tbody', {}, ...body));
}

/** Whether a square matrix is a graph: most of its entries are 0, or nothing at all. */
const isSparse = (n, m, data) => n === m && n >= 12 && data.filter((x) => x).length <= 0.3 * n * m;

/** A graph's rows: each node with those it has a number for. */
function neighbourTable(caption, n, at, { rowLabels, colLabels }) {
  const name = (labels, i) => labels?.[i] ?? String(i + 1);
  const shown = Math.min(n, SHOWN_SPARSE);
  const neighbours = (i) => Array.from({ length: n }, (_, j) => j).filter((j) => at(i, j))
    .map((j) => `${name(colLabels ?? rowLabels, j)}: ${shortNumber(at(i, j))}`).join(', ');
  const head = element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'node'), element('th', { scope: 'col' }, 'neighbours and their numbers')));
  const body = Array.from({ length: shown }, (_, i) => element('tr', {}, element('th', { scope: 'row' }, name(rowLabels, i)), element('td', {}, neighbours(i) || 'none')));
  const cut = shown < n ? ` (the first ${shown} of ${n})` : '';
  return element('table', { class: 'result' }, element('caption', {}, caption + cut), head, element('tbody', {}, ...body));
}

const isSame = (a, b) => a.data.length === b.data.length && String([a.shape, a.rows, a.cols, a.share]) === String([b.shape, b.rows, b.cols, b.share])
  && a.data.every((x, i) => Object.is(x, b.data[i]));

/** {element, update(result)} for one entry of the results; `result` is what lab.read() gives. */
export function makeResultTable({ name, label }) {
  const root = element('div', { class: 'scroll', 'data-result': name, tabindex: '0', role: 'group', 'aria-label': label || name });
  let last = null;
  const update = (result) => {
    if (last && isSame(last, result)) return; // nearly every refresh: a table of thousands of cells takes a tenth of a second to make
    last = result;
    const { shape, data, rows, cols, share, stride } = result;
    const labels = { rowLabels: rows, colLabels: cols };
    const caption = label || name;
    if (data.length === 1) {
      root.removeAttribute('tabindex');
      root.classList.add('scalar');
      root.replaceChildren(element('p', {}, `${caption}: `, element('strong', {}, (share ? percentage : shortNumber)(data[0]))));
    } else if (shape.length === 3) {
      const [heads, n, m] = shape, shown = Math.min(heads, SHOWN_MATRICES);
      root.replaceChildren(...Array.from({ length: shown }, (_, h) =>
        matrixTable(`${caption}, ${h + 1} of ${heads}`, n, m, (i, j) => data[(h * n + i) * m + j], labels)));
      if (shown < heads) root.append(element('p', {}, `The first ${shown} of ${heads} are shown.`));
    } else {
      const [n, m = 1] = shape, width = stride ?? m; // of a very large one only the corner has come
      const at = (i, j) => data[i * width + j];
      root.replaceChildren(isSparse(n, m, data) ? neighbourTable(caption, n, at, labels) : matrixTable(caption, n, m, at, labels));
    }
  };
  return { element: root, update };
}
