// Builds the static site: plain files for any host.
//
//   node tools/site.mjs --wasm FOLDER --stills FOLDER --fonts FOLDER --out FOLDER [--base PATH] [--address URL] [--budget off]
//
// --wasm has lab/ (the output of tools/lab_module.mjs) and attention-kernels.mjs, --stills the output of attention-stills, and --fonts the
// output of tools/fonts.mjs. --base is the site's path on its host, for the not-found page (default /), and --address its full address, for
// social previews. It prints what a reader downloads for each lesson, and fails above the budget, unless that is off.
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTransfer, printWeights } from './site/budget.mjs';
import { Cache } from './site/cache.mjs';
import { MathRenderer } from './site/math.mjs';
import { renderGuide } from './site/guide.mjs';
import { readLesson } from './site/lesson_context.mjs';
import { partsOf } from './site/outline.mjs';
import { readPackages } from './site/packages.mjs';
import { bundle } from './site/scripts.mjs';
import { singleFiles } from './site/single_files.mjs';
import { Sources } from './site/sources.mjs';
import { drawPreview, readStills } from './site/stills.mjs';
import { benchmarkPage } from '../web/benchmark/benchmark_page.mjs';
import { embedPage } from '../web/embed/embed_page.mjs';
import { frontPage } from '../web/page/templates/front.mjs';
import { lessonPage } from '../web/page/templates/lesson.mjs';
import { notFoundPage } from '../web/page/templates/not_found.mjs';
import { SHARED_FACES, shapeClass } from '../web/page/templates/shell.mjs';
import { referencePage } from '../web/page/templates/reference.mjs';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const WEB = path.join(ROOT, 'web');
/** The files at the site's root, where others point at them or where they must be in order to work: name there -> file below web/. */
const ROOT_FILES = new Map([['attention-lab.js', 'embed/attention-lab.js'], ['icon.svg', 'page/icon.svg']]);
const SERVICE_WORKER = 'page/sw.js';
const SCRIPT_FOLDERS = ['page', 'embed', 'benchmark'];
/** The scripts that pages and workers load by name. */
const ENTRIES = ['page/early.js', 'page/page.js', 'page/front.js', 'page/plain.js', 'embed/embed.js', 'embed/unstarted.js', 'benchmark/benchmark.js', 'benchmark/kernel_worker.js', 'page/team_worker.js'];
const STYLE_FOLDERS = ['page/style', 'embed', 'benchmark'];

function readOptions(args) {
  const options = { base: '/', address: '', budget: 'on' };
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].replace(/^--/, '');
    if (!['wasm', 'stills', 'fonts', 'out', 'base', 'address', 'budget'].includes(name) || args[i + 1] === undefined) return null;
    options[name] = args[i + 1];
  }
  return ['wasm', 'stills', 'fonts', 'out'].every((name) => options[name]) ? options : null;
}

const exists = (file) => access(file).then(() => true, () => false);

/** Lessons as the program declares them, with the numbers of their default state. */
async function readCourse(stills) {
  const json = async (name) => JSON.parse(await readFile(path.join(stills, name), 'utf8'));
  const { lessons, prelude } = await json('course.json');
  const numbers = new Map(Object.entries(await json('numbers.json')).map(([slug, results]) => [slug, new Map(Object.entries(results))]));
  return { lessons, prelude, numbers, sceneSentences: await json('scenes.json') };
}

/** Files with this ending in some folders of web/, as "folder/name", in the order of their own names. */
async function webFiles(folders, ending) {
  const found = await Promise.all(folders.map(async (folder) => (await readdir(path.join(WEB, folder))).map((name) => `${folder}/${name}`)));
  const own = (name) => path.posix.basename(name);
  return found.flat().filter((name) => name.endsWith(ending)).sort((a, b) => (own(a) < own(b) ? -1 : 1));
}

/** {program: {lesson: [parts]}}, `<lesson>.later` among them where it has a later part: the plain program and, where the compiler can make it, the one with relaxed SIMD. */
async function readPrograms({ wasm }, lessons) {
  const programs = {};
  for (const program of ['lab-module', 'lab-module-relaxed']) {
    const file = path.join(wasm, 'lab', `${program}.parts.json`);
    if (!await exists(file)) continue;
    const parts = JSON.parse(await readFile(file, 'utf8'));
    programs[program] = Object.fromEntries(lessons.filter(({ slug }) => parts[slug]).map(({ slug }) => [slug, parts[slug]]));
  }
  return programs;
}

/** The WebAssembly files that these lessons need of a program, the primary part first. */
function codeOf(programs, program, ...slugs) {
  const parts = new Set(slugs.flatMap((slug) => programs[program][slug] ?? []));
  return [`${program}.wasm`, ...[...parts].map((part) => `${program}.${part}.wasm`)];
}

