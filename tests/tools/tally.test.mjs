// tools/tally.mjs counts what the runners wrote; a program that crashed is a failure although it wrote nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { failedPrograms, tallyGtest, tallyTap } from '../../tools/tally.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const GTEST = `<testsuites><testsuite name="Softmax">
  <testcase name="SumsToOne" status="run" result="completed" time="1.25" classname="Softmax" />
  <testcase name="Huge" status="run" result="completed" classname="Softmax">
    <failure message="softmax_test.cpp:12&#x0A;Expected 1" type=""><![CDATA[text]]></failure>
  </testcase>
  <testcase name="Gpu" status="run" result="skipped" classname="Softmax">
    <skipped message="backend_test.cpp:3&#x0A;no context"><![CDATA[text]]></skipped>
  </testcase>
  <testcase name="DISABLED_Old" status="notrun" result="suppressed" classname="Softmax" />
</testsuite></testsuites>`;

/** Runs the program over a results folder with one set of files. */
function tally(files, ...failedSteps) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-tally-'));
  mkdirSync(path.join(folder, 'native'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, 'native', name), text);
  const run = spawnSync(process.execPath, [path.join(root, 'tools/tally.mjs'), folder, ...failedSteps], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status: run.status, last: run.stdout.trim().split('\n').at(-1), text: run.stdout };
}

test('GoogleTest: passes, failures, skips with their reason, disabled tests', () => {
  const counted = tallyGtest(GTEST);
  assert.equal(counted.passed, 1);
  assert.deepEqual(counted.failed, ['Softmax.Huge: softmax_test.cpp:12 Expected 1']);
  assert.deepEqual(counted.skipped, ['Softmax.Gpu: backend_test.cpp:3 no context', 'Softmax.DISABLED_Old: disabled']);
});

/** What node --test writes of a file with this text. */
function tapOf(text, use = (tap) => tap) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-tap-'));
  const file = path.join(folder, 'a.test.mjs');
  writeFileSync(file, `import assert from 'node:assert';\nimport test, {before, describe} from 'node:test';\n${text}`);
  const tap = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], { encoding: 'utf8', env: environment }).stdout;
  try {
    return use(tap, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const environment = { ...process.env };
delete environment.NODE_TEST_CONTEXT;

test('node --test: leaves are counted once, suites and parents not', () => {
  const tap = tapOf(`
    test('passes', () => {});
    test('fails', () => assert.equal(1, 2));
    test('is skipped', {skip: 'no context'}, () => {});
    describe('suite', () => { test('inner passes', () => {}); test('inner fails', () => assert.equal(1, 2)); });
    test('parent', async t => { await t.test('child passes', () => {}); });
  `);
  const counted = tallyTap(tap);
  assert.equal(counted.passed, 3, tap);
  assert.deepEqual(counted.failed.map((text) => text.split(':')[0]), ['fails', 'suite > inner fails']);
  assert.deepEqual(counted.skipped, ['is skipped: no context']);
  assert.deepEqual(counted.times.map(({ name }) => name), ['passes', 'fails', 'is skipped', 'suite > inner passes', 'suite > inner fails', 'parent > child passes']);
});

test('the longest twenty tests of all runners are listed, the longest first', () => {
  const tap = Array.from({ length: 25 }, (_, i) => `# Subtest: t${i}\nok ${i + 1} - t${i}\n  ---\n  duration_ms: ${100 * i}\n  ...`).join('\n');
  const lines = tally({ 'unit.xml': GTEST, 'pages.tap': tap }).text.split('\n');
  const at = lines.indexOf('The longest 20 of 29 tests:');
  assert.ok(at >= 0, lines.join('\n'));
  const times = lines.slice(at + 1, at + 21).map((line) => /^ +([\d.]+) s  \[native (\w+)\] (.*)$/.exec(line).slice(1));
  assert.deepEqual(times[0], ['2.4', 'pages', 't24']);
  assert.deepEqual(times[12], ['1.3', 'unit', 'Softmax.SumsToOne']);
  assert.ok(!lines[at + 21].includes(' s  '));
});

