// What every page shares: head, policy, header, footer, and the stage with the figure.
import { escapeHtml } from '../text.js';

// frame-ancestors stays open: the pages are made to be embedded. WebAssembly is the only thing that is compiled at run time.
export const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
  "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "frame-src 'self'", "base-uri 'none'", "form-action 'none'",
].join('; ');

const WITH_FIGURE = ['front', 'lesson'];
const EARLY = 'page/early.js'; // before the first layout, which would keep what it asks for waiting
export const SHARED_FACES = ['inter-regular', 'inter-semibold', 'katex-main', 'katex-math'];

const ICONS = {
  undo: 'M7 4 3 8l4 4M3.5 8H12a5 5 0 0 1 0 10H8',
  redo: 'm13 4 4 4-4 4m3.5-4H8a5 5 0 0 0 0 10h4',
  reset: 'M15.5 6.5A7 7 0 1 0 17 11M16 3v4h-4',
  share: 'M10 13V3m0 0L6 7m4-4 4 4M4 11v6h12v-6',
  controls: 'M3 6h8m4 0h2M3 14h2m4 0h8M11 4v4M9 12v4',
};

const icon = (name) => `<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;

function actionButton(name, label, extra = '') {
  return `<button type="button" data-action="${name}" title="${label}"${extra}>${icon(name)}<span>${label}</span></button>`;
}

/** The class that gives a still its shape, for which the site's build writes a rule; a page may not carry styles. */
export const shapeClass = ({ width, height }) => `still-${width}x${height}`;

/** A still in the page's two themes, which keeps its place before it is fetched. `name`: file name in stills/ without theme and ending. */
export function picture(root, name, alt, { width, height }) {
  return `<picture class="${shapeClass({ width, height })}"><source media="(prefers-color-scheme: dark)" srcset="${root}stills/${name}-dark.svg">` +
      `<img src="${root}stills/${name}-light.svg" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async"></picture>`;
}

/**
 * The canvas with its still, its buttons and the parallel page. The canvas itself is hidden from assistive technology.
 * `still`: the name of its still, which has the size `size`; `after`: the id of what follows on the page, for those who pass the controls over.
 */
export function stage(root, { still, alt, size, after, compact = false }) {
  return `<section class="stage" aria-label="Interactive figure">
<div class="figure" id="figure">
<div class="poster">${picture(root, still, alt, size)}</div>
<div class="figure-keys" id="lab-keys" tabindex="0" role="application" aria-label="Figure. N and P select what can be changed, one after the other; arrow keys move it, plus and minus change it, I explains its number, F and Shift F open the next and the previous figure, Escape leaves. The same controls and numbers follow as text."><canvas id="canvas" aria-hidden="true" tabindex="-1"></canvas></div>
<p class="figure-notice" role="status" hidden></p>
<button type="button" class="figure-start" hidden>Start</button>
<div class="toolbar" role="group" aria-label="Figure actions">
${compact ? '' : `${actionButton('undo', 'Undo')}${actionButton('redo', 'Redo')}`}${actionButton('reset', 'Reset')}
<span class="gap"></span>
${compact ? '' : `<button type="button" class="backend" data-action="backend"><span class="visually-hidden">Computed on the </span><span class="backend-name">CPU</span></button>`}
${actionButton('controls', 'Controls as text', ' aria-expanded="false" aria-controls="parallel"')}${actionButton('share', 'Share')}
</div>
</div>
<noscript><p class="noscript">The figure needs JavaScript. The text, the formulas and the still pictures do not.</p></noscript>
<p class="figure-status visually-hidden" role="status" aria-live="polite"></p>
${after ? `<a class="skip-controls" href="#${after}">Skip the controls and numbers of the figure</a>` : ''}
<section class="parallel" id="parallel" aria-label="Controls and numbers as text"></section>
</section>`;
}

function contents(root, lessons, current) {
  const items = lessons.map(({ slug, number, title }) =>
    `<li value="${number}"><a href="${root}${slug}/" data-lesson="${slug}"${slug === current ? ' aria-current="page"' : ''}>${title}</a></li>`).join('');
  const here = lessons.find(({ slug }) => slug === current);
  return `<details class="contents"><summary>${here ? `Lesson ${here.number}` : 'Lessons'}</summary><ol>${items}</ol></details>`;
}

