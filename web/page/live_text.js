// The text's living parts: values printed in it, and links that set parameters, bring scenes, light results and open figures.

import { isPlainClick } from './dom.js';
import { lightSymbol, resultOf } from './symbols.js';
import { parseReference, saidNumber, shortNumber } from './text.js';

const LIGHTS = 'a[data-show], [data-symbol]';

const isInSight = (node) => {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
};

/** Prints the live value of every `[data-live]` below `root`, or of those in sight: a parameter, a scalar result, or a cell `name[i,j]`. */
export function refreshLiveValues(root, lab, { inSight = false } = {}) {
  const spans = [...root.querySelectorAll('[data-live]')].filter((span) => !inSight || isInSight(span));
  if (spans.length === 0) return;
  const params = new Map(lab.briefParams().map((row) => [row.id, row]));
  const results = new Map();
  for (const span of spans) {
    const { name, indices } = parseReference(span.dataset.live);
    const row = params.get(name);
    let text;
    if (row && !indices) {
      text = row.type === 'choice' ? row.choices.find(({ id }) => id === row.value)?.label ?? row.text
        : typeof row.value === 'number' ? shortNumber(row.value) : row.text;
    } else {
      if (!results.has(name)) results.set(name, lab.readHere(name));
      const result = results.get(name);
      if (result.data.length === 0) continue; // its code has not come yet; the number of the static page stays
      text = saidNumber(result, indices);
    }
    if (span.textContent !== text) span.textContent = text;
  }
}

/** What a click on a link of the text does to the figure; null where the link is an ordinary one. */
export function actionOf(event, lab) {
  const link = event.target.closest?.('a[data-set], a[data-scene], a[data-show], a[data-figure], [data-symbol]');
  if (!link || !lab.started || !isPlainClick(event)) return null;
  const { figure, set, scene, show, symbol } = link.dataset;
  return () => {
    if (figure) lab.figure(figure);
    if (set) {
      lab.setQuery(set);
      setTimeout(() => lab.call('tell', 'begin')); // a story that the link invites to, once the step to its beginning is written down
    }
    if (scene) lab.bring(scene);
    if (show || symbol) lab.light(show ?? resultOf(symbol, lab));
  };
}

/** Lights the result of a `show:` link while it is hovered or has the focus, and that of a formula's symbol while it is hovered. */
export function watchShowLinks(root, lab) {
  const light = (event) => {
    const link = event.target.closest?.(LIGHTS);
    if (!link || !lab.started) return;
    if (link.dataset.show) lab.light(link.dataset.show);
    else lightSymbol(link.dataset.symbol, lab);
  };
  const dim = (event) => {
    const link = event.target.closest?.(LIGHTS);
    if (link && lab.started && !link.contains(event.relatedTarget)) lab.light('');
  };
  root.addEventListener('pointerover', light);
  root.addEventListener('pointerout', dim);
  root.addEventListener('focusin', light);
  root.addEventListener('focusout', dim);
}