/** Runs `text` as the tests of a page, what fails once more alone, and counts. The file's tests find in the folder `ran` whether they ran. */
function runAgain(text) {
  return tapOf(`import {existsSync, writeFileSync} from 'node:fs';
    const once = name => { const before = existsSync(new URL(name, import.meta.url)); writeFileSync(new URL(name, import.meta.url), 'x'); return before; };
    ${text}`, (tap, folder) => {
    mkdirSync(path.join(folder, 'results/browser'), { recursive: true });
    writeFileSync(path.join(folder, 'results/browser/a.tap'), tap);
    const again = spawnSync(process.execPath, [path.join(root, 'tools/again.mjs'), path.join(folder, 'results/browser'), folder], { encoding: 'utf8', env: environment });
    const result = path.join(folder, 'results/browser/a.again.tap');
    const run = spawnSync(process.execPath, [path.join(root, 'tools/tally.mjs'), path.join(folder, 'results')], { encoding: 'utf8' });
    const lines = run.stdout.trim().split('\n');
    return { status: run.status, lines, said: again.stdout + again.stderr, again: existsSync(result) ? readFileSync(result, 'utf8') : null };
  });
}

test('what fails is run once more alone: what passes then is counted as passed, and listed as unsteady before the last line', () => {
  const { status, lines, again, said } = runAgain(`
    test('steady', () => { if (once('steady')) throw new Error('was run again'); });
    describe('pages (all)', () => {
      test('loses its way: #1', () => assert.ok(once('lost')));
      test('is broken', () => assert.ok(false, 'broken'));
    });
  `);
  assert.equal(status, 1);
  assert.equal(lines.at(-1), '2 passed, 1 failed, 0 skipped', lines.join('\n') + said + again);
  assert.match(lines.at(-2), /^FAILED: \[browser a\] pages \(all\) > is broken: .*broken/);
  assert.match(lines.at(-3), /^unsteady, passed when run once more alone: \[browser a\] pages \(all\) > loses its way: #1: /);
  assert.match(again, /ok \d - steady # SKIP/, 'the others are not run again');
});

test('all that failed may pass the second time: the run has passed', () => {
  const { status, lines } = runAgain('test("a", () => {}); test("b", () => assert.ok(once("b")));');
  assert.equal(status, 0);
  assert.equal(lines.at(-1), '2 passed, 0 failed, 0 skipped');
  assert.match(lines.at(-2), /^unsteady, .* b: /);
});

test('a suite that could not begin is run again as a whole, and its tests are counted', () => {
  const { lines, again } = runAgain(`describe('suite', () => {
    before(() => assert.ok(once('begun'), 'no page'));
    test('one', () => {});
    test('two', () => {});
  });`);
  assert.equal(lines.at(-1), '2 passed, 0 failed, 0 skipped', again + lines.join('\n'));
  assert.ok(lines.some((line) => /^unsteady, .*suite/.test(line)), lines.join('\n'));
});

test('where many fail nothing is run again', () => {
  const { lines, again, said } = runAgain('for (let i = 0; i < 21; i++) test(`t${i}`, () => assert.ok(once(`t${i}`)));');
  assert.equal(again, null);
  assert.match(said, /21 tests failed: none is run again/);
  assert.equal(lines.at(-1), '0 passed, 21 failed, 0 skipped');
});

test('ctest: programs that failed', () => {
  assert.deepEqual(failedPrograms('<testcase name="a" status="run"/><testcase name="b" status="fail"/>'), ['b']);
});

test('the last line and the exit status', () => {
  const green = '<testcase name="A" status="run" classname="B" />';
  assert.deepEqual({ ...tally({ 'unit.xml': green }), text: '' }, { status: 0, last: '1 passed, 0 failed, 0 skipped', text: '' });
  assert.equal(tally({ 'unit.xml': GTEST }).last, '1 passed, 1 failed, 2 skipped');
  assert.equal(tally({ 'unit.xml': GTEST }).status, 1);
  assert.equal(tally({}).status, 1, 'nothing passed');
  assert.equal(tally({ 'unit.xml': green }, 'web build').last, '1 passed, 1 failed, 0 skipped');
});

test('a program that failed outside its tests is one failure more, one that failed in them is not', () => {
  const crash = '<testcase name="unit_ui" status="fail"/><testcase name="unit" status="fail"/>';
  const counted = tally({ 'ctest.junit.xml': crash, 'unit.xml': GTEST });
  assert.equal(counted.last, '1 passed, 2 failed, 2 skipped');
  assert.match(counted.text, /unit_ui: the program failed outside its tests/);
});
