// Typesets the formulas of the lesson texts as images for the native reader.
//
//   node tools/formulas.mjs --lessons FOLDER --out FOLDER
//
// Each distinct formula becomes <n>.png at twice its size and a line of formulas.tsv: file, width, height and depth below the baseline (in
// units of the text's size), "inline" or "display", LaTeX. A pixel's alpha is the coverage, its colour says the role by the marks below: the
// reader paints with the theme's own colours.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {Resvg} from '@resvg/resvg-js';

const require = createRequire(import.meta.url);
const {mathjax} = require('mathjax-full/js/mathjax.js');
const {TeX} = require('mathjax-full/js/input/tex.js');
const {SVG} = require('mathjax-full/js/output/svg.js');
const {liteAdaptor} = require('mathjax-full/js/adaptors/liteAdaptor.js');
const {RegisterHTMLHandler} = require('mathjax-full/js/handlers/html.js');
require('mathjax-full/js/input/tex/ams/AmsConfiguration.js');
require('mathjax-full/js/input/tex/color/ColorConfiguration.js');
require('mathjax-full/js/input/tex/configmacros/ConfigMacrosConfiguration.js');
require('mathjax-full/js/input/tex/boldsymbol/BoldsymbolConfiguration.js');

const kPixelsPerEm = 34;  // twice the reader's 17 pixels
const kMarks = {q: 'blue', k: 'red', v: 'lime', o: 'magenta'};  // query, key, value, output; anything else is ink

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const macros = Object.fromEntries(Object.entries(kMarks).map(([letter, mark]) => [letter, [`{\\color{${mark}}{#1}}`, 1]]));
const tex = new TeX({
  packages: ['base', 'ams', 'color', 'configmacros', 'boldsymbol'],
  macros,
  formatError: (_, error) => {
    throw error;
  },
});
const page = mathjax.document('', {InputJax: tex, OutputJax: new SVG({fontCache: 'none'})});

/** The formulas of a lesson's text: [{latex, display}]. */
function formulasOf(markdown) {
  const text = markdown.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const found = [];
  const rest = text.replace(/\$\$([\s\S]+?)\$\$/g, (_, latex) => (found.push({latex, display: true}), ''));
  for (const [, latex] of rest.matchAll(/\$([^$]+?)\$/g)) found.push({latex, display: false});
  return found;
}

/** PNG bytes, and the box in ems. */
function typeset({latex, display}) {
  const exPerEm = 0.442;  // of MathJax's fonts
  const svg = adaptor.innerHTML(page.convert(latex, {display, em: 16, ex: 16 * exPerEm, containerWidth: 1e6}));
  const ems = name => Number(new RegExp(`${name}="([-\\d.]+)ex"`).exec(svg)[1]) * exPerEm;
  const [width, height] = [ems('width'), ems('height')];
  const depth = -Number(/vertical-align: ([-\d.]+)ex/.exec(svg)?.[1] ?? 0) * exPerEm;
  const image = new Resvg(svg.replace(/currentColor/g, '#000000'), {fitTo: {mode: 'width', value: Math.max(1, Math.round(width * kPixelsPerEm))}});
  return {png: image.render().asPng(), width, height, depth};
}

function main() {
  const options = Object.fromEntries(process.argv.slice(2).map((word, i, all) => [word.replace(/^--/, ''), all[i + 1]]));
  if (!options.lessons || !options.out) {
    console.error('usage: node tools/formulas.mjs --lessons FOLDER --out FOLDER');
    process.exit(2);
  }
  mkdirSync(options.out, {recursive: true});
  const lines = new Map();
  for (const file of readdirSync(options.lessons).filter(name => /^\d+_.*\.md$/.test(name)).sort()) {
    for (const formula of formulasOf(readFileSync(path.join(options.lessons, file), 'utf8'))) {
      const latex = formula.latex.replace(/\s+/g, ' ').trim();
      const key = `${formula.display ? 'display' : 'inline'}\t${latex}`;
      if (lines.has(key)) continue;
      let box;
      try {
        box = typeset({latex, display: formula.display});
      } catch (error) {
        console.error(`${file}: ${latex}: ${error.message}`);
        process.exit(1);
      }
      const name = `${lines.size}.png`;
      writeFileSync(path.join(options.out, name), box.png);
      lines.set(key, [name, box.width.toFixed(4), box.height.toFixed(4), box.depth.toFixed(4), key].join('\t'));
    }
  }
  writeFileSync(path.join(options.out, 'formulas.tsv'), [...lines.values(), ''].join('\n'));
}

main();
