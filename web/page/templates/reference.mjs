// The reference: the guide to embedding and scripting, and every lesson's parameters, figures and results.
import { escapeHtml } from '../text.js';
import { plain } from './plain.mjs';
import { page } from './shell.mjs';

function range(row) {
  const extent = ([low, high]) => (low === high ? low : `${low} to ${high}`);
  switch (row.type) {
    case 'choice': return row.choices.map(({ id, label }) => `<code>${escapeHtml(id)}</code> ${escapeHtml(label)}`).join('<br>');
    case 'boolean': return '<code>true</code> or <code>false</code>';
    case 'text': return `up to ${row.maxLength} characters`;
    case 'mask': return `${extent(row.rows)} rows of ${extent(row.cols)} cells, 0 or 1`;
    case 'matrix':
    case 'points': return `${extent(row.rows)} rows of ${extent(row.cols)}, each ${row.min} to ${row.max}`;
    default: return `${row.min} to ${row.max}`;
  }
}

function parameterTable(lesson) {
  const rows = lesson.params.map((row) => {
    const text = row.defaultText.length > 60 ? `${row.defaultText.slice(0, 57)}…` : row.defaultText;
    return `<tr id="${lesson.slug}-${row.id}"><th scope="row"><code>${row.id}</code></th><td>${escapeHtml(row.label)}</td><td>${row.type}</td><td>${range(row)}</td><td><code>${escapeHtml(text)}</code></td><td>${escapeHtml(row.help)}</td></tr>`;
  }).join('\n');
  const names = lesson.results.map(({ name, label }) => `<code>${name}</code> ${escapeHtml(label)}`).join(' · ');
  const figures = lesson.figures.map(({ id, title }) => `<code>${id}</code> ${escapeHtml(title)}`).join(' · ');
  return `<section><h2 id="${lesson.slug}">${lesson.title}</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Parameters of ${escapeHtml(plain(lesson.title))}"><table><thead><tr><th scope="col">Name</th><th scope="col">Label</th><th scope="col">Kind</th><th scope="col">Range</th><th scope="col">Default</th><th scope="col">What it does</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p>Figures: ${figures}</p><p>Results: ${names}</p></section>`;
}

export function referencePage(site, guide) {
  const body = `<main class="plain" id="text"><header class="title"><h1>Reference</h1>
<p class="lead">Every parameter has one name, used in addresses, in embeds, in scripts and on the command line.</p></header>
<div class="wide">${guide}${site.lessons.map(parameterTable).join('\n')}</div></main>`;
  return page(site, { kind: 'plain', root: '../', body, title: 'Reference · Attention Lab', description: 'Parameters, results, embedding and scripting of every lesson.' });
}
