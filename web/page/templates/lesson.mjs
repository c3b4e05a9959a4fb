// A lesson's page: its title, its figure, its text, and the way to the next.
import { escapeHtml } from '../text.js';
import { plain } from './plain.mjs';
import { page, stage } from './shell.mjs';

function neighbours(root, lessons, slug) {
  const i = lessons.findIndex((lesson) => lesson.slug === slug);
  const card = (lesson, word, rel) => lesson
    ? `<a class="neighbour ${rel}" rel="${rel}" href="${root}${lesson.slug}/" data-lesson="${lesson.slug}"><span>${word}</span><strong>${lesson.title}</strong></a>`
    : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbouring lessons">${card(lessons[i - 1], 'Previous', 'prev')}${card(lessons[i + 1], 'Next', 'next')}</nav>`;
}

export function lessonPage(site, lesson) {
  const root = '../';
  const { text } = lesson;
  const part = site.outline.find(({ lessons }) => lessons.some(({ slug }) => slug === lesson.slug));
  const body = `<main class="lesson">
<header class="title">
<p class="eyebrow">${part ? `${escapeHtml(part.title)} · ` : ''}Lesson ${lesson.number}</p>
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
</header>
${stage(root, { still: site.stillOf(lesson), alt: lesson.describe, size: site.stillSizes.get(site.stillOf(lesson)), after: 'text' })}
<article class="text" id="text">
${text.html}
${neighbours(root, site.lessons, lesson.slug)}
</article>
</main>`;
  return page(site, {
    kind: 'lesson', root, body, script: 'page/page.js', lesson: lesson.slug, image: `stills/${lesson.slug}-light.png`,
    title: `${plain(text.title)} · Attention Lab`, description: lesson.summary,
  });
}
