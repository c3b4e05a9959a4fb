// Large matrices as maps: moved and zoomed by hand, with a text of the reader's own, and within the memory that the course promises for them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { drop, paste } from './own_files.mjs';
import { middleOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const MIB = 2 ** 20;
const MATRIX = 'kernel-regression/?figure=attention-matrix&size=100000&queries=2048';
const TEXTS = ['self-attention', 'transformer-block', 'transformer'];
const get = (page, id) => page.evaluate((name) => window.lab.get(name), id);
const notice = (page) => page.locator('.figure-notice');

describe('a map', { timeout: 240_000 }, () => {
  test('of a hundred thousand keys and 2,048 queries is zoomed, moved, and asked', () => site.play(MATRIX, async (page) => {
    await settled(page);
    const handle = await middleOf(page, 'map-query');
    const before = await get(page, 'query');
    await page.mouse.move(handle.x, handle.y);
    await page.mouse.down();
    await page.mouse.move(handle.x, handle.y + 60, { steps: 5 });
    await page.waitForFunction((query) => window.lab.get('query') > query, before); // while the hand still holds it
    await page.mouse.up();
    const weights = await page.evaluate(() => Array.from(window.lab.read('weights').data));
    assert.equal(weights.length, 100_000);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-3);

    const middle = await middleOf(page, 'map');
    await page.mouse.move(middle.x + 40, middle.y);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => window.lab.get('map-zoom') > 1);
    const [zoom, x] = [await get(page, 'map-zoom'), await get(page, 'map-x')];
    await page.mouse.down();
    await page.mouse.move(middle.x - 60, middle.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((from) => window.lab.get('map-x') > from, x);
    assert.equal(await get(page, 'map-zoom'), zoom);
    await page.keyboard.press('+');
    await page.waitForFunction((from) => window.lab.get('map-zoom') > from, zoom);
    const { heapBytes } = await page.evaluate(() => window.lab.stats());
    assert.ok(heapBytes < 128 * MIB, `${(heapBytes / MIB).toFixed(1)} MiB`);
  }));

  for (const slug of TEXTS) {
    test(`of the reader\u2019s own text of 2,048 words: ${slug}`, () => site.play(`${slug}/`, async (page) => {
      const words = slug === 'transformer' ? ['the', 'black', 'cat', 'does', 'not', 'sleep'] : ['rain', 'falls', 'and', 'the', 'river', 'rises', 'again'];
      const text = Array.from({ length: 2500 }, (_, i) => words[(i * i + i) % words.length]).join(' ');
      await paste(page, text);
      await page.waitForFunction(() => window.lab.figure() === 'long-text');
      await notice(page).filter({ hasText: slug === 'transformer' ? /The first 2,047 words of your text that the task knows/ : /The first 2,048 words and signs/ }).waitFor();
      await page.waitForFunction(() => window.lab.read('long-weights').data.length === 2048);
      await settled(page);
      const { heapBytes } = await page.evaluate(() => window.lab.stats());
      assert.ok(heapBytes < 128 * MIB, `${(heapBytes / MIB).toFixed(1)} MiB`);
      const computed = await page.evaluate(() => window.lab.stats().computations);
      const handle = await middleOf(page, 'map-query');
      await page.mouse.move(handle.x, handle.y);
      await page.mouse.down();
      await page.mouse.move(handle.x, handle.y + 50, { steps: 5 });
      await page.mouse.up();
      await page.waitForFunction((count) => window.lab.stats().computations > count, computed);
      await page.getByRole('button', { name: 'Undo' }).click();
    }));
  }

  test('takes the wheel with Ctrl at once and else says how; its weights are there when nothing is left to do', () => site.play('self-attention/?figure=long-text', async (page) => {
    await page.evaluate(() => window.lab.idle());
    assert.equal(await page.evaluate(() => window.lab.read('long-weights').data.length), 2040);
    assert.match(await page.evaluate(() => window.lab.backend().reason), /^Computed on the CPU/);
    const middle = await middleOf(page, 'map');
    await page.mouse.move(middle.x + 40, middle.y);
    await page.mouse.wheel(0, -10);
    await notice(page).filter({ hasText: /With Ctrl the wheel zooms here/ }).waitFor();
    assert.equal(await get(page, 'map-zoom'), 1);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await page.waitForFunction(() => window.lab.get('map-zoom') > 1);
    assert.match(await page.evaluate(() => window.lab.describe()), /times as near; in its middle number \d+, .+, gives/);
  }));

  test('follows two fingers, and one finger after them', () => site.play('self-attention/?figure=long-text&map-zoom=8', async (page, context) => {
    await page.locator('.figure').scrollIntoViewIfNeeded();
    await settled(page);
    const session = await context.newCDPSession(page), middle = await middleOf(page, 'map'), token = await get(page, 'long-token');
    const touch = (type, ...xs) => session.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x, id) => ({ x: middle.x + x, y: middle.y, id })) });
    await touch('touchStart', -20);
    await settled(page);
    await touch('touchStart', -20, 20);
    for (const x of [30, 40, 50, 60]) await touch('touchMove', -x, x);
    await page.waitForFunction(() => window.lab.get('map-zoom') > 12);
    await touch('touchEnd');
    await settled(page);
    assert.equal(await get(page, 'long-token'), token, 'no row is marked');
    const [zoom, x] = [await get(page, 'map-zoom'), await get(page, 'map-x')];
    assert.ok(zoom < 40, `${zoom} after fingers that went three times as far apart`);
    await touch('touchStart', 40);
    for (const at of [20, 0, -20, -40]) await touch('touchMove', at);
    await touch('touchEnd');
    await page.waitForFunction((from) => window.lab.get('map-x') > from, x);
    assert.equal(await get(page, 'map-zoom'), zoom);
    assert.equal(await get(page, 'long-token'), token);
  }, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }));

  test('of a text of which the task knows no word is refused', () => site.play('transformer/', async (page) => {
    const before = await page.evaluate(() => window.lab.query());
    await paste(page, 'Lorem ipsum dolor sit amet.');
    await notice(page).filter({ hasText: /The task knows no word of this text. Nothing was taken/ }).waitFor();
    assert.equal(await page.evaluate(() => window.lab.query()), before);
  }));

  test('of a file; one that is no text is refused and loses nothing', () => site.play('self-attention/', async (page) => {
    await drop(page, 'One word after another makes a text.', 'mine.txt');
    await page.waitForFunction(() => window.lab.get('long-text') === 'One word after another makes a text.');
    await notice(page).filter({ hasText: /Your text has 8 tokens/ }).waitFor();
    await drop(page, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], 'picture.png');
    await page.waitForFunction(() => /nothing was taken|could not be read/.test(document.querySelector('.figure-notice')?.innerText ?? ''));
    assert.equal(await get(page, 'long-text'), 'One word after another makes a text.');
  }));
});
