// What the names in a lesson's text refer to: parameters, results, figures, source, other lessons.
import { picture } from '../../web/page/templates/shell.mjs';
import { escapeHtml, parseReference, saidNumber } from '../../web/page/text.js';
import { renderLesson } from './lesson_text.mjs';

/** What the names in a lesson's text refer to; anything unknown throws. */
function lessonContext(site, lesson, root) {
  const unknown = (kind, name, known) => {
    throw new Error(`no ${kind} "${name}"; there are ${known.join(', ')}`);
  };
  const find = (rows, key, kind, name) => rows.find((row) => row[key] === name) ?? unknown(kind, name, rows.map((row) => row[key]));
  const numbers = site.numbers.get(lesson.slug);
  const inputs = lesson.params.filter(({ type }) => ['matrix', 'mask', 'points'].includes(type)).map((row) => ({ ...row, name: row.id }));
  const readable = [...lesson.results, ...inputs];
  return {
    root,
    math: site.math,
    valueOf(reference) {
      const { name, indices } = parseReference(reference);
      const row = lesson.params.find(({ id }) => id === name);
      if (row && !indices) return row.choices?.find(({ id }) => id === row.default)?.label ?? row.defaultText;
      find(lesson.results, 'name', 'parameter or result', name);
      return saidNumber(numbers.get(name), indices);
    },
    checkQuery(query) {
      for (const pair of query.split('&')) {
        const id = pair.split('=')[0];
        if (id === 'figure') find(lesson.figures, 'id', 'figure', pair.split('=')[1]);
        else if (id !== 'backend') find(lesson.params, 'id', 'parameter', id);
      }
      return query;
    },
    checkScene(query) {
      if (!/(^|&)figure=/.test(query)) throw new Error(`the scene "${query}" names no figure`);
      return this.checkQuery(query);
    },
    checkResult(name) {
      find(readable, 'name', 'result', name.replace(/\[.*/, ''));
      return name;
    },
    /** What a symbol of a formula stands for: a result, or its handles, `key` of `keys`. */
    checkSymbol(name) {
      const row = readable.find((one) => one.name === name) ?? readable.find((one) => one.handle === name);
      return this.checkResult(row?.name ?? name);
    },
    checkFigure: (id) => find(lesson.figures, 'id', 'figure', id).id,
    sourcePage: (reference) => site.sources.link(reference),
    /** "slug" or "slug?query", in which `id=*` takes the open lesson's value along. */
    lessonLink(target) {
      const [slug, query = ''] = target.split('?'), other = site.lessons.find((one) => one.slug === slug);
      for (const [id] of new URLSearchParams(query)) if (other && id !== 'figure') find(other.params, 'id', 'parameter', id);
      const fixed = query.split('&').filter((pair) => pair && !pair.endsWith('=*')).join('&');
      if (other) return { href: `${root}${slug}/${fixed && `?${fixed}`}`, 'data-lesson': slug, ...(query && { 'data-carry': query }) };
      if (site.outline.some((part) => part.lessons.some((other) => other.slug === slug))) return { href: `${root}#${slug}` };
      return unknown('lesson', slug, site.lessons.map((other) => other.slug));
    },
    section: null, // of the text that is being read, where it has a scene: {id, query, figure, name of its still}
    enterScene(id, query) {
      const figure = /(?:^|&)figure=([^&]*)/.exec(query)[1];
      const name = query === `figure=${figure}` ? `${lesson.slug}-${figure}` : `${lesson.slug}-scene-${id}`;
      this.section = { id, query, figure, name };
      return `<figure class="scene-still">${picture(root, name, site.sceneSentences[lesson.slug][id], site.stillSizes.get(name))}</figure>\n`;
    },
    still(id, alt) {
      const own = this.section?.figure === id ? this.section : null; // the figure as its section speaks of it
      const name = own?.name ?? `${lesson.slug}-${id}`;
      const image = picture(root, name, '', site.stillSizes.get(name));
      const link = own ? `href="./?${escapeHtml(own.query)}#${own.id}" data-scene-of="${own.id}"` : `href="?figure=${id}" data-figure="${id}"`;
      return `<figure class="still"><a ${link}>${image}<span class="caption">${escapeHtml(alt)}</span></a></figure>`;
    },
  };
}

/** Renders the lesson's Markdown and fills lesson.text. */
export function readLesson(site, lesson, markdown) {
  lesson.text = renderLesson(markdown, lessonContext(site, lesson, '../'));
}
