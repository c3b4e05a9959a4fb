// Runs the tests of node --test files that failed once more, alone: one file after the other, and of each only the tests that failed.
//
//   node tools/again.mjs RESULTS_FOLDER TESTS_FOLDER
//
// For each NAME.tap of RESULTS_FOLDER with a failure it runs TESTS_FOLDER/NAME.test.mjs and writes NAME.again.tap. tools/tally.mjs counts
// what passes there as passed, and lists it as unsteady. Where more than MOST tests fail, nothing is run again, since that is no
// unsteadiness.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTap } from './tally.mjs';

const MOST = 20;

/** The options by which node --test runs only these tests. None where a suite or the whole file failed, as its tests have no verdicts. */
export function alone(failed) {
  if (failed.some((test) => test.suite || test.why === 'it could not be run')) return [];
  const pattern = (name) => `^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`;
  return [...new Set(failed.map((test) => `--test-name-pattern=${pattern(test.path.split(' > ').at(-1))}`))];
}

function main([results, tests]) {
  const failures = readdirSync(results).filter((name) => name.endsWith('.tap') && !name.endsWith('.again.tap')).map((name) => ({
    name: name.slice(0, -4), failed: readTap(readFileSync(path.join(results, name), 'utf8')).filter((test) => test.own && test.verdict === 'failed'),
  })).filter(({ failed }) => failed.length > 0);
  const count = failures.reduce((sum, { failed }) => sum + failed.length, 0);
  if (count > MOST) {
    console.log(`${count} tests failed: none is run again`);
    return;
  }
  for (const { name, failed } of failures) {
    console.log(`once more, alone: ${name}: ${failed.map((test) => test.path).join('; ')}`);
    spawnSync(process.execPath, ['--test', '--test-reporter=tap', `--test-reporter-destination=${path.join(results, `${name}.again.tap`)}`, ...alone(failed),
      path.join(tests, `${name}.test.mjs`)], { stdio: ['ignore', 'inherit', 'inherit'] });
  }
}

if (process.argv[1]?.endsWith('again.mjs')) main(process.argv.slice(2));
