// A figure or a whole lesson as one HTML file that works from a disk or from an LMS's file upload. Program, lesson, trained weights, faces and
// style are inside, and the file's own policy lets nothing be fetched. This code runs on the pages and in Node.

import { escapeHtml } from './text.js';

const decoder = new TextDecoder();

/** A file of the site, packed into a `<script>` that no browser runs. */
async function block(name, bytes) {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return `<script type="application/gzip" data-file="${escapeHtml(name)}">${base64(new Uint8Array(await new Response(packed).arrayBuffer()))}</script>`;
}

function base64(bytes) {
  const CHUNK = 0x8000; // arguments a call may have
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

/** Replaces every match by what `make(...match)` resolves with. */
async function replaceAll(text, pattern, make) {
  const made = await Promise.all([...text.matchAll(pattern)].map((match) => make(...match)));
  return text.replace(pattern, () => made.shift());
}

/** The part of a page that `pattern` catches; throws where the page has none. */
function cut(html, pattern) {
  const match = pattern.exec(html);
  if (!match) throw new Error(`the page has no ${pattern}`);
  return match[1];
}

/** Puts the stills into the page itself, in one theme, so that they show without scripts. `name(still)` may choose another one for a place. */
const withStills = (html, read, theme, name) => replaceAll(
  html.replace(/<source [^>]*stills\/[^>]*>/g, '').replace(/<picture class="([^"]*)"(?: hidden)?>/g, '<picture class="is-near $1">').replaceAll(' loading="lazy"', ''),
  /(?:data-)?src="(?:\.\.\/)*stills\/([\w-]+)-light\.svg"/g,
  async (_, still) => `src="data:image/svg+xml;base64,${base64(await read(`stills/${name(still)}-${theme}.svg`))}"`,
);

/** A lesson's page without what leads through the site. Its links to other pages open the site. */
function alone(html, page) {
  return html
    .replace(/<header class="site-header">[\s\S]*?<\/header>/, '')
    .replace(/<footer class="site-footer">[\s\S]*?<\/footer>/, '')
    .replace(/<nav class="neighbours"[\s\S]*?<\/nav>/, '')
    .replace(/<button type="button" data-action="share"[\s\S]*?<\/button>/, '')
    .replace(/<dialog class="share"[\s\S]*?<\/dialog>/, '')
    .replace(/<a ([^>]*?)\s?data-lesson="[^"]*"/g, '<a $1')
    .replace(/href="\.\/\?/g, 'href="?')
    .replace(/href="(?![?#]|[a-z]+:)([^"]*)"/g, (_, relative) => `target="_blank" rel="noopener" href="${escapeHtml(new URL(relative.replaceAll('&amp;', '&'), page).href)}"`);
}

function policy({ script, style }) {
  return ["default-src 'none'", `script-src '${script}' 'wasm-unsafe-eval'`, `style-src '${style}'`, 'img-src data: blob:', 'font-src data:',
    "base-uri 'none'", "form-action 'none'"].join('; ');
}

/**
 * The file's HTML, with the title `title`. `read(name)` resolves with the bytes of a file of the site, which lies at `root`. The file holds the
 * lesson `slug`, if `whole` with its text, and opens in the state `asked`, which shows the figure `figure`. `weights` names the trained
 * weights that come along; null stands for all of the lesson's.
 */
export async function singleFile({ read, root, slug, whole = false, asked = '', figure = '', theme = 'light', weights = null, title }) {
  const text = async (name) => decoder.decode(await read(name));
  const html = await text(whole ? `${slug}/index.html` : 'embed.html');
  const assets = cut(html, /href="(?:\.\.\/)*(lab-[0-9a-f]+)\/style\.css"/);
  const contents = JSON.parse(await text(`${assets}/file/contents.json`));
  const page = whole ? 'lesson' : 'figure';
  const name = (still) => (whole ? still : figure ? `${slug}-${figure}` : slug);
  const at = new URL(`${slug}/`, root).href;
  let body = cut(html, /<body[^>]*>([\s\S]*)<\/body>/).replace(/<script[\s\S]*?<\/script>/g, '');
  body = await withStills(alone(body, at), read, theme === 'dark' ? 'dark' : 'light', name);
  const program = [`${contents.program}.wasm`, ...(contents.parts[slug] ?? []).map((part) => `${contents.program}.${part}.wasm`)];
  const inside = [
    ...program.map((file) => [`assets/${file}`, `${assets}/${file}`]),
    [`exercises/${slug}.json`, `${assets}/exercises/${slug}.json`],
    ...contents.faces.map((face) => [`fonts/${face}`, `${assets}/fonts/${face}`]),
    ...(contents.weights[slug] ?? []).filter((model) => weights?.includes(model) ?? true).map((model) => [`weights/${model}.safetensors`, `weights/${model}.safetensors`]),
  ];
  const blocks = await Promise.all(inside.map(async ([key, file]) => block(key, await read(file))));
  const [script, style] = [await text(`${assets}/file/${page}.js`), await text(`${assets}/file/${page}.css`)];
  const search = [!whole && `lesson=${slug}`, asked, theme && `theme=${theme}`].filter(Boolean).join('&');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(contents[page])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
<meta name="attention-lab-site" content="${escapeHtml(new URL(root).href)}">
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body class="${whole ? 'lesson' : 'embed'}-page" data-page="${whole ? 'lesson' : 'embed'}" data-lesson="${escapeHtml(slug)}" data-asked="?${escapeHtml(search)}">
${body}
${whole ? `<footer class="site-footer"><p>Saved from <a href="${escapeHtml(at)}" target="_blank" rel="noopener">${escapeHtml(at)}</a>. Every number is computed in your browser.</p></footer>` : ''}
${blocks.join('\n')}
<script type="module">${script}</script>
</body>
</html>
`;
}
