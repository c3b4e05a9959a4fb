// Turns a lesson's Markdown, in the dialect of assets/lessons/README.md, into HTML. What cannot be resolved is an error that names the
// line.
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../web/page/text.js';
import { Symbols } from './symbols.mjs';
import { plainText } from './wordings.mjs';

const slugOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

/** `$...$` within a line and `$$...$$` on lines of their own. */
function mathRules(md, math, symbols) {
  md.inline.ruler.before('escape', 'math', (state, silent) => {
    if (state.src[state.pos] !== '$' || /\s/.test(state.src[state.pos + 1] ?? ' ')) return false;
    let end = state.pos + 1;
    while (end < state.posMax && (state.src[end] !== '$' || state.src[end - 1] === '\\')) ++end;
    if (end >= state.posMax || end === state.pos + 1 || /\s/.test(state.src[end - 1])) return false;
    if (!silent) state.push('math', '', 0).content = state.src.slice(state.pos + 1, end);
    state.pos = end + 1;
    return true;
  });
  md.block.ruler.before('fence', 'math_block', (state, start, end, silent) => {
    const line = (row) => state.src.slice(state.bMarks[row] + state.tShift[row], state.eMarks[row]);
    if (!line(start).startsWith('$$')) return false;
    let last = start;
    const closes = (row) => line(row).trimEnd().endsWith('$$') && (row > start || line(row).trim().length > 2);
    while (last < end && !closes(last)) ++last;
    if (last >= end) return false;
    if (silent) return true;
    const lines = Array.from({ length: last - start + 1 }, (_, i) => line(start + i));
    const token = state.push('math_block', '', 0);
    token.content = lines.join('\n').trim().replace(/^\$\$|\$\$$/g, '').trim();
    token.map = [start, last + 1];
    state.line = last + 1;
    return true;
  }, { alt: ['paragraph', 'blockquote', 'list'] });
  md.renderer.rules.math = (tokens, i) => `<span class="math">${math.render(tokens[i].content, false, symbols)}</span>`;
  // Wide formulas scroll by themselves, so the keyboard must reach them.
  md.renderer.rules.math_block = (tokens, i) => {
    const html = formulasOf(tokens[i].content).map((formula) => math.render(formula, true, symbols)).join('');
    const name = html.includes('data-symbol') ? 'Formula. Arrow keys light its symbols in the figure' : 'Formula';
    return `<div class="math-block" tabindex="0" role="group" aria-label="${name}">${html}</div>\n`;
  };
}

/** The parts of a line of formulas, which are put below each other if there is no room. A wide space within something separates nothing. */
export function formulasOf(tex) {
  const parts = tex.split(/\s*\\qquad(?![a-zA-Z])\s*/);
  const isWhole = (part) => (part.match(/\{/g) ?? []).length === (part.match(/\}/g) ?? []).length && !part.includes('\\begin') && !/\\(left|right)\b/.test(part);
  return parts.every(isWhole) ? parts : [tex];
}

/** `{name}` and `{name[0,1]}` are live values, for which the page has the defaults. */
function liveRule(md, context) {
  md.inline.ruler.before('link', 'live', (state, silent) => {
    const match = /^\{([a-z][a-z0-9_-]*(?:\[\d+(?:,\d+)*\])?)\}/.exec(state.src.slice(state.pos, state.pos + 80));
    if (!match) return false;
    if (!silent) state.push('live', '', 0).content = match[1];
    state.pos += match[0].length;
    return true;
  });
  md.renderer.rules.live = (tokens, i) => {
    const name = tokens[i].content;
    return `<span class="live" data-live="${escapeHtml(name)}">${escapeHtml(context.valueOf(name))}</span>`;
  };
}

const LANGUAGES = { js: 'JavaScript', python: 'Python' };

/** A fenced program. Long lines scroll by themselves, so the keyboard must reach them. */
function codeRule(md) {
  md.renderer.rules.fence = (tokens, i) => {
    const language = LANGUAGES[tokens[i].info.trim()];
    if (!language) throw new Error(`the language "${tokens[i].info.trim()}" of a program is none of ${Object.keys(LANGUAGES).join(', ')}`);
    return `<pre tabindex="0" role="group" aria-label="Program in ${language}"><code>${escapeHtml(tokens[i].content)}</code></pre>\n`;
  };
}

