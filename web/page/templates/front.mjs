// The course's front page: attention being born, and the map of the course.
import { escapeHtml } from '../text.js';
import { page, picture, stage } from './shell.mjs';

function readyCard(site, ordinal, lesson) {
  const still = site.stillOf(lesson);
  return `<li class="ready" id="${lesson.slug}"><a href="${lesson.slug}/" data-lesson="${lesson.slug}">${picture('', still, '', site.stillSizes.get(still))}
<div><span class="ordinal">${ordinal}</span><h3>${lesson.title}</h3><p>${escapeHtml(lesson.summary)}</p></div></a></li>`;
}

/** A lesson that is planned stands in its place on the map, without a way there. */
function laterCard(ordinal, { slug, title, summary }) {
  return `<li class="later" id="${slug}"><p class="planned">Planned</p>
<div><span class="ordinal">${ordinal}</span><h3>${escapeHtml(title)}</h3><p>${escapeHtml(summary)}</p></div></li>`;
}

function partSection(site, part) {
  const cards = part.lessons.map((row) => {
    const ordinal = String(row.number).padStart(2, '0'), built = site.lessons.find(({ slug }) => slug === row.slug);
    return built ? readyCard(site, ordinal, built) : laterCard(ordinal, row);
  });
  return `<section class="part"><header><h2>${escapeHtml(part.title)}</h2><p>${escapeHtml(part.summary)}</p></header>
<ol class="map-list in-${cards.length % 4 === 0 ? 'fours' : 'threes'}">${cards.join('\n')}</ol></section>`;
}

/** `words`: web/content/front.json. */
export function frontPage(site, words) {
  const { prelude, lessons } = site, still = site.stillOf(prelude), planned = site.outline.flatMap((part) => part.lessons).length;
  const promises = words.promises.map(({ heading, text }) => `<div><h3>${escapeHtml(heading)}</h3><p>${escapeHtml(text)}</p></div>`);
  const onward = words.onward.map(({ slug, before, after }) => {
    const lesson = lessons.find((one) => one.slug === slug);
    return `<a href="${slug}/" data-lesson="${slug}">${escapeHtml(before)} ${lesson.number}</a>${escapeHtml(after)}`;
  });
  const body = `<main class="front" id="text">
<div class="opening">
<header class="hero">
<h1>${escapeHtml(words.heading)}</h1>
<p class="lead">${words.lead}</p>
<div class="birth">
<button type="button" class="button" data-birth="run" data-from="${escapeHtml(words.train)}" data-again="${escapeHtml(words.again)}">${escapeHtml(words.train)}</button>
<p class="birth-progress" data-first="${escapeHtml(words.takes)}">${escapeHtml(words.takes)}</p>
</div>
</header>
${stage('', { still, alt: prelude.describe, size: site.stillSizes.get(still), after: 'seen' })}
<div class="seen" id="seen">
<h2>${escapeHtml(words.seen)}</h2>
<p class="birth-seen">${escapeHtml(prelude.describe)}</p>
<form class="own-word"><label for="own-word">${escapeHtml(words.word)}</label>
<input id="own-word" name="word" value="attention" maxlength="12" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="own-word-refused">
<p id="own-word-refused" class="refused" role="status"></p></form>
<p class="onward">${onward.join('')}</p>
<p class="differ">${escapeHtml(words.differ)}</p>
</div>
</div>
<section class="course" aria-labelledby="course">
<h2 id="course">${escapeHtml(words.course)}</h2>
<p class="lead">${escapeHtml(words.promise)} <strong>${lessons.length} of ${planned} planned lessons are here</strong>; the others keep their places on the map.</p>
<div class="promise">
${promises.join('\n')}
</div>
</section>
${site.outline.map((part) => partSection(site, part)).join('\n')}
</main>`;
  return page(site, {
    kind: 'front', root: '', body, script: 'page/front.js', lesson: prelude.slug, image: `stills/${prelude.slug}-light.png`,
    title: words.title, description: words.description,
  });
}
