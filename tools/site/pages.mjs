// The pages one by one: front, lesson, embed, reference, not found.
import {escapeHtml, renderLesson} from './lesson_text.mjs';
import {page, picture, stage} from './template.mjs';

const plain = html => html.replace(/<span class="katex-html"[\s\S]*?<\/span>(?=<\/span>)/g, '').replace(/<annotation[\s\S]*?<\/annotation>/g, '').replace(/<[^>]*>/g, '');

function neighbours(root, lessons, slug) {
  const i = lessons.findIndex(lesson => lesson.slug === slug);
  const card = (lesson, word, rel) => lesson
    ? `<a class="neighbour ${rel}" rel="${rel}" href="${root}${lesson.slug}/" data-lesson="${lesson.slug}"><span>${word}</span><strong>${lesson.title}</strong></a>`
    : '<span></span>';
  return `<nav class="neighbours" aria-label="Neighbouring lessons">${card(lessons[i - 1], 'Previous', 'prev')}${card(lessons[i + 1], 'Next', 'next')}</nav>`;
}

/// What the names in a lesson's text refer to; anything unknown throws.
function lessonContext(site, lesson, root) {
  const unknown = (kind, name, known) => {
    throw new Error(`no ${kind} "${name}"; there are ${known.join(', ')}`);
  };
  const find = (rows, key, kind, name) => rows.find(row => row[key] === name) ?? unknown(kind, name, rows.map(row => row[key]));
  const numbers = site.numbers.get(lesson.slug);
  return {
    root,
    math: site.math,
    valueOf(reference) {
      const [, name, list] = /^([^[]+)(?:\[([\d,]+)\])?$/.exec(reference);
      const row = lesson.params.find(({id}) => id === name);
      if (row && !list) return row.choices?.find(({id}) => id === row.default)?.label ?? row.defaultText;
      find(lesson.results, 'name', 'parameter or result', name);
      return cellText(numbers.get(name), list);
    },
    checkQuery(query) {
      for (const pair of query.split('&')) {
        const id = pair.split('=')[0];
        if (id === 'figure') find(lesson.figures, 'id', 'figure', pair.split('=')[1]);
        else if (id !== 'backend') find(lesson.params, 'id', 'parameter', id);
      }
      return query;
    },
    checkResult(name) {
      find([...lesson.results, ...lesson.params.map(({id}) => ({name: id}))], 'name', 'result', name.replace(/\[.*/, ''));
      return name;
    },
    checkFigure: id => find(lesson.figures, 'id', 'figure', id).id,
    sourcePage: reference => site.sources.link(reference),
    lessonLink(slug) {
      if (site.lessons.some(other => other.slug === slug)) return {href: `${root}${slug}/`, 'data-lesson': slug};
      if (site.outline.some(part => part.lessons.some(other => other.slug === slug))) return {href: `${root}#${slug}`};
      return unknown('lesson', slug, site.lessons.map(other => other.slug));
    },
    still(id, alt) {
      const name = `${lesson.slug}-${id}`;
      const image = picture(root, name, '', {size: site.stillSizes.get(name)});
      return `<figure class="still"><a href="?figure=${id}" data-figure="${id}">${image}<span class="caption">${escapeHtml(alt)}</span></a></figure>`;
    },
  };
}

function cellText(result, list) {
  const indices = list ? list.split(',').map(Number) : [];
  const {shape, data} = result;
  const padded = [...Array(Math.max(0, shape.length - indices.length)).fill(0), ...indices];
  const value = data[shape.reduce((offset, size, axis) => offset * size + (padded[axis] ?? 0), 0)];
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))).replace('-', '−') : '–';
}

/// Renders the lesson's Markdown and fills lesson.text.
export function readLesson(site, lesson, markdown) {
  lesson.text = renderLesson(markdown, lessonContext(site, lesson, '../'));
}

export function lessonPage(site, lesson) {
  const root = '../';
  const {text} = lesson;
  const part = site.outline.find(({lessons}) => lessons.some(({slug}) => slug === lesson.slug));
  const body = `<main class="lesson">
<header class="title">
<p class="eyebrow">${part ? `${escapeHtml(part.title)} · ` : ''}Lesson ${lesson.number}</p>
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
</header>
${stage(root, {slug: lesson.slug, alt: lesson.describe, size: site.stillSizes.get(lesson.slug)})}
<article class="text" id="text">
${text.html}
${neighbours(root, site.lessons, lesson.slug)}
</article>
</main>`;
  return page(site, {
    kind: 'lesson', root, body, script: 'page.js', lesson: lesson.slug, preload: site.scripts, image: `stills/${lesson.slug}-light.png`,
    title: `${plain(text.title)} · Attention Lab`, description: lesson.summary,
  });
}

function partSection(site, part) {
  const built = slug => site.lessons.find(lesson => lesson.slug === slug);
  const items = part.lessons.map(({slug, number, title, summary}) => {
    const lesson = built(slug);
    const ordinal = String(number).padStart(2, '0');
    if (!lesson && !title) return '';
    if (!lesson) return `<li class="later" id="${slug}"><span class="ordinal">${ordinal}</span><div><h3>${escapeHtml(title)}</h3><p>${escapeHtml(summary)}</p></div></li>`;
    return `<li class="ready" id="${slug}"><a href="${slug}/" data-lesson="${slug}">${picture('', slug, '', {size: site.stillSizes.get(slug)})}
<div><span class="ordinal">${ordinal}</span><h3>${lesson.title}</h3><p>${escapeHtml(lesson.summary)}</p></div></a></li>`;
  });
  const ready = items.filter(item => item.startsWith('<li class="ready')).join('\n');
  const later = items.filter(item => item.startsWith('<li class="later')).join('\n');
  return `<section class="part"><header><h2>${escapeHtml(part.title)}</h2><p>${escapeHtml(part.summary)}</p></header>
${ready ? `<ol class="ready-list">${ready}</ol>` : ''}${later ? `<p class="later-note">Announced</p><ol class="later-list">${later}</ol>` : ''}</section>`;
}