/** The attributes of a link with one of our schemes, or null for an ordinary link. */
function linkAttributes(href, context) {
  const [, scheme, rest] = /^(set|scene|show|figure|code|lesson):(.*)$/s.exec(href) ?? [];
  switch (scheme) {
    case 'set':
      return { href: `?${rest}`, class: 'set', 'data-set': context.checkQuery(rest) };
    case 'scene':
      return { href: `./?${rest}`, class: 'set', 'data-scene': context.checkScene(rest) };
    case 'show':
      return { href: '#figure', class: 'show', 'data-show': context.checkResult(rest) };
    case 'figure':
      return { href: `?figure=${rest}`, class: 'show', 'data-figure': context.checkFigure(rest) };
    case 'code':
      return { href: `${context.root}${context.sourcePage(rest)}`, class: 'code' };
    case 'lesson':
      return context.lessonLink(rest);
    default:
      return null;
  }
}

/** The name that inline tokens need if they have only formulas; null where there are words. */
function nameOf(tokens, math) {
  const told = tokens.filter(({ type, content }) => type === 'math' || content.trim() !== '');
  if (told.length === 0 || told.some(({ type, content }) => type !== 'math' && /[\p{L}\p{N}]/u.test(content))) return null;
  return told.map(({ type, content }) => type === 'math' ? math.spoken(content) : content).join('');
}

function linkRules(md, context) {
  md.normalizeLink = (href) => href;
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    const token = tokens[i];
    const attributes = linkAttributes(token.attrGet('href'), context);
    if (attributes) {
      token.attrs = Object.entries(attributes);
      const end = tokens.findIndex((other, j) => j > i && other.type === 'link_close');
      const name = nameOf(tokens.slice(i + 1, end), context.math);
      if (name) token.attrSet('aria-label', name);
    } else if (/^https?:/.test(token.attrGet('href'))) {
      token.attrSet('rel', 'external noopener');
    }
    return self.renderToken(tokens, i, options);
  };
  md.renderer.rules.image = (tokens, i) => {
    const id = /^figure:(.+)$/.exec(tokens[i].attrGet('src'))?.[1];
    const alt = tokens[i].content.trim();
    if (!id) throw new Error(`an image must be a figure: ![what it shows](figure:id), not ${tokens[i].attrGet('src')}`);
    if (!alt) throw new Error(`figure:${id} has no alternative text`);
    return context.still(context.checkFigure(id), alt);
  };
}

/** Wide tables scroll by themselves; a corner without a heading is no heading; a heading of formulas only is spoken. */
function tableRules(md, math) {
  md.renderer.rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  md.renderer.rules.spoken = (tokens, i) => tokens[i].content;
  md.core.ruler.push('table_headings', (state) => {
    state.tokens.forEach((token, i) => {
      if (token.type !== 'th_open') return;
      const cell = state.tokens[i + 1];
      if (cell.content === '') token.tag = state.tokens[i + 2].tag = 'td';
      const name = nameOf(cell.children, math);
      if (!name) return;
      const spoken = (html) => Object.assign(new state.Token('spoken', '', 0), { content: html });
      cell.children = [spoken(`<span class="visually-hidden">${escapeHtml(name)}</span><span aria-hidden="true">`), ...cell.children, spoken('</span>')];
    });
  });
}

/** Replaces a paragraph that has nothing but a figure by the figure, and sets a common mistake apart. */
function blockRules(md) {
  const isFigure = (inline) => inline?.type === 'inline' && inline.children.length === 1 && inline.children[0].type === 'image';
  const isMistake = (inline) => inline?.type === 'inline' && /^\*\*Common mistake\.?\*\*/.test(inline.content);
  md.core.ruler.push('course_blocks', (state) => {
    state.tokens.forEach((token, i) => {
      if (token.type !== 'paragraph_open') return;
      if (isFigure(state.tokens[i + 1])) token.hidden = state.tokens[i + 2].hidden = true;
      if (isMistake(state.tokens[i + 1])) token.attrSet('class', 'mistake');
    });
  });
}

/** The index after the token that closes the one at `start`. */
function closeOf(tokens, start) {
  let depth = 0;
  for (let i = start; i < tokens.length; ++i) {
    depth += tokens[i].nesting;
    if (depth === 0) return i + 1;
  }
  return tokens.length;
}

