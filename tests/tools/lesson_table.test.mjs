// cmake/lesson_table.cmake: a lesson is found by its file name, and one without text or test stops the build.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/// Configures a project of these files; its messages, and the generated table if it got that far.
function configure(...files) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-lessons-'));
  for (const name of files) {
    mkdirSync(path.join(folder, path.dirname(name)), {recursive: true});
    writeFileSync(path.join(folder, name), '');
  }
  writeFileSync(path.join(folder, 'CMakeLists.txt'),
    `cmake_minimum_required(VERSION 3.25)\nproject(lessons LANGUAGES NONE)\ninclude("${root}/cmake/lesson_table.cmake")\n`);
  const run = spawnSync('cmake', ['-G', 'Ninja', '-S', folder, '-B', path.join(folder, 'build')], {encoding: 'utf8'});
  const table = run.status === 0 ? readFileSync(path.join(folder, 'build/generated/lesson_table.cpp'), 'utf8') : '';
  rmSync(folder, {recursive: true});
  return {status: run.status, messages: run.stderr.replace(/\s+/g, ' '), table};
}
const lesson = name => [`src/lessons/${name}.cpp`, `assets/lessons/${name}.md`, `tests/lessons/${name}_test.cpp`];

test('lessons stand in the order of their numbers, their symbols after their slugs', () => {
  const {status, table, messages} = configure(...lesson('10_transformer'), ...lesson('04_self-attention'));
  assert.equal(status, 0, messages);
  assert.match(table, /\{4, &lessons::self_attention_lesson\},\s+\{10, &lessons::transformer_lesson\},/);
});
test('no lessons make an empty table', () => assert.equal(configure().status, 0));
test('a lesson without its text stops the build and is named', () => {
  const [code, text, check] = lesson('05_recurrent');
  const {status, messages} = configure(code, check);
  assert.notEqual(status, 0);
  assert.ok(messages.includes(`lacks ${text}`), messages);
});
test('a lesson without its test stops the build and is named', () => {
  const [code, text, check] = lesson('05_recurrent');
  const {status, messages} = configure(code, text);
  assert.notEqual(status, 0);
  assert.ok(messages.includes(`lacks ${check}`), messages);
});
test('a file with another kind of name stops the build', () => {
  assert.notEqual(configure('src/lessons/pooling.cpp').status, 0);
  assert.notEqual(configure(...lesson('05_Recurrent')).status, 0);
});
