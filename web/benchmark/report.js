// The rows that were measured, as a table for reading and as JSON for copying: the same numbers in both.

import { element } from '../page/dom.js';

const VERSION = 1;

/** Three digits. */
export function shown(x) {
  if (x >= 100) return x.toFixed(0);
  return x >= 10 ? x.toFixed(1) : x.toPrecision(3);
}

const text = (x) => (x === null ? '–' : typeof x === 'number' ? shown(x) : x);

/** What the page's tables hold in a row after its name, in the order of their columns. */
const cells = ({ n, variant, medianMs, minMs, gflops, speedUp }) => [n?.toString() ?? null, variant, medianMs, minMs, gflops, speedUp];

export class Report {
  #rows = [];

  constructor(machine, settings) {
    this.head = { machine, settings };
    this.complete = false;
  }

  get count() {
    return this.#rows.length;
  }

  /** Adds a case's rows below its part's table. `measured`: Map of variant -> summary; the first is what the others are compared with. */
  add(part, { name, n, flops = null }, measured) {
    const [[, base]] = measured;
    for (const [variant, numbers] of measured) {
      const { medianMs, minMs, samples, calls } = numbers;
      const gflops = flops === null ? null : flops / minMs / 1e6;
      const speedUp = numbers === base ? null : base.minMs / minMs;
      const row = { part, name, n, variant, medianMs, minMs, gflops, speedUp, samples, calls };
      this.#rows.push(row);
      const body = document.querySelector(`tbody[data-part="${part}"]`);
      body.append(element('tr', {}, element('th', { scope: 'row' }, name), ...cells(row).map((x) => element('td', {}, text(x)))));
      body.closest('.scroll').hidden = false;
    }
  }

  /** The whole as text. */
  json() {
    const whole = { benchmark: 'attention-lab', version: VERSION, complete: this.complete, ...this.head, rows: this.#rows };
    return JSON.stringify(whole, null, 2);
  }
}

/** Empties the page's tables. */
export function clearTables() {
  for (const body of document.querySelectorAll('tbody[data-part]')) {
    body.replaceChildren();
    body.closest('.scroll').hidden = true;
  }
}
