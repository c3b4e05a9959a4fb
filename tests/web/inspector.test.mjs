// The inspector on a page: it covers neither row nor column, is followed by mouse, finger and key, is heard, and grows below the figure on a
// phone; symbols of formulas and the figure light each other.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { audit, eventually, middleOf, pictureOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start({ screenshots: true }); });
after(() => site.stop());

const rect = (page, id) => page.evaluate((name) => window.lab.rect(name), id);
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const drawn = (page, id) => page.waitForFunction((name) => window.lab.rect(name) !== null, id);
const heard = (page, words) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('.figure-status').textContent), words.source);

async function press(page, id) {
  await drawn(page, id);
  await settled(page);
  const at = await middleOf(page, id);
  await page.mouse.click(at.x, at.y);
  await settled(page);
}

const tokens = (page) => page.evaluate(() => window.lab.read('weights').shape[0]);

test('it stands clear of row and column, and is followed by mouse and by key, and heard', () => site.play('self-attention/?figure=attention', async (page) => {
  await settled(page);
  await press(page, 'weights[1,2]');
  await drawn(page, 'inspector');
  await settled(page);
  const card = await rect(page, 'inspector');
  assert.ok(card, 'the card stays');
  for (let k = 0, n = await tokens(page); k < n; ++k)
    for (const id of [`weights[1,${k}]`, `weights[${k},2]`]) assert.ok(!overlap(card, await rect(page, id)), `${id} is free`);
  await heard(page, /^Weight of .*exp.*Enter goes to the numbers/);

  await press(page, 'term:0');
  await heard(page, /^Score of .*Backspace goes back/);
  await press(page, 'term:0');
  await heard(page, /^Query of /);
  await press(page, 'term:0');
  await heard(page, /^Embedding of /);
  await press(page, 'inspector:back');
  await heard(page, /^Query of /);

  await page.keyboard.press('Backspace');
  await settled(page);
  await heard(page, /^Score of /);
  await page.keyboard.press('Enter');
  await settled(page);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  await heard(page, /^Key of .*Enter explains it/);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.lab.rect('inspector') === null);
  assert.equal(await page.evaluate(() => document.activeElement.id === 'lab-keys'), true, 'Escape closes the inspector before it leaves the figure');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id === 'lab-keys'), false);
}));

test('on a phone it is a sheet below the figure, which stays as it is', () => site.play('self-attention/?figure=attention', async (page) => {
  await settled(page);
  await page.evaluate(() => scrollBy(0, document.querySelector('.figure').getBoundingClientRect().top));
  await settled(page);
  const before = await rect(page, 'weights'), height = await page.locator('canvas').evaluate((canvas) => canvas.getBoundingClientRect().height);
  const tap = async (id) => {
    await drawn(page, id);
    const at = await middleOf(page, id);
    await page.touchscreen.tap(at.x, at.y);
    await settled(page);
  };
  await tap('weights[1,2]');
  await drawn(page, 'inspector');
  await page.waitForFunction((inside) => window.lab.rect('inspector').y >= inside, height);
  await settled(page);
  const card = await rect(page, 'inspector');
  assert.ok(card.y >= height, `${JSON.stringify(card)} below ${height}`);
  assert.deepEqual(await rect(page, 'weights'), before, 'the figure stays');
  const box = await page.locator('canvas').boundingBox();
  assert.ok(box.y + box.height <= 844, 'all of the sheet is in sight');
  await tap('term:1');
  await heard(page, /^Score of /);
  await tap('inspector:close');
  await settled(page);
  await eventually(async () => assert.equal(await page.locator('canvas').evaluate((canvas) => canvas.getBoundingClientRect().height), height, 'the page is as it was'));
}, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }));

test('symbols of formulas and the figure light each other, by hand and by key', () => site.play('pooling/', async (page) => {
  await settled(page);
  await page.evaluate(() => window.lab.figure('pairs'));
  const block = page.locator('.math-block', { has: page.locator('[data-symbol="weights"]') }).first();
  const symbol = block.locator('[data-symbol="weights"]').first();
  await symbol.scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await settled(page);
  const dark = await pictureOf(page);
  await symbol.hover();
  await settled(page);
  assert.ok(!(await pictureOf(page)).equals(dark), 'the weights are lit');
  await eventually(async () => assert.ok(await page.locator('[data-symbol="weights"].is-lit').count() > 2, 'in all formulas'));
  await page.mouse.move(2, 2);
  await settled(page);
  assert.ok((await pictureOf(page)).equals(dark), 'the light goes out');

  const key = await middleOf(page, 'key[0]');
  await page.mouse.move(key.x, key.y);
  await eventually(async () => assert.ok(await page.locator('[data-symbol="key"].is-lit').count() > 0));
  assert.equal(await page.locator('[data-symbol="query"].is-lit').count(), 0);
  assert.deepEqual(await audit(page), [], 'lit symbols can be read');
  await page.mouse.move(2, 2);

  await block.focus();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await block.locator('.is-lit').first().getAttribute('data-symbol'), 'weights');
  await heard(page, /Weights.*Lit in the figure/);
  await page.evaluate(() => window.lab.figure('temperature-sweep'));
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal(await page.evaluate(() => window.lab.figure()), await page.evaluate(() => (window.lab.rect('weights[0,0]') ? window.lab.figure() : 'pairs')), 'Enter opens a figure that has it');
}, { context: { reducedMotion: 'reduce' } }));
