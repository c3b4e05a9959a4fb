// Every committed source file keeps the rules, and each rule notices its breach.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import * as rules from './source_rules.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const kCode = /\.(cpp|h|mjs|js|cmake|sh|py|frag|vert|glsl|css)$|(^|\/)CMakeLists\.txt$/;
const kText = /\.(cpp|h|mjs|js|ts|json|cmake|sh|py|frag|vert|glsl|css|html|md|txt|svg)$|(^|\/)[^.]+$/;

const kFolders = ['.ci', 'assets', 'cmake', 'shaders', 'src', 'tests', 'tools', 'web'];

function* files_below(folder) {
  for (const entry of readdirSync(path.join(root, folder), {withFileTypes: true})) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) yield name;
    else if (entry.isDirectory() && entry.name !== 'node_modules' && (folder || kFolders.includes(name))) yield* files_below(name);
  }
}

const texts = new Map();
for (const name of files_below('')) if (kText.test(name)) texts.set(name, readFileSync(path.join(root, name), 'utf8'));

function complaints(check, pattern) {
  return [...texts].filter(([name]) => pattern.test(name)).flatMap(([name, text]) => check(name, text));
}
const none = (check, pattern) => assert.deepEqual(complaints(check, pattern), []);

test('there are files to look at', () => assert.ok(complaints(name => [name], /^src\/.*\.(cpp|h)$/).length > 5));
test('includes follow the table of src/README.md', () => none(rules.check_includes, /^src\/.*\.(cpp|h)$/));
test('platform conditions stand where they may', () => none(rules.check_platform, /^src\/.*\.(cpp|h)$/));
test('no file is longer than the limit', () => none(rules.check_length, kCode));
test('no file names a folder of one machine', () => none(rules.check_machine_paths, kText));
test('no work is left for later in the sources', () => none(rules.check_leftovers, kCode));
test('the table in src/README.md names the same folders as the check', () => {
  const readme = texts.get('src/README.md');
  const named = [...readme.matchAll(/^\| `([a-z_]+)` \|/gm)].map(match => match[1]);
  assert.deepEqual(named.sort(), Object.keys(rules.kLayers).sort());
});
test('the lock file names no registry', () => {
  assert.ok(!/"resolved"/.test(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
});

test('an arrow the wrong way is found', () => {
  const found = rules.check_includes('src/kernels/softmax.cpp', '#include "kernels/softmax.h"\n#include "ui/canvas.h"\n');
  assert.deepEqual(found, ['src/kernels/softmax.cpp:2: kernels may not include ui ("ui/canvas.h")']);
});
test('an include that skips the folder is found', () => {
  assert.equal(rules.check_includes('src/ui/plot.cpp', '#include "plot.h"\n').length, 1);
});
test('a library in the wrong layer is found', () => {
  assert.equal(rules.check_includes('src/lessons/01_pooling.cpp', '#include "imgui.h"\n').length, 1);
  assert.equal(rules.check_includes('src/compute/backend_cpu.cpp', '#include <GLES3/gl3.h>\n').length, 1);
  assert.equal(rules.check_includes('src/compute/gl_platform.h', '#include <GLES3/gl3.h>\n').length, 0);
});
test('an unknown folder and a deeper one are found', () => {
  assert.equal(rules.check_includes('src/misc/a.cpp', '').length, 1);
  assert.equal(rules.check_includes('src/ui/plots/a.cpp', '').length, 1);
});
test('a platform condition is found', () => {
  assert.equal(rules.check_platform('src/ui/a.cpp', '#ifdef __EMSCRIPTEN__\n').length, 1);
  assert.equal(rules.check_platform('src/app/a_web.cpp', '#ifdef __EMSCRIPTEN__\n').length, 0);
});
test('a long file, a machine\'s folder and a leftover are found', () => {
  assert.equal(rules.check_length('a.cpp', '\n'.repeat(rules.kLineLimit + 1)).length, 1);
  assert.equal(rules.check_machine_paths('a.md', `see ${'/' + 'tmp'}/notes`).length, 1);
  assert.equal(rules.check_leftovers('a.cpp', `// ${'TO' + 'DO'}: later`).length, 1);
});
