// The symbols of a lesson's formulas that stand for a result. The text names them in lines of their own, `[$\q{q_i}$]: show:queries`, which
// Markdown takes for definitions of unused links. Here each occurrence in a formula gets an attribute with the result's name, or with
// several names, `queries|query`: the symbol then stands for the first one that the figure shows.

const ROLES = 'qkvo';
const ACCENTS = new Set(['tilde', 'hat', 'bar', 'vec', 'dot', 'widetilde']);
/** The commands whose groups are words or numbers, not symbols. */
const WORDS = new Set(['text', 'mathrm', 'operatorname', 'begin', 'end', 'mathsf', 'mathbb', 'tag']);

/** The token at `at`: a group in braces, a command or a character; '' at the end. */
function tokenAt(tex, at) {
  if (tex[at] === '\\') return /^\\(?:[a-zA-Z]+|.)/.exec(tex.slice(at))[0];
  if (tex[at] !== '{') return tex[at] ?? '';
  for (let i = at, depth = 0; i < tex.length; ++i) {
    if (tex[i] === '\\') ++i;
    else if (tex[i] === '{') ++depth;
    else if (tex[i] === '}' && --depth === 0) return tex.slice(at, i + 1);
  }
  return tex.slice(at);
}

/** A token with what belongs to it: the group of a command of ours or of an accent. */
function unitAt(tex, at) {
  const token = tokenAt(tex, at), name = token.slice(1);
  if (token[0] !== '\\' || !(ACCENTS.has(name) || WORDS.has(name) || (name.length === 1 && ROLES.includes(name)))) return token;
  const rest = tex.slice(at + token.length), gap = /^\s*/.exec(rest)[0];
  return token + gap + tokenAt(rest, gap.length);
}

/** The sub- and superscripts from `at` on, one after the other. */
function scriptsAt(tex, at) {
  const scripts = [];
  for (let i = at; tex[i] === '_' || tex[i] === '^';) {
    const script = tex[i] + unitAt(tex, i + 1);
    scripts.push(script);
    i += script.length;
  }
  return scripts;
}

const bare = (tex) => tex.replace(/\s+/g, '').replace(/([_^])\{(.)\}/g, '$1$2');

/** What a formula's symbol may be called in the table, the most exact first. */
function namesOf(unit, scripts) {
  const inner = /^\\[qkvo]\{([\s\S]*)\}$/.exec(unit)?.[1];
  if (inner === undefined) return scripts.map((_, i) => bare(unit + scripts.slice(0, scripts.length - i).join(''))).concat(bare(unit));
  const base = unitAt(inner, 0), within = scriptsAt(inner, base.length);
  if (base.length + within.join('').length !== inner.length) return [bare(unit)];
  return [bare(unit), bare(`${unit.slice(0, 2)}{${base}}`)];
}

export class Symbols {
  #table = new Map();
  #unused;

  /** Of a lesson's Markdown; `check(name)` throws where the lesson has no such result. */
  constructor(text, check) {
    for (const [, tex, names] of text.matchAll(/^\[\$(.+)\$\]: show:(\S+)$/gm)) {
      names.split('|').forEach(check);
      this.#table.set(bare(tex), names);
    }
    this.#unused = new Set(this.#table.keys());
  }

  /** The symbols of the table that no formula has had. */
  get unused() {
    return [...this.#unused];
  }

  /** `tex` with an attribute `data-symbol` around every symbol of the table. */
  mark(tex) {
    let out = '';
    for (let i = 0; i < tex.length;) {
      const unit = unitAt(tex, i);
      i += unit.length;
      if (unit === '_' || unit === '^') {
        const script = unitAt(tex, i);
        out += unit + (unit === '^' && script[0] === '{' ? `{${this.mark(script.slice(1, -1))}}` : script);
        i += script.length;
        continue;
      }
      if (unit[0] === '{') {
        out += `{${this.mark(unit.slice(1, -1))}}`;
        continue;
      }
      const scripts = scriptsAt(tex, i);
      const name = namesOf(unit, scripts).find((one) => this.#table.has(one));
      if (name) {
        this.#unused.delete(name);
        out += `\\htmlData{symbol=${this.#table.get(name)}}{${unit}${scripts.join('')}}`;
        i += scripts.join('').length;
      } else {
        out += /^\\[qkvo]\{/.test(unit) ? `${unit.slice(0, 2)}{${this.mark(unit.slice(3, -1))}}` : unit;
      }
    }
    return out;
  }
}