/** Top-level blocks: [{type, tokens, line}]. */
function blocksOf(tokens) {
  const blocks = [];
  for (let i = 0; i < tokens.length;) {
    const end = closeOf(tokens, i);
    blocks.push({ type: tokens[i].type, tag: tokens[i].tag, tokens: tokens.slice(i, end), line: (tokens[i].map?.[0] ?? 0) + 1 });
    i = end;
  }
  return blocks;
}

/** {query, words} of a paragraph that has nothing but a link to a scene; null for any other block. */
function sceneOf(block) {
  const [open, words, close] = block?.type === 'paragraph_open' ? block.tokens[1].children : [];
  const query = open?.type === 'link_open' && close?.type === 'link_close' && block.tokens[1].children.length === 3 && /^scene:(.*)$/s.exec(open.attrGet('href'))?.[1];
  return query ? { query, words: words.content } : null;
}

const EXERCISE = /\s*\{exercise=([a-z0-9-]+)\}\s*$/;

class LessonWriter {
  constructor(md, context) {
    this.md = md;
    this.context = context;
    this.headings = [];
    this.exercises = [];
    this.scenes = [];
    this.last = ''; // the type of the block before
  }

  render(tokens) {
    return this.md.renderer.render(tokens, this.md.options, {});
  }

  heading(block) {
    const text = block.tokens[1].content;
    const id = slugOf(text.replace(EXERCISE, ''));
    this.headings.push({ id, text, level: Number(block.tag[1]) });
    this.context.section = null;
    block.tokens[0].attrSet('id', id);
    return this.render(block.tokens);
  }

  /**
   * The way to a section's scene, beside its heading or, of its later ones, where the text turns to it; and for paper the still of the first,
   * unless one of the figures in `rest`, the blocks after it, is that.
   */
  scene(block, { query, words }, rest) {
    const { id: section } = this.headings.at(-1) ?? {};
    const earlier = this.scenes.filter((scene) => scene.section === section).length;
    if (!section || (earlier === 0 && this.last !== 'heading_open'))
      throw new Error(`line ${block.line}: the first scene of a section stands right below the heading`);
    const id = earlier === 0 ? section : `${section}-${earlier + 1}`;
    this.scenes.push({ id, section, query: this.context.checkScene(query) });
    const still = this.context.enterScene(id, query);
    const end = rest.findIndex((other) => other.type === 'heading_open' || sceneOf(other));
    const shown = rest.slice(0, end < 0 ? rest.length : end).some(({ tokens }) => tokens.some(({ children }) => children?.some(
      (child) => child.type === 'image' && child.attrGet('src') === `figure:${this.context.section.figure}`)));
    return `${shown || earlier > 0 ? '' : still}<p class="section-scene"${earlier > 0 ? ` id="${id}"` : ''}><a href="./?${escapeHtml(query)}#${id}" data-scene-of="${id}">${escapeHtml(words)}</a></p>\n`;
  }

  /** An exercise's blocks as a section with the scene it begins with as a link, its predictions as radio buttons and its explanation folded. */
  exercise(id, blocks) {
    const inline = blocks[0].tokens[1];
    inline.children.at(-1).content = inline.children.at(-1).content.replace(EXERCISE, '');
    const title = this.heading(blocks[0]);
    const titleId = this.headings.at(-1).id;
    const scene = sceneOf(blocks[1]);
    if (!scene) throw new Error(`line ${blocks[0].line}: the exercise "${id}" brings no picture; its first paragraph is a link: [Bring the picture](scene:figure=...)`);
    const query = escapeHtml(this.context.checkScene(scene.query));
    const text = (tokens) => plainText(tokens, (name) => this.context.valueOf(name));
    let question = '', options = [], explanation = '';
    const words = { question: [], choices: [], explanation: [] };
    for (const block of blocks.slice(2)) {
      if (sceneOf(block)) throw new Error(`line ${block.line}: the exercise "${id}" has one scene`);
      const task = block.type === 'bullet_list_open' && block.tokens.some((token) => token.type === 'inline' && /^\[[ x]\] /.test(token.content));
      const part = task ? 'choices' : block.type === 'blockquote_open' ? 'explanation' : 'question';
      if (task) options = this.options(block);
      else if (part === 'explanation') explanation += this.render(block.tokens.slice(1, -1));
      else question += this.render(block.tokens);
      words[part].push(...(task ? block.tokens.filter(({ type }) => type === 'inline').map((token) => text([token])) : [text(block.tokens)]));
    }
    if (!explanation) throw new Error(`line ${blocks[0].line}: the exercise "${id}" has no explanation (a quotation)`);
    this.exercises.push({ id, question: words.question.join('\n'), choices: words.choices, explanation: words.explanation.join('\n') });
    this.scenes.push({ id: titleId, section: titleId, query: scene.query });
    const choices = options.map(({ html, name }, i) =>
      `<label><input type="radio" name="predict-${id}" value="${i}"${name ? ` aria-label="${escapeHtml(name)}"` : ''}> <span>${html}</span></label>`).join('\n');
    return `<section class="exercise" data-exercise="${id}" data-scene="${query}" aria-labelledby="${titleId}">\n${title}` +
        `<p class="scene"><a class="button" href="./?${query}">${escapeHtml(scene.words)}</a></p>\n${question}` +
        (choices ? `<fieldset><legend>Your prediction</legend>\n${choices}\n</fieldset>\n` : '') +
        `<div class="exercise-buttons"></div>\n<details class="explanation"><summary>Explanation</summary>\n${explanation}</details>\n</section>\n`;
  }

