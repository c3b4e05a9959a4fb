// The parts of the course: a built lesson finds its place by its number, and a plan that was built is none any more.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { partsOf } from '../../tools/site/outline.mjs';
import { saidNumber, shortNumber } from '../../web/page/text.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const outline = [
  { title: 'One', first: 1, planned: [{ number: 3, slug: 'planned' }] },
  { title: 'Two', first: 5, planned: [{ number: 6, slug: 'since-built' }] },
];

test('a built lesson needs no row', () => {
  const built = [{ number: 2, slug: 'early' }, { number: 4, slug: 'last-of-one' }, { number: 6, slug: 'since-built' }, { number: 40, slug: 'late' }];
  assert.deepEqual(partsOf(outline, built).map(({ lessons }) => lessons.map(({ slug }) => slug)), [['early', 'planned', 'last-of-one'], ['since-built', 'late']]);
});

test('a number that is planned for another lesson stops the build', () => {
  assert.throws(() => partsOf(outline, [{ number: 3, slug: 'other' }]), /plans planned as lesson 3, which is other/);
});

test('the README has a row for every lesson', () => {
  const rows = [...readFileSync(path.join(root, 'README.md'), 'utf8').matchAll(/^\| (\d\d) \|/gm)].map(([, number]) => number);
  const folders = readdirSync(path.join(root, 'src/lessons')).filter((name) => /^\d\d_/.test(name));
  assert.deepEqual(rows, folders.map((name) => name.slice(0, 2)).sort(), 'the table below "Lessons" in README.md');
});

test('numbers are written for the eye', () => {
  assert.deepEqual([7.15e-7, -7.15e-7, 123456, 0.41372, 0, -0.5].map(shortNumber), ['7.2·10⁻⁷', '−7.2·10⁻⁷', '123,456', '0.4137', '0', '−0.5']);
});

test('a sentence says of a share that nobody has counted yet that it is not counted', () => {
  const said = (share, ...data) => saidNumber({ share, shape: [data.length], data }, null);
  assert.deepEqual([said(true, 0.98), said(true, NaN), said(true, null), said(false, NaN), said(false, 0.98)], ['98 %', '(not counted)', '(not counted)', '–', '0.98']);
});
