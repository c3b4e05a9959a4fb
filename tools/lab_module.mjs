// Cuts the linked program into what the pages load: a primary part and a part for each lesson, so that a reader loads what the open lesson
// needs.
//
//   node tools/lab_module.mjs --js PROGRAM.js --wasm PROGRAM.wasm --out FOLDER --name NAME [--binaryen FOLDER]
//
// --binaryen is the folder of wasm-split (with --multi-split) and wasm-opt. With it PROGRAM.wasm must have been linked with its relocations
// (-Wl,--emit-relocs) and without optimisation. Each part is optimised for size after the cut, because functions of two lessons that were
// merged before it could not be separated. FOLDER gets NAME.js and NAME.wasm, a NAME.LESSON.wasm for each lesson, a NAME.LESSON.later.wasm
// where much of a lesson may come later, and a NAME.shared-N.wasm where some lessons share enough. NAME.parts.json says which of them each
// lesson needs, without NAME and ending. Without --binaryen the program stays in one piece.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { readLinked, withData, withoutData, withShortNames } from './parts/linked.mjs';
import { divide } from './parts/ownership.mjs';

const run = promisify(execFile);
const ENTRY = /^_ZN4attn7lessons\d+(\w+?)6lessonEv$/; // attn::lessons::<slug>::lesson()
// Fetched when it is missed, in every lesson: the code that compares two states, attn::session::make_comparison(Session&), and what computes
// on the GPU, attn::compute::webgl(std::string*).
const FOR_ALL = new Map([['compare.later', /^_ZN4attn7session15make_comparisonERNS0_7SessionE$/], ['gpu.later', /^_ZN4attn7compute5webglEP/]]);
// The address space below the program's data stays empty; nothing else is promised, since the table is filled in as parts arrive.
const OPTIMISE = ['-Oz', '--low-memory-unused', '--strip-debug', '--strip-producers', '--strip-target-features'];

function readOptions(args) {
  const options = {};
  for (let i = 0; i < args.length; i += 2) options[args[i].replace(/^--/, '')] = args[i + 1];
  return ['js', 'wasm', 'out', 'name'].every((name) => options[name]) ? options : null;
}

/** The lessons' entry functions by slug, and those of FOR_ALL. */
function entriesOf({ functions }) {
  return new Map(functions.flatMap((node) => {
    for (const [part, entry] of FOR_ALL) if (entry.test(node.name)) return [[part, node]];
    const [, symbol] = ENTRY.exec(node.name) ?? [];
    return symbol ? [[symbol.replaceAll('_', '-'), node]] : [];
  }));
}

/** Writes the parts and returns {lesson: [parts]}. */
async function cut({ wasm, out, name, binaryen }) {
  const bytes = await readFile(wasm), linked = readLinked(bytes), entries = entriesOf(linked);
  const [primary, ...others] = divide(linked, entries);
  const byLessons = others.map((part) => [[...part.lessons].sort().join(' '), part]).sort(([a], [b]) => (a < b ? -1 : 1));
  let shared = 0;
  for (const [, part] of byLessons) part.title = part.lessons.length === 1 ? `${part.lessons[0]}${part.later ? '.later' : ''}` : `shared-${++shared}`;
  const work = path.join(out, `${name}.work`), tool = (program) => path.join(binaryen, program);
  await mkdir(work, { recursive: true });
  await writeFile(path.join(work, 'named.wasm'), withShortNames(withoutData(bytes, others.flatMap(({ data }) => data)), linked));
  await writeFile(path.join(work, 'manifest'), others.map(({ title, functions }) => `${title}\n${functions.map((node) => node.short).join('\n')}\n`).join('\n'));
  await run(tool('wasm-split'), ['--multi-split', path.join(work, 'named.wasm'), '--manifest', path.join(work, 'manifest'), '--no-placeholders',
    '--import-namespace', 'primary', '--export-prefix', '%', '-g', '-o', path.join(work, 'primary.wasm'), '--out-prefix', `${work}/`]);
  for (const { title, data } of others) {
    const file = path.join(work, `${title}.wasm`);
    await writeFile(file, withData(await readFile(file), bytes, linked.data, data));
  }
  const files = [['primary.wasm', `${name}.wasm`], ...others.map(({ title }) => [`${title}.wasm`, `${name}.${title}.wasm`])];
  await Promise.all(files.map(([from, to]) => run(tool('wasm-opt'), [path.join(work, from), ...OPTIMISE, '-o', path.join(out, to)])));
  await rm(work, { recursive: true });
  const sum = (nodes) => Math.round(nodes.reduce((bytes, node) => bytes + node.size, 0) / 1000), size = ({ functions, data }) => `${sum(functions)} + ${sum(data)}`;
  console.log(`${name}, kB of code before optimising + data: primary ${size(primary)}, ${others.map((part) => `${part.title} ${size(part)}`).join(', ')}`);
  const needs = (lesson) => others.filter(({ lessons }) => lessons.some((name) => name === lesson || FOR_ALL.has(name))).map(({ title }) => title);
  return Object.fromEntries([...entries.keys()].filter((name) => !FOR_ALL.has(name)).map((lesson) => [lesson, needs(lesson)]));
}

async function make(options) {
  const { js, wasm, out, name, binaryen } = options, to = (ending) => path.join(out, `${name}${ending}`);
  await mkdir(out, { recursive: true });
  for (const file of await readdir(out)) if (file.startsWith(`${name}.`)) await rm(path.join(out, file), { recursive: true }); // parts of another cut
  const script = await transform(await readFile(js, 'utf8'), { minify: true, format: 'esm', target: 'es2022', legalComments: 'none' });
  await writeFile(to('.js'), script.code);
  if (!binaryen) await copyFile(wasm, to('.wasm'));
  await writeFile(to('.parts.json'), JSON.stringify(binaryen ? await cut(options) : {}, null, 2));
}

const options = readOptions(process.argv.slice(2));
if (!options) {
  console.error('usage: node tools/lab_module.mjs --js PROGRAM.js --wasm PROGRAM.wasm --out FOLDER --name NAME [--binaryen FOLDER]');
  process.exit(2);
}
await make(options);