/** {files, needs} of the scripts, as bundle() returns them, and their `sources`. */
async function readScripts(programs) {
  const elsewhere = new Set([...ROOT_FILES.values(), SERVICE_WORKER]);
  const names = (await webFiles(SCRIPT_FOLDERS, '.js')).filter((name) => !elsewhere.has(name));
  const sources = new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(WEB, name), 'utf8')])));
  for (const [name, text] of await readPackages()) sources.set(name, text);
  sources.set('page/parts.js', `export const PROGRAMS = ${JSON.stringify(programs)};\n`);
  return { ...await bundle(sources, ENTRIES), sources };
}

/** Scripts, styles and the module, under the names they have in the versioned folder. */
async function readAssets(options, math, programs, scripts, stillSizes) {
  const files = new Map(scripts);
  for (const [program, parts] of Object.entries(programs))
    for (const name of [`${program}.js`, ...codeOf(programs, program, ...Object.keys(parts))]) files.set(name, await readFile(path.join(options.wasm, 'lab', name)));
  const formulas = await math.stylesheet();
  for (const [name, file] of formulas.fonts) files.set(`fonts/${name}`, await readFile(file));
  for (const name of [...SHARED_FACES.map((face) => `${face}.ttf`), 'inter-italic.woff2']) files.set(`fonts/${name}`, await readFile(path.join(options.fonts, name)));
  files.set('faces.css', await readFile(path.join(WEB, 'page', 'faces.css')));
  const shapes = new Map([...stillSizes.values()].map((size) => [shapeClass(size), `.${shapeClass(size)}{aspect-ratio:${size.width}/${size.height}}`]));
  const sheets = await Promise.all((await webFiles(STYLE_FOLDERS, '.css')).map((name) => readFile(path.join(WEB, name), 'utf8')));
  files.set('style.css', Buffer.from([await readFile(path.join(options.stills, 'theme.css'), 'utf8'), formulas.css, ...sheets, ...shapes.values()].join('\n')));
  return files;
}

