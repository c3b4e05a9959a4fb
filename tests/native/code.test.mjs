// The programs at the end of each lesson, `## In code`: the one in JavaScript and the one in Python print the same, and what the lesson shows.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const native = process.env.ATTN_NATIVE_BUILD ?? path.join(root, 'build/native');
const web = process.env.ATTN_WEB_BUILD ?? path.join(root, 'build/web');
const kernels = pathToFileURL(path.join(web, 'attention-kernels.mjs')).href;
/** Debian's own Python is the one that apt-get's NumPy belongs to; another may stand before it in PATH. */
const python = process.env.PYTHON ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');
const numpy = spawnSync(python, ['-c', 'import numpy']).status === 0;

const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-code-'));
after(() => rmSync(folder, { recursive: true }));

const texts = path.join(root, 'assets/lessons');
const lessons = readdirSync(texts).filter((name) => /^\d\d_[a-z-]+\.md$/.test(name)).map((name) => name.slice(0, -'.md'.length)).sort();

const fixed = (digits) => (values) => values.map((value) => value.toFixed(digits)).join(' ');
const two = fixed(2);
/** Words before numbers, a line for each. */
const named = (names, values, digits) => names.map((name, i) => `${name} ${values[i].toFixed(digits)}`).join('\n');
/** ln p of the likeliest hypothesis that has ended, in the tree of a beam. */
const likeliest = ({ rows, result }) => Math.max(...result('beam').filter((_, i) => rows('beam')[i].endsWith('<end>')));
/** The middle of a map of 8 by 8 places of 4 pixels, along one side. */
const middle = (weights, along) => weights.reduce((sum, w, i) => sum + w * (4 * along(i) + 2), 0);
const rootMeanSquare = (row) => Math.sqrt(row.reduce((sum, x) => sum + x * x, 0) / row.length);

/**
 * What a lesson's programs print, from the results of the section's scene: `result(id)` has all numbers of a result, `row(id, i)` those of a
 * row, `rows(id)` and `columns(id)` the names of both, `at(more)` all of these in the scene with other values.
 */
const shown = {
  'pooling': ({ result }) => `${two(result('weights'))}\n${two(result('output'))}`,
  'kernel-regression': ({ result }) => two(result('output')),
  'scoring': ({ result }) => ['dot', 'distance'].map((score) => `${score} ${two(result(`${score}-weights`))}`).join('\n'),
  'self-attention': ({ result }) => [0, 1].map((head) => two(result('all-weights').slice(36 * head + 12, 36 * head + 18))).join('\n'),
  'recurrent': ({ row }) => named([1, 2, 3, 4, 5, 6, 7, 8], row('hidden-state', 0), 3),
  'encoder-decoder': ({ at }) => [['greedy', 1], ['beam', 4]].map(([name, width]) => `${name} ${fixed(3)([likeliest(at({ width }))])}`).join('\n'),
  'alignment': ({ result, columns }) => named(columns('weights'), result('weights'), 2),
  'positions': ({ at }) => [[12, 7], [18, 13]].map(([i, j]) => `${i} ${j} ${two(at({ 'query-at': i, 'key-at': j }).result('product'))}`).join('\n'),
  'transformer-block': ({ result, row }) => two([...result('row-in'), rootMeanSquare(row('sum1', 1)), ...result('row-out')]),
  'transformer': ({ row, result }) => `${row('cost', 0)[1]} ${row('cost', 1)[1]} ${two(result('saving'))}`,
  'language-models': ({ row, rows, columns }) => [8, 9, 10].map((t) => `${rows('logits')[t]} ${columns('logits')[row('logits', t).indexOf(Math.max(...row('logits', t)))]}`).join('\n'),
  'vision-transformer': ({ result }) => two(result('over')),
  'visual-attention': ({ result }) => two([Math.max(...result('map')), middle(result('map'), (i) => i % 8), middle(result('map'), (i) => Math.floor(i / 8))]),
  'graph-attention': ({ row }) => `${two([2, 9, 33].map((j) => row('weights', 9)[j]))}\n${two(row('mixed', 9))}`,
  'neural-turing-machine': ({ result }) => two([...result('weights'), ...result('width')]),
};

