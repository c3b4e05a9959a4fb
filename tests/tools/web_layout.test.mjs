// The rooms of web/: what each may import, and that web/README.md tells a newcomer where things are.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web');
/** Room -> rooms it may import from. Page templates are made at build time and are a room of their own. */
const IMPORTS = {
  'page': ['page'],
  'page/templates': ['page/templates', 'page'],
  'embed': ['embed', 'page'],
  'embed/embed_page.mjs': ['page/templates'],
  'benchmark': ['benchmark', 'page'],
  'benchmark/benchmark_page.mjs': ['page/templates'],
  'kernels': ['kernels'],
};

/** The packages of npm that run in a reader's browser, each in the one script that needs it. */
const PACKAGES = { fflate: 'page/model_folder.js' };

const files = readdirSync(WEB, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(path.relative(WEB, entry.parentPath ?? entry.path), entry.name));
const scripts = files.filter((name) => /\.m?js$/.test(name));
const roomOf = (name) => (IMPORTS[name] ? name : path.posix.dirname(name));
const read = (name) => readFileSync(path.join(WEB, name), 'utf8');

test('web/ holds page, embed, benchmark, kernels and content, and a page that says so', () => {
  assert.deepEqual(readdirSync(WEB).sort(), ['README.md', 'benchmark', 'content', 'embed', 'kernels', 'package.json', 'page']);
});

test('a room imports from the rooms that it may', () => {
  assert.ok(scripts.length > 20);
  const wrong = [];
  for (const name of scripts) {
    const allowed = IMPORTS[roomOf(name)];
    assert.ok(allowed, `${name} lies in no known room`);
    for (const [, target] of read(name).matchAll(/^(?:import|export)\b[^;]*?\sfrom '([^']+)';/gm)) {
      if (PACKAGES[target] === name) continue;
      const file = path.posix.join(path.posix.dirname(name), target);
      if (!files.includes(file) || !allowed.includes(path.posix.dirname(file))) wrong.push(`${name}: ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('web/README.md names every script of a page, and no file that is not there', () => {
  const text = read('README.md');
  const unnamed = scripts.filter((name) => /^(page|embed|benchmark)\/[^/]+\.js$/.test(name))
      .filter((name) => !text.includes(path.basename(name)));
  assert.deepEqual(unnamed, []);
  const named = [...text.matchAll(/`([\w/-]+\.m?js)`/g)].map(([, name]) => name);
  const missing = named.filter((name) => !existsSync(path.join(WEB, name)) && !scripts.some((script) => script.endsWith(`/${name}`)) &&
      !existsSync(path.join(WEB, '..', name)) && !name.startsWith('/'));
  assert.deepEqual(missing, []);
});