/** The faces that a figure uses too: where there is one, scripts fetch them for both; a figure alone fetches them when it starts. */
function fonts(kind, assets) {
  const sheet = `<link rel="stylesheet" href="${assets}faces.css">`;
  if (kind === 'embed') return `<noscript>${sheet}</noscript>`;
  if (!WITH_FIGURE.includes(kind)) return `<link rel="preload" href="${assets}fonts/inter-regular.ttf" as="font" type="font/ttf" crossorigin>\n${sheet}`;
  return SHARED_FACES.map((face) => `<link rel="preload" href="${assets}fonts/${face}.ttf" as="fetch" type="font/ttf" crossorigin>`).join('\n') +
      `\n<noscript>${sheet}</noscript>`;
}

/** `scripts`: what the page will run, so that none waits for another to be read. */
function head({ kind, root, assets, title, description, image, address, scripts }) {
  const social = image ? `<meta property="og:image" content="${address}${image}">
<meta name="twitter:card" content="summary_large_image">` : '';
  return `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<meta property="og:type" content="article">
<meta property="og:site_name" content="Attention Lab">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:description" content="${escapeHtml(description)}">
${social}
<link rel="icon" href="${root}icon.svg" type="image/svg+xml">
<link rel="manifest" href="${root}manifest.webmanifest">
${fonts(kind, assets)}
<link rel="stylesheet" href="${assets}style.css">
${scripts.map((file) => `<link rel="modulepreload" href="${assets}${file}">`).join('\n')}
${scripts.includes(EARLY) ? `<script type="module" blocking="render" src="${assets}${EARLY}"></script>` : ''}`;
}

/** A whole page. `page`: kind (front, lesson, plain, embed), root ("../" or ""), title, description, body, script, lesson, image. */
export function page(site, { kind, root, title, description, body, script = kind === 'plain' ? 'page/plain.js' : undefined, lesson, image, bare = false }) {
  const assets = `${root}${site.assets}/`;
  const entries = [...(WITH_FIGURE.includes(kind) ? [EARLY] : []), ...(script ? [script] : [])];
  const scripts = [...new Set(entries.flatMap((entry) => site.scripts.get(entry)))];
  const header = bare ? '' : `<header class="site-header">
<a class="brand" href="${root || './'}"><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><circle class="q" cx="5" cy="12" r="3.2"/><path d="M8 12 17 5.5M8 12h9M8 12l9 6.5"/><rect class="k" x="16.6" y="3" width="5" height="5" rx="1"/><rect class="k" x="16.6" y="9.5" width="5" height="5" rx="1"/><rect class="k" x="16.6" y="16" width="5" height="5" rx="1"/></svg>Attention Lab</a>
<nav aria-label="Course">${contents(root, site.lessons, kind === 'lesson' ? lesson : null)}<a class="aside" href="${root}reference/">Reference</a><a class="aside" href="${root}source/">Source</a></nav>
</header>`;
  const footer = bare ? '' : `<footer class="site-footer"><p>Every number on these pages is computed in your browser by <a href="${root}source/">the code you can read here</a>. Nothing you do leaves it.</p><p><a href="${root || './'}">Course</a> <a href="${root}reference/">Reference</a> <a href="${root}benchmark/">Benchmark</a> <a href="${root}source/">Source</a></p></footer>`;
  return `<!doctype html>
<html lang="en">
<head>
${head({ kind, root, assets, title, description, image, address: site.address, scripts })}
</head>
<body class="${kind}-page" data-page="${kind}"${lesson ? ` data-lesson="${lesson}"` : ''}>
${bare ? '' : '<a class="skip" href="#text">Skip to the text</a>'}
${header}
${body}
${footer}
${WITH_FIGURE.includes(kind) ? '<dialog class="share" aria-labelledby="share-title"></dialog>' : ''}
${script ? `<script type="module" src="${assets}${script}"></script>` : ''}
</body>
</html>
`;
}
