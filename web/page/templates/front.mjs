// The course's front page.
import {escapeHtml} from '../text.js';
import {page, picture, stage} from './shell.mjs';

function partSection(site, part) {
  const built = slug => site.lessons.find(lesson => lesson.slug === slug);
  const items = part.lessons.map(({slug, number, title, summary}) => {
    const lesson = built(slug);
    const ordinal = String(number).padStart(2, '0');
    if (!lesson && !title) return '';
    if (!lesson) return `<li class="later" id="${slug}"><span class="ordinal">${ordinal}</span><div><h3>${escapeHtml(title)}</h3><p>${escapeHtml(summary)}</p></div></li>`;
    return `<li class="ready" id="${slug}"><a href="${slug}/" data-lesson="${slug}">${picture('', site.stillOf(lesson), '', site.stillSizes.get(site.stillOf(lesson)))}
<div><span class="ordinal">${ordinal}</span><h3>${lesson.title}</h3><p>${escapeHtml(lesson.summary)}</p></div></a></li>`;
  });
  const ready = items.filter(item => item.startsWith('<li class="ready')).join('\n');
  const later = items.filter(item => item.startsWith('<li class="later')).join('\n');
  return `<section class="part"><header><h2>${escapeHtml(part.title)}</h2><p>${escapeHtml(part.summary)}</p></header>
${ready ? `<ol class="ready-list">${ready}</ol>` : ''}${later ? `<p class="later-note">Announced</p><ol class="later-list">${later}</ol>` : ''}</section>`;
}

/// `words`: web/content/front.json.
export function frontPage(site, words) {
  const [first] = site.lessons;
  const promises = words.promises.map(({heading, text}) => `<div><h2>${escapeHtml(heading)}</h2><p>${escapeHtml(text)}</p></div>`);
  const body = `<main class="front" id="text">
<div class="opening">
<header class="hero">
<h1>${escapeHtml(words.heading)}</h1>
<p class="lead">${words.lead}</p>
<p class="hero-links"><a class="button" href="${first.slug}/" data-lesson="${first.slug}">${escapeHtml(words.begin)} ${first.title.toLowerCase()}</a></p>
</header>
${stage('', {still: site.stillOf(first), alt: first.describe, size: site.stillSizes.get(site.stillOf(first)), compact: true})}
</div>
<section class="promise">
${promises.join('\n')}
</section>
${site.outline.map(part => partSection(site, part)).join('\n')}
</main>`;
  return page(site, {
    kind: 'front', root: '', body, script: 'page/page.js', lesson: first.slug, image: `stills/${first.slug}-light.png`,
    title: words.title, description: words.description,
  });
}
