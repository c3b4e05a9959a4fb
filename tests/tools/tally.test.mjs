// tools/tally.mjs counts what the runners wrote; a program that crashed is a failure although it wrote nothing.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {failed_programs, tally_gtest, tally_tap} from '../../tools/tally.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const kGtest = `<testsuites><testsuite name="Softmax">
  <testcase name="SumsToOne" status="run" result="completed" classname="Softmax" />
  <testcase name="Huge" status="run" result="completed" classname="Softmax">
    <failure message="softmax_test.cpp:12&#x0A;Expected 1" type=""><![CDATA[text]]></failure>
  </testcase>
  <testcase name="Gpu" status="run" result="skipped" classname="Softmax">
    <skipped message="backend_test.cpp:3&#x0A;no context"><![CDATA[text]]></skipped>
  </testcase>
  <testcase name="DISABLED_Old" status="notrun" result="suppressed" classname="Softmax" />
</testsuite></testsuites>`;

/// Runs the program over a results folder with one set of files.
function tally(files, ...failed_steps) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-tally-'));
  mkdirSync(path.join(folder, 'native'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, 'native', name), text);
  const run = spawnSync(process.execPath, [path.join(root, 'tools/tally.mjs'), folder, ...failed_steps], {encoding: 'utf8'});
  rmSync(folder, {recursive: true});
  return {status: run.status, last: run.stdout.trim().split('\n').at(-1), text: run.stdout};
}

test('GoogleTest: passes, failures, skips with their reason, disabled tests', () => {
  const counted = tally_gtest(kGtest);
  assert.equal(counted.passed, 1);
  assert.deepEqual(counted.failed, ['Softmax.Huge: softmax_test.cpp:12 Expected 1']);
  assert.deepEqual(counted.skipped, ['Softmax.Gpu: backend_test.cpp:3 no context', 'Softmax.DISABLED_Old: disabled']);
});

test('node --test: leaves are counted once, suites and parents not', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-tap-'));
  const file = path.join(folder, 'a.test.mjs');
  writeFileSync(file, `
    import assert from 'node:assert';
    import test, {describe} from 'node:test';
    test('passes', () => {});
    test('fails', () => assert.equal(1, 2));
    test('is skipped', {skip: 'no context'}, () => {});
    describe('suite', () => { test('inner passes', () => {}); test('inner fails', () => assert.equal(1, 2)); });
    test('parent', async t => { await t.test('child passes', () => {}); });
  `);
  const environment = {...process.env, NODE_TEST_CONTEXT: undefined};
  delete environment.NODE_TEST_CONTEXT;
  const tap = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {encoding: 'utf8', env: environment}).stdout;
  rmSync(folder, {recursive: true});
  const counted = tally_tap(tap);
  assert.equal(counted.passed, 3, tap);
  assert.deepEqual(counted.failed.map(text => text.split(':')[0]), ['fails', 'inner fails']);
  assert.deepEqual(counted.skipped, ['is skipped: no context']);
});

test('ctest: programs that failed', () => {
  assert.deepEqual(failed_programs('<testcase name="a" status="run"/><testcase name="b" status="fail"/>'), ['b']);
});

test('the last line and the exit status', () => {
  const green = '<testcase name="A" status="run" classname="B" />';
  assert.deepEqual({...tally({'unit.xml': green}), text: ''}, {status: 0, last: '1 passed, 0 failed, 0 skipped', text: ''});
  assert.equal(tally({'unit.xml': kGtest}).last, '1 passed, 1 failed, 2 skipped');
  assert.equal(tally({'unit.xml': kGtest}).status, 1);
  assert.equal(tally({}).status, 1, 'nothing passed');
  assert.equal(tally({'unit.xml': green}, 'web build').last, '1 passed, 1 failed, 0 skipped');
});

test('a program that failed outside its tests is one failure more, one that failed in them is not', () => {
  const crash = '<testcase name="unit_ui" status="fail"/><testcase name="unit" status="fail"/>';
  const counted = tally({'ctest.junit.xml': crash, 'unit.xml': kGtest});
  assert.equal(counted.last, '1 passed, 2 failed, 2 skipped');
  assert.match(counted.text, /unit_ui: the program failed outside its tests/);
});
