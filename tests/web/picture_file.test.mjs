// A reader's own picture on the sheet of lesson 13: dropped, pasted, and what is no picture.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { inkOf } from '../../web/page/picture_file.js';
import { drop } from './own_files.mjs';
import { Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const address = 'vision-transformer/';
const notice = (page) => page.locator('.figure-notice');

/** The bytes of a PNG of this size, painted by `paint(pen)`. */
const png = (page, width, height, paint) => page.evaluate(async ([w, h, source]) => {
  const canvas = document.createElement('canvas');
  canvas.width = w, canvas.height = h;
  const pen = canvas.getContext('2d');
  for (const [color, ...rect] of source) pen.fillStyle = color, pen.fillRect(...rect);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve));
  return [...new Uint8Array(await blob.arrayBuffer())];
}, [width, height, paint]);

const ink = (page) => page.evaluate(() => window.lab.get('drawing'));
const said = async (page) => {
  await notice(page).waitFor();
  return notice(page).innerText();
};

describe('a picture of the reader\u2019s own', { timeout: 120_000 }, () => {
  test('is dropped, brought to size, seen, and taken back in one step', () => site.play(address, async (page) => {
    await drop(page, await png(page, 480, 240, [['white', 0, 0, 480, 240], ['black', 240, 60, 40, 120]]), 'one.png');
    assert.match(await said(page), /one\.png, 480 by 240 pixels, was brought to 24 by 24\./);
    const drawn = await ink(page);
    assert.equal(drawn.length, 24);
    assert.equal(drawn[12][12], 1, 'the bar, where it was drawn');
    assert.equal(drawn[12][3], 0);
    assert.equal(drawn[2][12], 0, 'above the picture, which is wide, there is paper');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await ink(page)).length, 0);
  }));

  test('of light on dark is turned round', () => site.play(address, async (page) => {
    await drop(page, await png(page, 100, 100, [['#101010', 0, 0, 100, 100], ['#eee', 40, 20, 20, 60]]), 'board.png');
    assert.match(await said(page), /Light on dark was taken as ink on paper\./);
    const drawn = await ink(page);
    assert.equal(drawn[12][12], 1);
    assert.equal(drawn[1][1], 0);
  }));

  test('that is none, is empty or all alike is refused with a sentence, and nothing is lost', () => site.play(address, async (page) => {
    const before = await ink(page);
    for (const [content, name, words] of [['a,b\n1,2\n', 'table.csv', /table\.csv is no picture/], ['', 'nothing.png', /nothing\.png is empty/],
                                          [await png(page, 30, 30, [['#888', 0, 0, 30, 30]]), 'grey.png', /almost all of one lightness/]]) {
      await drop(page, content, name);
      await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('.figure-notice')?.innerText ?? ''), words.source);
    }
    assert.deepEqual(await ink(page), before);
  }));

  test('is offered below the text', () => site.play(address, async (page) => {
    assert.match((await page.locator('.own-data').allInnerTexts()).join(' '), /your own picture: drop or paste one/);
  }));
});

test('ink is what differs from the paper', () => {
  const sheet = Array(16).fill(0.9);
  sheet[5] = 0.3, sheet[6] = 0.6;
  const { ink: drawn, inverted } = inkOf(sheet, 4);
  assert.equal(inverted, false);
  assert.ok(Math.abs(drawn[1][1] - 1) < 1e-9 && Math.abs(drawn[1][2] - 0.5) < 1e-9 && Math.abs(drawn[0][0]) < 1e-9);
  assert.equal(inkOf(new Array(16).fill(0.5), 4), null);
  assert.equal(inkOf(sheet.map((value) => 1 - value), 4).inverted, true);
});
