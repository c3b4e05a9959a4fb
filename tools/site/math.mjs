// Turns LaTeX into HTML and MathML at build time. The pages' policy allows no style attributes, so those of KaTeX become generated classes.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import katex from 'katex';
import { escapeHtml } from '../../web/page/text.js';

const require = createRequire(import.meta.url);
const DIST = path.join(path.dirname(require.resolve('katex/package.json')), 'dist');

// Figures use these as well: web/page/faces.css.
const SHARED = ['KaTeX_Main 400 normal', 'KaTeX_Math 400 italic'];

// \q{...} and its like colour what belongs to queries, keys, values and outputs.
const MACROS = Object.fromEntries(
    [['q', 'query'], ['k', 'key'], ['v', 'value'], ['o', 'output']].map(([letter, role]) => [`\\${letter}`, `\\htmlClass{role-${role}}{#1}`]));

export class MathRenderer {
  #classes = new Map();
  #used = new Set();

  /** Throws with KaTeX's message on a formula it does not know. `symbols` marks those that stand for a result. */
  render(tex, displayMode, symbols = null) {
    const html = katex.renderToString(symbols ? symbols.mark(tex) : tex, {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: (code) => code === 'htmlExtension' ? 'ignore' : 'error',
      trust: ({ command }) => command === '\\htmlClass' || command === '\\htmlData',
      macros: { ...MACROS },
    });
    for (const [, names] of html.matchAll(/class="([^"]*)"/g)) for (const name of names.split(' ')) this.#used.add(name);
    return this.#withoutStyles(html.replace(/(<annotation[^>]*>)[\s\S]*?(?=<\/annotation>)/, (_, open) => open + escapeHtml(tex)));
  }

  /** The formula as plain text, for names of links and options that hold nothing else: assistive technology takes no name from a formula. */
  spoken(tex) {
    const [formula] = this.render(tex, false).match(/<math[\s\S]*?<\/math>/);
    return formula.replace(/<annotation[\s\S]*?<\/annotation>/g, '')
        .replace(/<mfrac>(<(\w+)[^>]*>[^<]*<\/\2>)/g, '$1/')
        .replace(/(<(\w+)[^>]*>[^<]*<\/\2>)<\/msup>/g, '^$1')
        .replace(/<[^>]*>/g, '');
  }

  #withoutStyles(html) {
    return html.replace(/<([a-z]+)([^>]*?) style="([^"]*)"([^>]*)>/g, (_, tag, before, style, after) => {
      const name = this.#classOf(style.replace(/;\s*$/, ''));
      const attributes = before + after;
      const merged = /class="/.test(attributes) ? attributes.replace(/class="/, `class="${name} `) : `${attributes} class="${name}"`;
      return `<${tag}${merged}>`;
    });
  }

  #classOf(style) {
    if (!this.#classes.has(style)) this.#classes.set(style, `m${this.#classes.size.toString(36)}`);
    return this.#classes.get(style);
  }

  /** KaTeX's rules with the faces that are in use and not shared with figures, our generated classes behind them. `fonts` maps file names to their bytes. */
  async stylesheet() {
    const css = await readFile(path.join(DIST, 'katex.min.css'), 'utf8');
    const families = this.#familiesInUse(css);
    const fonts = new Map();
    const faces = [];
    const rules = css.replace(/@font-face\{([^}]*)\}/g, (_, body) => {
      const [, family] = /font-family:"?([^";]+)"?/.exec(body);
      const [, file] = /url\(fonts\/([^)]+\.woff2)\)/.exec(body);
      const name = `${family} ${/font-weight:(\w+)/.exec(body)[1]} ${/font-style:(\w+)/.exec(body)[1]}`;
      if (families.has(name) && !SHARED.includes(name)) {
        faces.push(`@font-face{${body.replace(/src:[^;]*/, `src:url(fonts/${file}) format("woff2")`)};font-display:swap}`);
        fonts.set(file, path.join(DIST, 'fonts', file));
      }
      return '';
    });
    const own = [...this.#classes].map(([style, name]) => `.katex .${name}{${style.split(';').map((rule) => `${rule}!important`).join(';')}}`);
    return { css: [...faces, rules, ...own].join('\n'), fonts };
  }

  /** "family weight style" of every face that some rule gives to a class in the formulas. */
  #familiesInUse(css) {
    const faces = new Set(['KaTeX_Main 400 normal']);
    for (const [, selectors, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const names = [...selectors.matchAll(/\.([\w-]+)/g)].map((match) => match[1]).filter((name) => name !== 'katex');
      const family = /font-family:"?(KaTeX_\w+)/.exec(body)?.[1];
      const shaped = /font-(weight|style):/.test(body);
      if ((!family && !shaped) || !names.some((name) => this.#used.has(name))) continue;
      const weight = /font-weight:(700|bold)/.test(body) ? 700 : 400;
      const style = /font-style:italic/.test(body) ? 'italic' : 'normal';
      faces.add(`${family ?? 'KaTeX_Main'} ${weight} ${style}`);
    }
    return faces;
  }
}