export function frontPage(site) {
  const [first] = site.lessons;
  const body = `<main class="front" id="text">
<div class="opening">
<header class="hero">
<h1>Attention, in your hands</h1>
<p class="lead">An interactive course on attention, from kernel regression to the Neural Turing Machine. Every picture is computed live by the code beside it. Drag a <span class="role-query">query</span>, move a <span class="role-key">key</span>, change a <span class="role-value">value</span>, and watch the <span class="role-output">output</span> follow.</p>
<p class="hero-links"><a class="button" href="${first.slug}/" data-lesson="${first.slug}">Begin with ${first.title.toLowerCase()}</a></p>
</header>
${stage('', {slug: first.slug, alt: first.describe, size: site.stillSizes.get(first.slug), compact: true})}
</div>
<section class="promise">
<div><h2>Everything answers</h2><p>Whatever is a number can be dragged, typed or stepped, by mouse, finger or keyboard. Undo takes you back; the address bar always holds the picture you see.</p></div>
<div><h2>Everything explains itself</h2><p>Point at a weight and its formula appears with the numbers filled in, ready to copy as text, LaTeX or NumPy.</p></div>
<div><h2>Predict, then look</h2><p>Each lesson asks before it tells. Lock in a prediction, let the program compute the answer, and read why.</p></div>
</section>
${site.outline.map(part => partSection(site, part)).join('\n')}
</main>`;
  return page(site, {
    kind: 'front', root: '', body, script: 'page.js', lesson: first.slug, preload: site.scripts, image: `stills/${first.slug}-light.png`,
    title: 'Attention Lab: attention, in your hands',
    description: 'An interactive course on attention, from kernel regression to the Neural Turing Machine, every picture computed live in the browser.',
  });
}

export function embedPage(site) {
  const [first] = site.lessons;
  const body = `<main class="embed">
<h1 class="visually-hidden">Attention Lab</h1>
${stage('', {slug: first.slug, alt: '', compact: true}).replace(/<div class="toolbar"[\s\S]*?<\/div>/, '<div class="toolbar" role="group" aria-label="Figure actions"><a class="embed-link" href="./" target="_blank" rel="noopener">Attention Lab</a></div>')}
</main>`;
  return page(site, {kind: 'embed', root: '', body, script: 'embed.js', lesson: first.slug, bare: true, title: 'Attention Lab', description: 'A live figure of the course.'});
}

function range(row) {
  const extent = ([low, high]) => (low === high ? low : `${low} to ${high}`);
  switch (row.type) {
    case 'choice': return row.choices.map(({id, label}) => `<code>${escapeHtml(id)}</code> ${escapeHtml(label)}`).join('<br>');
    case 'boolean': return '<code>true</code> or <code>false</code>';
    case 'text': return `up to ${row.maxLength} characters`;
    case 'mask': return `${extent(row.rows)} rows of ${extent(row.cols)} cells, 0 or 1`;
    case 'matrix':
    case 'points': return `${extent(row.rows)} rows of ${extent(row.cols)}, each ${row.min} to ${row.max}`;
    default: return `${row.min} to ${row.max}`;
  }
}

function parameterTable(lesson) {
  const rows = lesson.params.map(row => {
    const text = row.defaultText.length > 60 ? `${row.defaultText.slice(0, 57)}…` : row.defaultText;
    return `<tr id="${lesson.slug}-${row.id}"><th scope="row"><code>${row.id}</code></th><td>${escapeHtml(row.label)}</td><td>${row.type}</td><td>${range(row)}</td><td><code>${escapeHtml(text)}</code></td><td>${escapeHtml(row.help)}</td></tr>`;
  }).join('\n');
  const names = lesson.results.map(({name, label}) => `<code>${name}</code> ${escapeHtml(label)}`).join(' · ');
  const figures = lesson.figures.map(({id, title}) => `<code>${id}</code> ${escapeHtml(title)}`).join(' · ');
  return `<section><h2 id="${lesson.slug}">${lesson.title}</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Parameters of ${escapeHtml(plain(lesson.title))}"><table><thead><tr><th scope="col">Name</th><th scope="col">Label</th><th scope="col">Kind</th><th scope="col">Range</th><th scope="col">Default</th><th scope="col">What it does</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>Figures: ${figures}</p><p>Results: ${names}</p></section>`;
}

export function referencePage(site, guide) {
  const body = `<main class="plain" id="text"><header class="title"><h1>Reference</h1>
<p class="lead">Every parameter has one name, used in addresses, in embeds, in scripts and on the command line.</p></header>
<div class="wide">${guide}${site.lessons.map(parameterTable).join('\n')}</div></main>`;
  return page(site, {kind: 'plain', root: '../', body, title: 'Reference · Attention Lab', description: 'Parameters, results, embedding and scripting of every lesson.'});
}

export function notFoundPage(site) {
  const list = site.lessons.map(({slug, title}) => `<li><a href="${site.base}${slug}/">${title}</a></li>`).join('');
  const body = `<main class="plain" id="text"><header class="title"><h1>There is no such page</h1>
<p class="lead">The address may be misspelled, or the lesson is still to come.</p></header><div class="wide"><ul>${list}</ul><p><a href="${site.base}">To the course</a></p></div></main>`;
  return page(site, {kind: 'plain', root: site.base, body, title: 'Not found · Attention Lab', description: 'There is no such page.'});
}
