// What a page in a single file is made of (web/page/single_file.js puts it together, in a browser or in Node): for a figure alone and for a
// whole lesson one script and one style sheet each, with the hashes that the file's policy names, and what lies where.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'esbuild';
import { nameOf } from './scripts.mjs';

const PROGRAM = 'lab-module'; // without relaxed SIMD: any browser may open the file
const PAGES = { figure: 'embed/embed.js', lesson: 'page/page.js' };
/** The modules that are replaced by others in a single file. */
const IN_FILE = new Map([['page/places.js', 'embed/in_file_places.js']]);
const IMPORT = 'import(MODULE_URL.href)';

/** `source` with the program's script bundled in place of fetched. */
function withProgram(name, source) {
  if (name !== 'page/loader.js') return source;
  if (!source.includes(IMPORT)) throw new Error(`page/loader.js has no ${IMPORT} to put the program's script in place of`);
  return source.replace(IMPORT, `import('../${PROGRAM}.js')`);
}

async function bundleScript(sources, entry) {
  const inside = {
    name: 'inside',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path: wanted, importer }) => {
        const name = nameOf(wanted, importer);
        return { path: IN_FILE.get(name) ?? name, namespace: 'web' };
      });
      onLoad({ filter: /.*/, namespace: 'web' }, ({ path: name }) => sources.has(name) ? { contents: withProgram(name, sources.get(name)), loader: 'js' } :
        { errors: [{ text: `${name} is not there` }] });
    },
  };
  const { outputFiles: [file] } = await build({
    entryPoints: [entry], plugins: [inside], bundle: true, format: 'esm', minify: true, target: 'es2022', charset: 'utf8', write: false,
    inject: ['embed/in_file.js'], define: { 'navigator.serviceWorker': 'undefined' }, logLevel: 'silent', legalComments: 'eof',
  });
  if (/<\/script|<!--/i.test(file.text)) throw new Error(`${entry}: a script that cannot stand in a page`);
  return file.text;
}

/** The style sheet with its faces inside, or for `none` without those that only formulas need. */
function withFaces(css, files, none) {
  return css.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
    const [, name] = /url\(["']?(fonts\/[^"')]+)["']?\)/.exec(face) ?? [];
    if (!name || none || !files.has(name)) return '';
    return face.replace(/url\([^)]*\)/, `url(data:font/woff2;base64,${files.get(name).toString('base64')})`);
  });
}

const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * {name -> bytes} to lie in the versioned folder. `files` is what is in it already, `sources` the scripts (name -> text), `programs` as
 * page/parts.js has them, `weights` {slug: names} what each lesson's settings may ask for.
 */
export async function singleFiles({ files, sources, programs, weights, faces }) {
  if (!programs[PROGRAM]) return new Map();
  const parts = { [PROGRAM]: programs[PROGRAM] };
  const inside = new Map([...sources, ['page/parts.js', `export const PROGRAMS = ${JSON.stringify(parts)};\n`],
    [`${PROGRAM}.js`, files.get(`${PROGRAM}.js`).toString()]]);
  const made = new Map(), contents = { program: PROGRAM, parts: programs[PROGRAM], weights, faces };
  for (const [page, entry] of Object.entries(PAGES)) {
    const script = await bundleScript(inside, entry), style = withFaces(files.get('style.css').toString(), files, page === 'figure');
    made.set(`file/${page}.js`, Buffer.from(script)).set(`file/${page}.css`, Buffer.from(style));
    contents[page] = { script: hashOf(script), style: hashOf(style) };
  }
  return made.set('file/contents.json', Buffer.from(JSON.stringify(contents)));
}
