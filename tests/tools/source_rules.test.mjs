// Every committed source file keeps the rules, and each rule notices its breach.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkScript } from './javascript_rules.mjs';
import * as rules from './source_rules.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const CODE = /\.(cpp|h|mjs|js|cmake|sh|py|frag|vert|glsl|css)$|(^|\/)CMakeLists\.txt$/;
const TEXT = /\.(cpp|h|mjs|js|ts|json|cmake|sh|py|frag|vert|glsl|css|html|md|txt|svg)$|(^|\/)[^.]+$/;

const FOLDERS = ['.ci', 'assets', 'cmake', 'shaders', 'src', 'tests', 'tools', 'web'];

function* filesBelow(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) yield name;
    else if (entry.isDirectory() && entry.name !== 'node_modules' && (folder || FOLDERS.includes(name))) yield* filesBelow(name);
  }
}

const texts = new Map();
for (const name of filesBelow('')) if (TEXT.test(name)) texts.set(name, readFileSync(path.join(root, name), 'utf8'));

function complaints(check, pattern) {
  return [...texts].filter(([name]) => pattern.test(name)).flatMap(([name, text]) => check(name, text));
}
const none = (check, pattern) => assert.deepEqual(complaints(check, pattern), []);

test('there are files to look at', () => assert.ok(complaints((name) => [name], /^src\/.*\.(cpp|h)$/).length > 5));
const layers = rules.layersOf(texts.get('src/README.md'));
const checkIncludes = (path, text) => rules.checkIncludes(layers, path, text);

test('includes follow the table of src/README.md', () => none(checkIncludes, /^src\/.*\.(cpp|h)$/));
test('platform conditions stand where they may', () => none(rules.checkPlatform, /^src\/.*\.(cpp|h)$/));
test('no file is longer than the limit', () => none(rules.checkLength, CODE));
test('no file names a folder of one machine', () => none(rules.checkMachinePaths, TEXT));
test('no work is left for later in the sources', () => none(rules.checkLeftovers, CODE));
test('scripts are written as web/README.md says', () => none(checkScript, /(?<!_torch_cases)\.m?js$/));
test('the table in src/README.md names the folders there are, in an order in which every arrow points up', () => {
  const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const rows = Object.keys(layers);
  assert.deepEqual([...rows].sort(), folders.sort());
  for (const [row, { folders: above }] of Object.entries(layers))
    for (const folder of above) assert.ok(rows.indexOf(folder) >= 0 && rows.indexOf(folder) < rows.indexOf(row), `${row} names ${folder}`);
});
test('every folder of src has a picture of itself, of files that there are', () => {
  for (const folder of Object.keys(layers)) {
    const picture = texts.get(`src/${folder}/README.md`) ?? texts.get(`src/${folder}/${folder}.h`);
    assert.ok(picture, `src/${folder}/README.md is missing`);
    const files = [...texts.keys()];
    const gone = rules.filesNamedIn(picture).filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
    assert.deepEqual(gone, [], folder);
  }
});
test('the lock file names no registry', () => {
  assert.ok(!/"resolved"/.test(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
});

test('an arrow the wrong way is found', () => {
  const found = checkIncludes('src/kernels/softmax.cpp', '#include "kernels/softmax.h"\n#include "canvas/canvas.h"\n');
  assert.deepEqual(found, ['src/kernels/softmax.cpp:2: kernels may not include canvas ("canvas/canvas.h")']);
});
test('a lesson that includes another is found, and a folder that includes a lesson', () => {
  const other = '#include "lessons/02_b/words.h"\n', shared = '#include "lessons/shared/words.h"\n', own = '#include "lessons/01_a/words.h"\n';
  assert.equal(checkIncludes('src/lessons/01_a/lesson.cpp', own + shared).length, 0);
  assert.equal(checkIncludes('src/lessons/01_a/lesson.cpp', other).length, 1);
  assert.equal(checkIncludes('src/lessons/shared/words.cpp', own).length, 1);
  assert.equal(checkIncludes('src/session/session.cpp', shared).length, 1);
});
test('an include that skips the folder is found', () => {
  assert.equal(checkIncludes('src/charts/plot.cpp', '#include "plot.h"\n').length, 1);
});
test('a library in the wrong layer is found', () => {
  assert.equal(checkIncludes('src/lessons/01_pooling/lesson.cpp', '#include "imgui.h"\n').length, 1);
  assert.equal(checkIncludes('src/compute/backend_cpu.cpp', '#include <GLES3/gl3.h>\n').length, 1);
  assert.equal(checkIncludes('src/compute/gl_platform.h', '#include <GLES3/gl3.h>\n').length, 0);
});
test('an unknown folder, a deeper and a higher one are found', () => {
  assert.equal(checkIncludes('src/misc/a.cpp', '').length, 1);
  assert.equal(checkIncludes('src/charts/plots/a.cpp', '').length, 1);
  assert.equal(checkIncludes('src/lessons/a.cpp', '').length, 1);
});
test('the files that a text names are found', () => {
  assert.deepEqual(rules.filesNamedIn('`plot.h` and axes.cpp of charts/handle.h, not e.g. this. Or later_web.cpp'), ['plot.h', 'axes.cpp', 'charts/handle.h', 'later_web.cpp']);
});
test('a platform condition is found', () => {
  assert.equal(rules.checkPlatform('src/canvas/a.cpp', '#ifdef __EMSCRIPTEN__\n').length, 1);
  assert.equal(rules.checkPlatform('src/window/a_web.cpp', '#ifdef __EMSCRIPTEN__\n').length, 0);
});
test('a long file, a machine\'s folder and a leftover are found', () => {
  assert.equal(rules.checkLength('a.cpp', '\n'.repeat(rules.LINE_LIMIT + 1)).length, 1);
  assert.equal(rules.checkMachinePaths('a.md', `see ${'/' + 'tmp'}/notes`).length, 1);
  assert.equal(rules.checkLeftovers('a.cpp', `// ${'TO' + 'DO'}: later`).length, 1);
});
test('a script in another hand is found', () => {
  assert.deepEqual(checkScript('a.js', 'const { a } = (b) => ({ b: \'c\' });\nfor (const x of a) f(x, { "it\'s": {} });\n/** What g does. */\nfunction g() {}\n'), []);
  const breaches = ['f("a");', 'f(a => 1);', 'f({a: 1});', 'import {a} from \'a\';', 'f()', 'function do_it() {}', 'let { do_it } = f;', 'const kMost = 1;', '/// f'];
  for (const breach of breaches) assert.equal(checkScript('a.js', `f();\n${breach}`).filter((line) => line.startsWith('a.js:2: ')).length, 1, breach);
});
