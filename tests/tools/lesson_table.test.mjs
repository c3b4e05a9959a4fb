// cmake/lesson_folders.cmake: a lesson is found by its folder's name, and one without text or test stops the build.
// cmake/lesson_table.cmake: the table of the lessons, with the scenes that their texts state.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs `use(folder)` in a folder of its own. */
function inFolder(use) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-lessons-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Configures a project of these files; its messages, which end with the lists that were found. */
function configure(...files) {
  return inFolder((folder) => {
    for (const name of files) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), '');
    }
    writeFileSync(path.join(folder, 'CMakeLists.txt'),
      `cmake_minimum_required(VERSION 3.25)\nproject(lessons LANGUAGES NONE)\ninclude("${root}/cmake/lesson_folders.cmake")\n` +
      'message(STATUS "lessons=${attn_lesson_list} shared=${attn_lesson_shared}")\n');
    const run = spawnSync('cmake', ['-G', 'Ninja', '-S', folder, '-B', path.join(folder, 'build')], { encoding: 'utf8' });
    return { status: run.status, messages: (run.stderr + run.stdout).replace(/\s+/g, ' ') };
  });
}
const lesson = (name) => [`src/lessons/${name}/lesson.cpp`, `assets/lessons/${name}.md`, `tests/lessons/${name}_test.cpp`];

test('lessons stand in the order of their numbers, what they share beside them', () => {
  const { status, messages } = configure(...lesson('10_transformer'), ...lesson('04_self-attention'), 'src/lessons/translation/words.h');
  assert.equal(status, 0, messages);
  assert.ok(messages.includes('lessons=04_self-attention;10_transformer shared=translation'), messages);
});
test('a course may have no lessons', () => assert.equal(configure().status, 0));
test('a lesson without its code, its text or its test stops the build, and what it lacks is named', () => {
  const files = lesson('05_recurrent');
  for (const missing of files) {
    const { status, messages } = configure(...files.filter((file) => file !== missing), 'src/lessons/05_recurrent/study.h');
    assert.notEqual(status, 0);
    assert.ok(messages.includes(`lacks ${missing}`), messages);
  }
});
test('two lessons of one number stop the build', () => {
  const { status, messages } = configure(...lesson('05_recurrent'), ...lesson('05_gates'));
  assert.notEqual(status, 0);
  assert.match(messages, /05_recurrent: another lesson has the number 05/);
});
test('a folder with another kind of name stops the build', () => {
  assert.notEqual(configure('src/lessons/5_pooling/lesson.cpp').status, 0);
  assert.notEqual(configure(...lesson('05_Recurrent')).status, 0);
});

test('the table has numbers, lessons and the scenes of their sections and exercises, and keeps its time while it stays the same', () => inFolder((folder) => {
  const text = path.join(folder, '04_self-attention.md'), table = path.join(folder, 'table.cpp');
  const make = (words) => {
    writeFileSync(text, words);
    const run = spawnSync('cmake', [`-DTEXTS=${text}`, `-DOUT=${table}`, '-P', `${root}/cmake/lesson_table.cmake`], { encoding: 'utf8' });
    assert.equal(run.status, 0, run.stderr);
    return { text: readFileSync(table, 'utf8'), time: statSync(table).mtimeMs };
  };
  const exercise = '### Exercise: a mask {exercise=mask}\n\n[Bring the sentence](scene:figure=weights&mask=100;110;111)\n';
  const section = '## Why a "mask"?\n\n[A mask](scene:figure=mask&width=2)\n\nA [link](scene:figure=other) in a sentence.\n\n';
  const first = make(`# Title\n\n[no section yet](scene:figure=other)\n\n${section}${exercise}`);
  assert.ok(first.text.includes('{4, lessons::self_attention::about, &lessons::self_attention::lesson, {' +
    '{"why-a-mask", "Why a \\"mask\\"?", "", "figure=mask&width=2"}, ' +
    '{"exercise-a-mask", "Exercise: a mask", "mask", "figure=weights&mask=100;110;111"}, }}'), first.text);
  assert.doesNotMatch(first.text, /other/);
  const again = make(`# Title\n\nOther words.\n\n${section}${exercise}`);
  assert.equal(again.text, first.text);
  assert.equal(again.time, first.time);
}));
