// Typesets the formulas of the lesson texts as outlines for the native reader.
//
//   node tools/formulas.mjs --lessons FOLDER --out FOLDER
//
// formulas.tsv gets a line for each distinct formula of a lesson: its width, height, depth below the baseline (in units of the text's
// size), shapes, symbols, the lesson's number, "inline" or "display", and LaTeX. Shapes are filled outlines. Each is a letter for its role
// and path data with the absolute commands M, L, Q and Z, in thousandths of the text's size, to the right of the formula's left end and
// down from the baseline. Symbols are those that stand for results. Each is a box (left, top, width, height) in the same unit and the
// results' names, `a|b`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Symbols } from './site/symbols.mjs';

const require = createRequire(import.meta.url);
const { mathjax } = require('mathjax-full/js/mathjax.js');
const { TeX } = require('mathjax-full/js/input/tex.js');
const { SVG } = require('mathjax-full/js/output/svg.js');
const { liteAdaptor } = require('mathjax-full/js/adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require('mathjax-full/js/handlers/html.js');
require('mathjax-full/js/input/tex/ams/AmsConfiguration.js');
require('mathjax-full/js/input/tex/color/ColorConfiguration.js');
require('mathjax-full/js/input/tex/configmacros/ConfigMacrosConfiguration.js');
require('mathjax-full/js/input/tex/boldsymbol/BoldsymbolConfiguration.js');
require('mathjax-full/js/input/tex/html/HtmlConfiguration.js');

const MARKS = { q: 'blue', k: 'red', v: 'lime', o: 'magenta' }; // query, key, value, output
const INK = 'i';

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const macros = Object.fromEntries(Object.entries(MARKS).map(([letter, mark]) => [letter, [`{\\color{${mark}}{#1}}`, 1]]));
const tex = new TeX({
  packages: ['base', 'ams', 'color', 'configmacros', 'boldsymbol', 'html'],
  macros: { ...macros, htmlData: ['\\class{#1}{#2}', 2] },
  formatError: (_, error) => {
    throw error;
  },
});
const page = mathjax.document('', { InputJax: tex, OutputJax: new SVG({ fontCache: 'none' }) });

/** The formulas of a lesson's text: [{latex, display}]. */
function formulasOf(markdown) {
  const text = markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const found = [];
  const rest = text.replace(/\$\$([\s\S]+?)\$\$/g, (_, latex) => (found.push({ latex, display: true }), ''));
  for (const [, latex] of rest.matchAll(/\$([^$]+?)\$/g)) found.push({ latex, display: false });
  return found;
}

/** The product of an SVG's nested transforms, as [scale x, scale y, shift x, shift y]. */
function inside([a, d, e, f], transform = '') {
  for (const [, name, list] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x, y] = list.split(/[ ,]+/).map(Number);
    if (name === 'translate') [e, f] = [e + a * x, f + d * (y ?? 0)];
    else if (name === 'scale') [a, d] = [a * x, d * (y ?? x)];
    else throw new Error(`no transform ${name}`);
  }
  return [a, d, e, f];
}

const ARGUMENTS = { M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, Z: 0 };

/** Path data with only M, L, Q and Z, after a transform. */
function simplified(data, [a, d, e, f]) {
  const out = [];
  let [x, y] = [0, 0], control = null;
  const point = (px, py) => `${Math.round(a * px + e)} ${Math.round(d * py + f)}`;
  for (const [, command, rest] of data.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const count = ARGUMENTS[command];
    if (count === undefined) throw new Error(`no path command ${command}`);
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    if (command === 'Z') out.push('Z');
    for (let i = 0; i + count <= numbers.length && count > 0; i += count) {
      const n = numbers.slice(i, i + count);
      let turn = null;
      if (command === 'Q') turn = [n[0], n[1]];
      if (command === 'T') turn = control ? [2 * x - control[0], 2 * y - control[1]] : [x, y];
      if (command === 'H') [x] = n;
      else if (command === 'V') [y] = n;
      else [x, y] = n.slice(-2);
      out.push(turn ? `Q${point(...turn)} ${point(x, y)}` : `${command === 'M' ? 'M' : 'L'}${point(x, y)}`);
      control = turn;
    }
  }
  return out.join('');
}

