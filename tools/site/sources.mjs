// Makes plain pages of the program's own source. Every line has an anchor, and what lessons point at has its name as an anchor.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '../../web/page/text.js';
import { page } from '../../web/page/templates/shell.mjs';

const ENDINGS = new Set(['.h', '.cpp', '.frag', '.glsl']);
const TOKEN = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|^(\s*#[^\n]*)|\b(alignas|auto|bool|break|case|char|class|const|constexpr|continue|default|do|double|else|enum|explicit|extern|false|float|for|if|in|inline|int|long|mutable|namespace|new|noexcept|nullptr|operator|out|override|private|public|return|short|sizeof|static|static_cast|struct|switch|template|this|true|typename|uniform|unsigned|using|virtual|void|while|highp|vec2|vec4|sampler2D)\b|\b(\d[\w.]*)\b/gm;
const KINDS = [null, 'comment', 'string', 'directive', 'keyword', 'literal'];

/** Source text as HTML, one string a line; marks never cross lines. */
function highlight(text) {
  let html = '', last = 0;
  for (const match of text.matchAll(TOKEN)) {
    html += escapeHtml(text.slice(last, match.index));
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined) + 1];
    html += match[0].split('\n').map((line) => `<span class="${kind}">${escapeHtml(line)}</span>`).join('\n');
    last = match.index + match[0].length;
  }
  return (html + escapeHtml(text.slice(last))).replace(/\n$/, '').split('\n');
}

async function filesBelow(folder, prefix = '') {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(entries.map((entry) => {
    const name = path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) return filesBelow(path.join(folder, entry.name), name);
    return ENDINGS.has(path.extname(entry.name)) ? [name] : [];
  }));
  return found.flat().sort();
}

export class Sources {
  #texts = new Map();
  #anchors = new Map();

  /** `root`: the repository. Paths are as in #include: "kernels/softmax.h"; shaders keep their folder: "shaders/kernels/softmax.frag". */
  static async read(root) {
    const sources = new Sources();
    const names = [...(await filesBelow(path.join(root, 'src'))).map((name) => [name, path.join(root, 'src', name)]),
      ...(await filesBelow(path.join(root, 'shaders'), 'shaders')).map((name) => [name, path.join(root, name)])];
    for (const [name, file] of names) sources.#texts.set(name, await readFile(file, 'utf8'));
    return sources;
  }

  /** The address below the site's root for "kernels/softmax.h#softmax_rows". The file must contain the symbol. */
  link(reference) {
    const [name, symbol] = reference.split('#');
    const text = this.#texts.get(name);
    if (text === undefined) throw new Error(`no source file ${name}`);
    if (!symbol) return `source/${name}.html`;
    const lines = text.split('\n');
    const escaped = symbol.replace(/[^\w]/g, '\\$&');
    const declares = new RegExp(`(?:^|[\\s&*:])${escaped}\\s*(?:\\(|\\{|=|;|$)`);
    const code = (line) => !/^\s*(\/\/|\*|#)/.test(line);
    let line = lines.findIndex((text) => code(text) && declares.test(text) && !/^\s+return\b/.test(text));
    if (line < 0) line = lines.findIndex((text) => new RegExp(`\\b${escaped}\\b`).test(text));
    if (line < 0) throw new Error(`${name} has no ${symbol}`);
    if (!this.#anchors.has(name)) this.#anchors.set(name, new Map());
    this.#anchors.get(name).set(line, symbol);
    return `source/${name}.html#${symbol}`;
  }

  /** [path, html] of every page, including the index. Must be called after all links are known. */
  pages(site) {
    const made = [...this.#texts].map(([name, text]) => [`source/${name}.html`, this.#page(site, name, text)]);
    return [['source/index.html', this.#index(site)], ...made];
  }

  #page(site, name, text) {
    const root = '../'.repeat(name.split('/').length);
    const anchors = this.#anchors.get(name) ?? new Map();
    const lines = highlight(text).map((html, i) =>
      `<span class="line" id="L${i + 1}">${anchors.has(i) ? `<span class="target" id="${anchors.get(i)}"></span>` : ''}<a class="number" href="#L${i + 1}" aria-label="line ${i + 1}">${i + 1}</a>${html}\n</span>`);
    const partner = [name.replace(/\.h$/, '.cpp'), name.replace(/\.cpp$/, '.h')].find((other) => other !== name && this.#texts.has(other));
    const also = partner ? `<p><a href="${root}source/${partner}.html">${partner}</a></p>` : '';
    const body = `<main class="plain" id="text"><header class="title"><p class="eyebrow"><a href="${root}source/">Source</a></p><h1 class="file">${name}</h1>${also}</header>
<pre class="source" tabindex="0" role="region" aria-label="${name}"><code>${lines.join('')}</code></pre></main>`;
    return page(site, { kind: 'plain', root, body, title: `${name} · Attention Lab`, description: `Source of ${name}.` });
  }

  #index(site) {
    const folders = new Map();
    for (const name of this.#texts.keys()) {
      const folder = path.posix.dirname(name);
      folders.set(folder, [...(folders.get(folder) ?? []), name]);
    }
    const about = (name) => /^\/\/ (.+?)(?:\.|$)/m.exec(this.#texts.get(name).split('\n')[0])?.[1] ?? '';
    const sections = [...folders].map(([folder, names]) => `<section><h2>${folder}</h2><ul class="files">` + names.map((name) =>
      `<li><a href="${name}.html">${path.posix.basename(name)}</a> <span>${escapeHtml(about(name))}</span></li>`).join('') + '</ul></section>');
    const body = `<main class="plain" id="text"><header class="title"><h1>Source</h1><p class="lead">The program that draws and computes these pages, file by file.</p></header><div class="wide">${sections.join('\n')}</div></main>`;
    return page(site, { kind: 'plain', root: '../', body, title: 'Source · Attention Lab', description: 'The source of the course.' });
  }
}