/** The trained weights, which a page fetches when a lesson asks for them. */
async function readWeights() {
  const folder = path.join(ROOT, 'assets', 'weights');
  if (!await exists(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.safetensors')).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))]));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(name).update('\0').update(bytes);
  return hash.digest('hex').slice(0, 10);
}

const manifest = JSON.stringify({
  name: 'Attention Lab', short_name: 'Attention Lab', start_url: './', scope: './', display: 'standalone',
  icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' }],
}, null, 2);

async function serviceWorker(files, assets) {
  const source = await readFile(path.join(WEB, SERVICE_WORKER), 'utf8');
  return source.replace('@VERSION@', hashOf(files)).replace('@ASSETS@', assets);
}

/** Replaces var(--name) by the light theme's colours, because an icon cannot use a style sheet. */
function withColours(svg, css) {
  return svg.replace(/var\((--\w+)\)/g, (_, name) => new RegExp(`${name}:\\s*(#\\w+)`).exec(css)[1]);
}

/** Fails if a page contains what the policy forbids. */
function checkPages(files) {
  for (const [name, content] of files) {
    if (!name.endsWith('.html')) continue;
    const html = content.toString();
    const bad = /<[a-z][^>]*\s(style|on[a-z]+)=|<style|<script(?![^>]*\ssrc=)/i.exec(html.replace(/<(?:pre|textarea)[\s\S]*?<\/(?:pre|textarea)>/g, ''));
    if (bad) throw new Error(`${name}: "${bad[0]}" is against the pages' policy`);
  }
}

async function build(options, cache) {
  const content = async (name) => JSON.parse(await readFile(path.join(WEB, 'content', name), 'utf8'));
  const site = {
    ...await readCourse(options.stills), base: options.base, address: options.address, math: new MathRenderer(),
    sources: await Sources.read(ROOT),
  };
  site.outline = partsOf(await content('outline.json'), site.lessons);
  const stills = await readStills(options.stills, cache);
  const files = new Map([...stills.files].map(([name, bytes]) => [`stills/${name}`, bytes]));
  site.stillSizes = stills.sizes;
  site.stillOf = ({ slug, figures }) => `${slug}-${figures[0].id}`; // a lesson's own still is its first figure's
  for (const lesson of [...site.lessons, site.prelude]) { // under the lesson's name too, for embeds and for other sites
    const still = (theme) => stills.files.get(`${site.stillOf(lesson)}-${theme}.svg`);
    for (const theme of ['light', 'dark']) files.set(`stills/${lesson.slug}-${theme}.svg`, still(theme));
    files.set(`stills/${lesson.slug}-light.png`, await drawPreview(stills.files.get(`${lesson.slug}-card-light.svg`) ?? still('light'), cache));
  }
  for (const lesson of site.lessons) {
    const name = `assets/lessons/${String(lesson.number).padStart(2, '0')}_${lesson.slug}.md`;
    try {
      readLesson(site, lesson, await readFile(path.join(ROOT, name), 'utf8'));
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
  }
  const guide = renderGuide(await readFile(path.join(WEB, 'content', 'guide.md'), 'utf8'));
  site.programs = await readPrograms(options, [...site.lessons, site.prelude]);
  const scripts = await readScripts(site.programs);
  site.scripts = scripts.needs;
  const assets = await readAssets(options, site.math, site.programs, scripts.files, site.stillSizes);
  const weights = await readWeights();
  for (const [name, bytes] of await singleFiles({
    files: assets, sources: scripts.sources, programs: site.programs, faces: SHARED_FACES.map((face) => `${face}.ttf`),
    weights: Object.fromEntries([...site.lessons, site.prelude].map(({ slug, weights: named = [] }) => [slug, named.filter((name) => weights.some(([file]) => file === `${name}.safetensors`))])),
  })) assets.set(name, bytes);
  for (const { slug, text } of [...site.lessons, site.prelude])
    assets.set(`exercises/${slug}.json`, Buffer.from(JSON.stringify(Object.fromEntries((text?.exercises ?? []).map(({ id, ...words }) => [id, words])))));
  site.assets = `lab-${hashOf(assets)}`;
  for (const lesson of site.lessons) files.set(`${lesson.slug}/index.html`, lessonPage(site, lesson));
  files.set('index.html', frontPage(site, await content('front.json'))).set('embed.html', embedPage(site)).set('404.html', notFoundPage(site));
  files.set('reference/index.html', referencePage(site, guide)).set('benchmark/index.html', benchmarkPage(site));
  for (const [name, html] of site.sources.pages(site)) files.set(name, html);
  for (const [name, bytes] of assets) files.set(`${site.assets}/${name}`, bytes);
  for (const [name, file] of ROOT_FILES) files.set(name, await readFile(path.join(WEB, file), 'utf8'));
  files.set('icon.svg', withColours(files.get('icon.svg'), await readFile(path.join(options.stills, 'theme.css'), 'utf8')));
  for (const name of ['attention-kernels.mjs', 'attention-kernels.relaxed.mjs', 'attention-kernels.wasm'])
    if (await exists(path.join(options.wasm, name))) files.set(name, await readFile(path.join(options.wasm, name)));
  if (files.has('attention-kernels.mjs')) files.set('attention-kernels.d.ts', await readFile(path.join(WEB, 'kernels', 'attention-kernels.d.ts')));
  for (const [name, bytes] of weights) files.set(`weights/${name}`, bytes);
  files.set('manifest.webmanifest', manifest);
  checkPages(files);
  for (const [name, content] of files) files.set(name, Buffer.from(content));
  files.set('sw.js', Buffer.from(await serviceWorker(files, site.assets)));
  return { files, site };
}

/** The faces that only some formulas need, and the classes of KaTeX that use them. A browser fetches only faces that it draws with. */
const FACES_IN_USE = [
  ['KaTeX_SansSerif', /\b(?:mathsf|textsf)\b/], ['KaTeX_Size1', /\b(?:small-op|delimsizing size1|delim-size1)\b/],
  ['KaTeX_Size2', /\b(?:large-op|delimsizing size2)\b/], ['KaTeX_Size3', /\bdelimsizing size3\b/],
];

/** A part that is fetched when it is missed (web/page/lesson_parts.js). */
const isLater = (name) => name.endsWith('.later.wasm');

/** `at`: the folder of the page that opens it, with '/', and `entry` that page's script. */
function lessonTransfer({ files, site }, slug, { at = `${slug}/`, entry = 'page/page.js' } = {}) {
  const own = (name) => `${site.assets}/${name}`;
  const page = files.get(`${at}index.html`).toString();
  const program = Object.keys(site.programs).at(-1), [primary, ...parts] = codeOf(site.programs, program, slug);
  const drawn = (name) => FACES_IN_USE.every(([face, classes]) => !name.includes(face) || classes.test(page));
  const all = [...files.keys()].filter((name) => name.startsWith(`${site.assets}/`) && drawn(name));
  return {
    page: [`${at}index.html`],
    style: [own('style.css')],
    scripts: [...new Set(['page/early.js', entry].flatMap((script) => site.scripts.get(script))), `${program}.js`].map(own),
    program: [own(primary)],
    lesson: parts.filter((name) => !isLater(name)).map(own),
    later: parts.filter(isLater).map(own),
    fonts: all.filter((name) => /\.(woff2|ttf)$/.test(name)),
  };
}

async function write(folder, files) {
  await rm(folder, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.error('usage: node tools/site.mjs --wasm FOLDER --stills FOLDER --fonts FOLDER --out FOLDER [--base PATH] [--address URL] [--budget off]');
    return 2;
  }
  try {
    const cache = new Cache(`${options.out}-cache`);
    const built = await build(options, cache);
    await write(options.out, built.files);
    const whole = Object.keys(built.site.programs['lab-module']).length === 0;
    const front = lessonTransfer(built, built.site.prelude.slug, { at: '', entry: 'page/front.js' });
    const kept = checkTransfer([['the front page', front], ...built.site.lessons.map(({ slug }) => [slug, lessonTransfer(built, slug)])], built.files, cache, whole);
    printWeights(built.files, cache);
    console.log(`${built.files.size} files, ${built.site.lessons.length} lessons in ${options.out}`);
    if (kept || options.budget === 'off') return 0;
    console.error('A lesson is over its budget.');
    return 1;
  } catch (error) {
    console.error(`site: ${error.message}`);
    return 1;
  }
}

process.exitCode = await main();