/** {js, python, scene} of the section of a lesson's text. */
function sectionOf(lesson) {
  const text = readFileSync(path.join(texts, `${lesson}.md`), 'utf8');
  const [, section] = /^## In code\n(.*?)(?=^## |(?![^]))/ms.exec(text) ?? assert.fail(`${lesson}.md has no section "In code"`);
  const only = (pattern, what) => {
    const found = [...section.matchAll(pattern)].map(([, first]) => first);
    assert.equal(found.length, 1, `${lesson}.md, "In code": expected one ${what}, found ${found.length}`);
    return found[0];
  };
  return {
    js: only(/^```js\n(.*?)^```$/gms, 'block ```js'),
    python: only(/^```python\n(.*?)^```$/gms, 'block ```python'),
    scene: only(/\]\(scene:([^)]*)\)/g, 'scene'),
  };
}

/** A program of the text with the kernels of this build. */
const asRun = (js) => js.replace("'./attention-kernels.mjs'", `'${kernels}'`);

/** What a program prints, its end trimmed; it has nothing to complain about. */
function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000, env: { ...process.env, PYTHONIOENCODING: 'utf-8' } });
  assert.ifError(error);
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout.trimEnd();
}

function runBlock(lesson, ending, program, text) {
  const file = path.join(folder, `${lesson}.${ending}`);
  writeFileSync(file, text);
  return run(program, file);
}

const site = JSON.parse(readFileSync(path.join(web, 'stills/numbers.json'), 'utf8'));
/** Results {id: {shape, data}} of a scene: the default ones are kept beside the stills, others are asked of the program. */
function resultsOf(slug, scene) {
  if (!/[&?]/.test(scene)) return site[slug];
  const file = path.join(folder, `${slug}.json`);
  run(path.join(native, 'attention-lab'), '--link', `https://example.org/${slug}/?${scene}`, '--export', file);
  return JSON.parse(readFileSync(file, 'utf8')).results;
}

function readerOf(slug, scene) {
  const results = resultsOf(slug, scene);
  const of = (id) => results[id] ?? assert.fail(`${slug} has no result "${id}"`);
  return {
    result: (id) => of(id).data,
    row: (id, i) => of(id).data.slice(i * of(id).shape[1], (i + 1) * of(id).shape[1]),
    rows: (id) => of(id).rows,
    columns: (id) => of(id).cols,
    at: (more) => {
      const query = new URLSearchParams(scene);
      for (const [id, value] of Object.entries(more)) query.set(id, value);
      return readerOf(slug, query.toString().replaceAll('+', '%20'));
    },
  };
}

test('every lesson says here what its programs print', () => assert.deepEqual(lessons.map((lesson) => lesson.slice(3)), Object.keys(shown)));
test('NumPy is there', () => assert.ok(numpy, `${python} cannot import numpy: apt-get install python3-numpy`));

for (const lesson of lessons)
  describe(lesson, () => {
    test('at most ten lines each, as the reader copies them', () => {
      const { js, python: py } = sectionOf(lesson);
      for (const text of [js, py]) {
        const lines = text.split('\n').filter((line) => line.trim());
        assert.ok(lines.length <= 10, `${lines.length} lines`);
        for (const line of lines) assert.ok(line.length <= 125, line);
        assert.match(lines[0], /^(\/\/|#) /, 'the first line names the number');
      }
      assert.equal(js.split('\n')[0].replace('// ', ''), py.split('\n')[0].replace('# ', ''));
    });

    test('JavaScript prints what the lesson shows', () => {
      const slug = lesson.slice(3);
      const { js, scene } = sectionOf(lesson);
      const printed = runBlock(lesson, 'mjs', process.execPath, asRun(js));
      assert.equal(printed, shown[slug](readerOf(slug, scene)));
    });

    test('Python prints the same', { skip: !numpy && 'NumPy is missing' }, () => {
      const { js, python: py } = sectionOf(lesson);
      assert.equal(runBlock(lesson, 'py', python, py), runBlock(lesson, 'mjs', process.execPath, asRun(js)));
    });
  });
