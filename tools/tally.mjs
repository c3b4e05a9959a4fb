// Counts the tests of all runners from their result files. Prints the longest tests, and each failure and each skip with its reason.
//
//   node tools/tally.mjs RESULTS_FOLDER [FAILED_STEP...]
//
// It reads NAME.xml (GoogleTest), NAME.junit.xml (ctest, because a program that crashed wrote no results of its own), NAME.tap (node
// --test) and NAME.again.tap: what failed in NAME.tap and was run once more alone (tools/again.mjs). What passes there counts as passed and
// is listed as unsteady. A FAILED_STEP is a step of the run that could not even start its tests, such as a build; each counts as one
// failure. The last line is "N passed, M failed, K skipped". The exit status is 0 only if M is 0 and N is not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: '\'', amp: '&', '#x0A': ' ', '#xA': ' ' };
const unescapeXml = (text) => text.replace(/&([#\w]+);/g, (whole, name) => ENTITIES[name] ?? whole);
const attribute = (tag, name) => unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
const nothing = () => ({ passed: 0, failed: [], skipped: [], unsteady: [], times: [] });
const firstLine = (text) => text.split('\n').find((line) => line.trim())?.trim() ?? '';

const LONGEST = 20;

/** {passed, failed: [text], skipped: [text], unsteady: [text], times: [{name, seconds}]} of GoogleTest's XML. */
export function tallyGtest(xml) {
  const result = nothing();
  for (const [, tag, , body = ''] of xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const name = `${attribute(tag, 'classname')}.${attribute(tag, 'name')}`;
    const failure = /<failure\b([^>]*)/.exec(body);
    const skip = /<skipped\b([^>]*)/.exec(body);
    if (failure) result.failed.push(`${name}: ${firstLine(attribute(failure[1], 'message'))}`);
    else if (skip) result.skipped.push(`${name}: ${firstLine(attribute(skip[1], 'message')) || 'no reason given'}`);
    else if (attribute(tag, 'status') === 'notrun') result.skipped.push(`${name}: disabled`);
    else result.passed++;
    result.times.push({ name, seconds: Number(attribute(tag, 'time')) });
  }
  return result;
}

/** The programs that ctest saw fail, by name. */
export function failedPrograms(junit) {
  return [...junit.matchAll(/<testcase\b([^>]*)/g)].map((match) => match[1])
    .filter((tag) => !['run', ''].includes(attribute(tag, 'status'))).map((tag) => attribute(tag, 'name'));
}

/**
 * The tests in TAP as node --test writes it, suites and parents too: {path, verdict, why, seconds, suite, own}. A path is the names from
 * the outermost suite to the test; `own` is false where a suite only repeats what its tests say.
 */
export function readTap(tap) {
  const lines = tap.split('\n'), names = [], tests = [];
  for (let i = 0; i < lines.length; i++) {
    const begun = /^( *)# Subtest: (.*)$/.exec(lines[i]);
    if (begun) names.splice(begun[1].length / 4, Infinity, begun[2]);
    const match = /^( *)(not ok|ok) \d+ - (.*?)(?: # ([A-Z]+)\b ?(.*))?$/.exec(lines[i]);
    if (!match) continue;
    const [, indent, verdict, name, directive, reason] = match;
    names.splice(indent.length / 4, Infinity, name);
    const type = lines.slice(i + 1, i + 8).find((line) => line.startsWith(`${indent}  type:`));
    const block = lines.slice(i + 1, lines.indexOf(`${indent}  ...`, i)).join('\n');
    const suite = Boolean(type?.includes('suite') || isParent(lines, i, indent));
    const error = block.match(/error: (?:\|-\n\s*)?(.*)/)?.[1] ?? '';
    tests.push({
      path: names.join(' > ').replace(/\\([#\\])/g, '$1'), verdict: directive ? 'skipped' : verdict === 'ok' ? 'passed' : 'failed', why: directive ? reason : error,
      seconds: Number(/duration_ms: ([\d.]+)/.exec(block)?.[1] ?? 0) / 1000, suite, own: directive || !suite || (verdict === 'not ok' && !/subtests? failed/.test(error)),
    });
  }
  return tests;
}

/** The same for TAP. Only leaves are counted, since a suite repeats what its tests say. `again` is the second run of what failed. */
export function tallyTap(tap, again = '') {
  const result = nothing();
  const first = readTap(tap).filter((test) => test.own), second = readTap(again).filter((test) => test.own && test.verdict !== 'skipped');
  const passedAgain = new Set(second.filter((test) => test.verdict === 'passed').map((test) => test.path));
  const suitesAgain = new Set(readTap(again).filter((test) => test.suite && test.verdict === 'passed').map((test) => test.path));
  const known = new Set(first.map((test) => test.path));
  for (const { path: name, verdict, why, seconds, suite } of first) {
    if (verdict === 'skipped') result.skipped.push(`${name}: ${why || 'no reason given'}`);
    else if (verdict === 'passed') result.passed++;
    else if (passedAgain.has(name) || (suite && suitesAgain.has(name))) result.unsteady.push(`${name}: ${why}`), result.passed += suite ? 0 : 1;
    else result.failed.push(`${name}: ${why}`);
    if (!suite) result.times.push({ name, seconds });
  }
  for (const { path: name, verdict, why } of second) { // what could not run the first time
    if (known.has(name)) continue;
    if (verdict === 'passed') result.passed++;
    else result.failed.push(`${name}: ${why}`);
  }
  return result;
}

/** Whether the test of line `i` has subtests: their plan then precedes it, one level deeper. */
function isParent(lines, i, indent) {
  return new RegExp(`^${indent}    1\\.\\.\\d+$`).test(lines[i - 1] ?? '');
}

function tallyFolder(folder) {
  const total = nothing();
  const add = (source, part) => {
    total.passed += part.passed;
    for (const list of ['failed', 'skipped', 'unsteady']) total[list].push(...part[list].map((text) => `[${source}] ${text}`));
    total.times.push(...part.times.map(({ name, seconds }) => ({ name: `[${source}] ${name}`, seconds })));
    return part;
  };
  for (const set of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const files = readdirSync(path.join(folder, set.name));
    const read = (name) => readFileSync(path.join(folder, set.name, name), 'utf8');
    const byProgram = {};
    for (const name of files.filter((file) => file.endsWith('.xml') && !file.endsWith('.junit.xml')))
      byProgram[name.slice(0, -4)] = add(`${set.name} ${name.slice(0, -4)}`, tallyGtest(read(name)));
    for (const name of files.filter((file) => file.endsWith('.tap') && !file.endsWith('.again.tap'))) {
      const again = name.replace(/\.tap$/, '.again.tap');
      add(`${set.name} ${name.slice(0, -4)}`, tallyTap(read(name), files.includes(again) ? read(again) : ''));
    }
    for (const name of files.filter((file) => file.endsWith('.junit.xml')))
      for (const program of failedPrograms(read(name)))
        if (!byProgram[program]?.failed.length)
          add(set.name, { ...nothing(), failed: [`${program}: the program failed outside its tests (crash, time limit, or no start)`] });
  }
  return total;
}

function main([folder, ...failedSteps]) {
  const total = tallyFolder(folder);
  total.failed.push(...failedSteps);
  const longest = total.times.sort((a, b) => b.seconds - a.seconds).slice(0, LONGEST);
  console.log(`The longest ${longest.length} of ${total.times.length} tests:`);
  for (const { name, seconds } of longest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  for (const text of total.skipped) console.log(`skipped: ${text}`);
  for (const text of total.unsteady) console.log(`unsteady, passed when run once more alone: ${text}`);
  for (const text of total.failed) console.log(`FAILED: ${text}`);
  console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`);
  return total.failed.length === 0 && total.passed > 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
