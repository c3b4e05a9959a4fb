// Makes the folder that is published on npm as attention-kernels: `npm pack` of it gives the tarball.
//
//   node tools/package.mjs --modules FOLDER --out FOLDER
//
// --modules has attention-kernels.mjs and the files that it loads, as the build made them. Types, README and changes come from
// web/kernels/. Version, licence, addresses and the oldest Node come from the repository's own package.json.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const MAIN = 'attention-kernels.mjs';
const TYPES = 'attention-kernels.d.ts';
const CHANGES = 'CHANGELOG.md';

/** `MAIN` of `folder`, and the modules beside it that it names, directly or through others. */
async function modulesOf(folder) {
  const found = new Set([MAIN]);
  for (const name of found) { // it grows meanwhile
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const [, other] of text.matchAll(/['"`]\.\/(attention-kernels[\w.-]*\.mjs)['"`]/g)) found.add(other);
  }
  return [...found].sort();
}

const describe = ({ version, license, homepage, repository, bugs, engines }, files) => ({
  name: 'attention-kernels',
  version,
  description: 'Attention, softmax, layer norm, LSTM and GRU in WebAssembly SIMD, for Node, browsers and workers. No dependencies.',
  keywords: ['attention', 'transformer', 'multi-head-attention', 'softmax', 'layer-norm', 'lstm', 'gru', 'wasm', 'webassembly', 'simd'],
  license,
  homepage,
  repository,
  bugs,
  type: 'module',
  exports: { '.': { types: `./${TYPES}`, default: `./${MAIN}` }, './package.json': './package.json' },
  types: `./${TYPES}`,
  files: [...files, TYPES, CHANGES],
  sideEffects: false,
  engines,
});

async function main() {
  const { values: { modules, out } } = parseArgs({ options: { modules: { type: 'string' }, out: { type: 'string' } } });
  if (!modules || !out) {
    console.error('usage: node tools/package.mjs --modules FOLDER --out FOLDER');
    return 2;
  }
  const files = await modulesOf(modules);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const name of files) await copyFile(path.join(modules, name), path.join(out, name));
  for (const name of [TYPES, CHANGES, 'README.md']) await copyFile(path.join(ROOT, 'web', 'kernels', name), path.join(out, name));
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(out, 'LICENSE'));
  const own = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(describe(own, files), null, 2)}\n`);
  return 0;
}

process.exitCode = await main();
