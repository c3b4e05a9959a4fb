// A phone's figure has its tabs above it, and a menu for those without room; what a key selects is read out; Escape closes the list of lessons.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { audit, middleOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function tap(page, id) {
  await page.waitForFunction((name) => window.lab.rect(name) !== null, id);
  const { x, y } = await middleOf(page, id);
  await page.touchscreen.tap(x, y);
  await settled(page);
}

/** Opens the list of lessons and closes it with Escape, which gives the focus back, and by a press elsewhere. */
async function listOpensAndCloses(page) {
  const list = page.locator('details.contents'), summary = list.locator('summary');
  await summary.click();
  assert.equal(await list.getAttribute('open'), '');
  await list.locator('a').first().focus();
  await page.keyboard.press('Escape');
  assert.equal(await list.getAttribute('open'), null);
  assert.ok(await summary.evaluate((node) => node === document.activeElement), 'the focus is back');
  await summary.click();
  await page.mouse.click(2, 300);
  assert.equal(await list.getAttribute('open'), null);
}

describe('tabs and keys', { timeout: 120_000 }, () => {
  test('on a phone, in a lesson with many figures', () => site.play('neural-turing-machine/', async (page) => {
    await settled(page);
    await page.evaluate(() => document.querySelector('.figure').scrollIntoView());
    await settled(page);
    const figures = await page.evaluate(() => window.lab.figures().map(({ id }) => id));
    const inRow = await page.evaluate((ids) => ids.filter((id) => window.lab.rect(`tab:${id}`)), figures);
    assert.ok(inRow.length < figures.length, 'not all have room');
    const [row, figure] = await page.evaluate((id) => [window.lab.rect(`tab:${id}`), window.lab.rect('figure')], inRow[0]);
    assert.ok(row.y + row.height <= figure.y + 1, 'above the figure');
    await tap(page, 'tab:more');
    await tap(page, `tab:${figures.at(-1)}`);
    assert.equal(await page.evaluate(() => window.lab.figure()), figures.at(-1));
    assert.equal(await page.locator('.figure-choice').isVisible() && (await page.locator('.figure-choice').boundingBox()).width > 2, false, 'no second row of them');

    await page.evaluate((id) => window.lab.figure(id), figures[0]);
    await page.locator('#lab-keys').focus();
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.querySelector('.figure-status').textContent !== '');
    const first = await page.locator('.figure-status').textContent();
    await page.keyboard.press('n');
    await page.waitForFunction((before) => document.querySelector('.figure-status').textContent !== before, first);

    await page.keyboard.press('f');
    await page.waitForFunction((id) => window.lab.figure() === id, figures[1]);
    await page.waitForFunction((count) => new RegExp(`^Figure 2 of ${count}: `).test(document.querySelector('.figure-status').textContent), figures.length);
    assert.match(await page.locator('#lab-keys').getAttribute('aria-label'), /F and Shift F/);

    await listOpensAndCloses(page);
    assert.deepEqual(await audit(page), []);
  }, { context: phone }));

  test('the list of lessons closes on pages without a figure too', async () => {
    for (const address of ['reference/', 'benchmark/', 'source/']) await site.visit(address, listOpensAndCloses);
  });
});
