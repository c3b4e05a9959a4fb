// Counts the tests of all runners from their result files and prints each failure and each skip with its reason.
//
//   node tools/tally.mjs RESULTS_FOLDER [FAILED_STEP...]
//
// Reads NAME.xml (GoogleTest), NAME.junit.xml (ctest: a program that crashed wrote no results of its own) and NAME.tap (node --test).
// A FAILED_STEP is a step of the run that could not even start its tests (a build, say); each counts as one failure. The last line is
// "N passed, M failed, K skipped"; the exit status is 1 unless M is 0 and N is not.
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const kEntities = {lt: '<', gt: '>', quot: '"', apos: '\'', amp: '&', '#x0A': ' ', '#xA': ' '};
const unescape_xml = text => text.replace(/&([#\w]+);/g, (whole, name) => kEntities[name] ?? whole);
const attribute = (tag, name) => unescape_xml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
const first_line = text => text.split('\n').find(line => line.trim())?.trim() ?? '';

/// {passed, failed: [text], skipped: [text]} of GoogleTest's XML.
export function tally_gtest(xml) {
  const result = {passed: 0, failed: [], skipped: []};
  for (const [, tag, , body = ''] of xml.matchAll(/<testcase\b([^>]*?)(\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const name = `${attribute(tag, 'classname')}.${attribute(tag, 'name')}`;
    const failure = /<failure\b([^>]*)/.exec(body);
    const skip = /<skipped\b([^>]*)/.exec(body);
    if (failure) result.failed.push(`${name}: ${first_line(attribute(failure[1], 'message'))}`);
    else if (skip) result.skipped.push(`${name}: ${first_line(attribute(skip[1], 'message')) || 'no reason given'}`);
    else if (attribute(tag, 'status') === 'notrun') result.skipped.push(`${name}: disabled`);
    else result.passed++;
  }
  return result;
}

/// The programs that ctest saw fail, by name.
export function failed_programs(junit) {
  return [...junit.matchAll(/<testcase\b([^>]*)/g)].map(match => match[1])
    .filter(tag => !['run', ''].includes(attribute(tag, 'status'))).map(tag => attribute(tag, 'name'));
}

/// The same of TAP as node --test writes it. Only leaves are counted: a suite repeats what its tests say.
export function tally_tap(tap) {
  const result = {passed: 0, failed: [], skipped: []};
  const lines = tap.split('\n');
  const names = [];
  for (let i = 0; i < lines.length; i++) {
    const match = /^( *)(not ok|ok) \d+ - (.*?)(?: # ([A-Z]+)\b ?(.*))?$/.exec(lines[i]);
    if (!match) continue;
    const [, indent, verdict, name, directive, reason] = match;
    names[indent.length / 4] = name;
    const type = lines.slice(i + 1, i + 8).find(line => line.startsWith(`${indent}  type:`));
    const block = lines.slice(i + 1, lines.indexOf(`${indent}  ...`, i));
    const suite = type?.includes('suite') || is_parent(lines, i, indent);
    const error = block.join('\n').match(/error: (?:\|-\n\s*)?(.*)/)?.[1] ?? '';
    if (directive) result.skipped.push(`${name}: ${reason || 'no reason given'}`);
    else if (verdict === 'not ok' && !(suite && /subtests? failed/.test(error))) result.failed.push(`${name}: ${error}`);
    else if (verdict === 'ok' && !suite) result.passed++;
  }
  return result;
}

// A test that has subtests is preceded by their plan, one level deeper.
function is_parent(lines, i, indent) {
  return new RegExp(`^${indent}    1\\.\\.\\d+$`).test(lines[i - 1] ?? '');
}

function tally_folder(folder) {
  const total = {passed: 0, failed: [], skipped: []};
  const add = (source, part) => {
    total.passed += part.passed;
    total.failed.push(...part.failed.map(text => `[${source}] ${text}`));
    total.skipped.push(...part.skipped.map(text => `[${source}] ${text}`));
    return part;
  };
  for (const set of readdirSync(folder, {withFileTypes: true}).filter(entry => entry.isDirectory())) {
    const files = readdirSync(path.join(folder, set.name));
    const read = name => readFileSync(path.join(folder, set.name, name), 'utf8');
    const by_program = {};
    for (const name of files.filter(file => file.endsWith('.xml') && !file.endsWith('.junit.xml')))
      by_program[name.slice(0, -4)] = add(`${set.name} ${name.slice(0, -4)}`, tally_gtest(read(name)));
    for (const name of files.filter(file => file.endsWith('.tap'))) add(set.name, tally_tap(read(name)));
    for (const name of files.filter(file => file.endsWith('.junit.xml')))
      for (const program of failed_programs(read(name)))
        if (!by_program[program]?.failed.length)
          add(set.name, {passed: 0, failed: [`${program}: the program failed outside its tests (crash, time limit, or no start)`], skipped: []});
  }
  return total;
}

function main([folder, ...failed_steps]) {
  const total = tally_folder(folder);
  total.failed.push(...failed_steps);
  for (const text of total.skipped) console.log(`skipped: ${text}`);
  for (const text of total.failed) console.log(`FAILED: ${text}`);
  console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped.length} skipped`);
  return total.failed.length === 0 && total.passed > 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