  options(block) {
    const inlines = block.tokens.filter((token) => token.type === 'inline');
    return inlines.map((token) => {
      const [first] = token.children;
      first.content = first.content.replace(/^\[[ x]\] /, '');
      return { html: this.md.renderer.renderInline(token.children, this.md.options, {}), name: nameOf(token.children, this.context.math) };
    });
  }

  body(blocks) {
    let html = '';
    for (let i = 0; i < blocks.length;) {
      const block = blocks[i];
      const id = block.type === 'heading_open' && EXERCISE.exec(block.tokens[1].content)?.[1];
      if (id) {
        let end = i + 1;
        while (end < blocks.length && blocks[end].type !== 'heading_open') ++end;
        html += this.exercise(id, blocks.slice(i, end));
        i = end;
      } else {
        const scene = sceneOf(block);
        html += block.type === 'heading_open' ? this.heading(block) : scene ? this.scene(block, scene, blocks.slice(i + 1)) : this.render(block.tokens);
        ++i;
      }
      this.last = block.type;
    }
    return html;
  }
}

/**
 * `context` resolves names: valueOf(live), checkQuery, checkScene, checkResult, checkSymbol, checkFigure, sourcePage(path#symbol),
 * lessonLink(slug), still(id, alt), enterScene(section, query), which makes `section` its own and gives its still, root, math. Returns
 * {title, lead, html, headings, exercises, scenes}.
 */
export function renderLesson(text, context) {
  const md = new MarkdownIt({ html: false, linkify: false, typographer: true, quotes: '“”‘’' });
  // A number keeps its unit, and a formula the comma behind it.
  md.renderer.rules.text = (tokens, i) => `${tokens[i - 1]?.type === 'math' && /^[.,;:!?)]/.test(tokens[i].content) ? '\u2060' : ''}${escapeHtml(tokens[i].content).replace(/(\d) %/g, '$1\u00a0%')}`;
  const symbols = new Symbols(text, (name) => context.checkSymbol(name));
  mathRules(md, context.math, symbols);
  liveRule(md, context);
  codeRule(md);
  linkRules(md, context);
  tableRules(md, context.math);
  blockRules(md);
  const blocks = blocksOf(md.parse(text, {}));
  if (blocks[0]?.tag !== 'h1') throw new Error('line 1: a lesson begins with "# Title"');
  if (blocks[1]?.type !== 'paragraph_open') throw new Error('line 3: after the title comes a paragraph that says what the reader will know');
  const writer = new LessonWriter(md, context);
  const inner = (block) => writer.md.renderer.render(block.tokens.slice(1, -1), md.options, {});
  const [title, lead, html] = [inner(blocks[0]), inner(blocks[1]), writer.body(blocks.slice(2))];
  if (symbols.unused.length > 0) throw new Error(`no formula has the symbol $${symbols.unused[0]}$ of the table`);
  return {
    title,
    lead,
    html,
    headings: writer.headings,
    exercises: writer.exercises,
    scenes: writer.scenes.map(({ id, query }) => ({ id, query })),
  };
}