/** The box of shapes, as [left, top, width, height]. */
function boxOf(shapes) {
  const numbers = shapes.flatMap(({ path: data }) => (data.match(/-?\d+/g) ?? []).map(Number));
  const xs = numbers.filter((_, i) => i % 2 === 0), ys = numbers.filter((_, i) => i % 2 === 1);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/** What a node of the typeset SVG fills, as [{role, path}]. The symbols in it are added to `symbols`, as [box, names]. */
function shapesOf(node, transform, role, symbols) {
  const own = node.attributes ?? {};
  const mark = Object.entries(MARKS).find(([, colour]) => colour === own.fill);
  const here = mark ? mark[0] : role;
  const at = inside(transform, own.transform);
  if (node.kind === 'path') return own.d ? [{ role: here, path: simplified(own.d, at) }] : [];
  if (node.kind === 'rect') {
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => Number(own[name] ?? 0));
    return [{ role: here, path: simplified(`M${x} ${y}H${x + w}V${y + h}H${x}Z`, at) }];
  }
  if (!['svg', 'g'].includes(node.kind)) return [];
  const shapes = node.children.flatMap((child) => shapesOf(child, at, here, symbols));
  const named = /^ ?symbol=(\S+)$/.exec(own.class ?? '');
  if (named && shapes.length > 0) symbols.push([...boxOf(shapes), named[1]].join(' '));
  return shapes;
}

/** The shapes of a formula, and its box in em. */
function typeset({ latex, display }) {
  const exPerEm = 0.442; // of MathJax's fonts
  const [svg] = page.convert(latex, { display, em: 16, ex: 16 * exPerEm, containerWidth: 1e6 }).children;
  const ems = (name) => Number(/^[-\d.]+(?=ex$)/.exec(svg.attributes[name])[0]) * exPerEm;
  const depth = -Number(/vertical-align: ([-\d.]+)ex/.exec(adaptor.outerHTML(svg))?.[1] ?? 0) * exPerEm;
  const [left] = svg.attributes.viewBox.split(' ').map(Number);
  const symbols = [];
  const shapes = shapesOf(svg, [1, 1, -left, 0], INK, symbols).map(({ role, path: data }) => role + data).join(' ');
  return { shapes, symbols: symbols.join(' '), width: ems('width'), height: ems('height'), depth };
}

function main() {
  const options = Object.fromEntries(process.argv.slice(2).map((word, i, all) => [word.replace(/^--/, ''), all[i + 1]]));
  if (!options.lessons || !options.out) {
    console.error('usage: node tools/formulas.mjs --lessons FOLDER --out FOLDER');
    process.exit(2);
  }
  mkdirSync(options.out, { recursive: true });
  const lines = new Map();
  for (const file of readdirSync(options.lessons).filter((name) => /^\d+_.*\.md$/.test(name)).sort()) {
    const text = readFileSync(path.join(options.lessons, file), 'utf8');
    const symbols = new Symbols(text, () => {});
    for (const formula of formulasOf(text.replace(/^\[\$.+\$\]: show:.*$/gm, ''))) {
      const latex = formula.latex.replace(/\s+/g, ' ').trim();
      const key = `${file.slice(0, 2)}\t${formula.display ? 'display' : 'inline'}\t${latex}`;
      if (lines.has(key)) continue;
      let box;
      try {
        box = typeset({ latex: symbols.mark(latex), display: formula.display });
      } catch (error) {
        console.error(`${file}: ${latex}: ${error.message}`);
        process.exit(1);
      }
      lines.set(key, [box.width.toFixed(4), box.height.toFixed(4), box.depth.toFixed(4), box.shapes, box.symbols, key].join('\t'));
    }
  }
  writeFileSync(path.join(options.out, 'formulas.tsv'), [...lines.values(), ''].join('\n'));
}

main();
