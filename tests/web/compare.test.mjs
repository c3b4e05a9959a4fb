// A state kept as A beside the present one: both pictures with what differs, by mouse, keyboard and call, in the address, as tables and as
// files; one of the three at a time where the place is narrow.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { addressWritten, audit, eventually, middleOf, ready, settled, Site } from './site.mjs';

const LESSON = 'self-attention/?figure=attention';
const keep = '[data-compare=keep]', swap = '[data-compare=swap]', leave = '[data-compare=leave]';
const compare = (page, ...args) => page.evaluate((all) => window.lab.compare(...all), args);
const said = (page) => page.locator('.compare-said').textContent();
const query = (page) => new URL(page.url()).search;

describe('comparison', () => {
  let site;
  before(async () => { site = await Site.start(); });
  after(() => site.stop());

  test('is kept, changed, read, saved, swapped by key, undone, reloaded and left', () => site.play(LESSON, async (page) => {
    assert.equal(await compare(page), null);
    assert.ok(await page.locator(swap).isHidden());
    await page.click(keep);
    await eventually(async () => assert.equal((await compare(page)).ready, true));
    assert.match(await said(page), /Kept as A/);
    await page.evaluate(() => window.lab.set({ preset: 'causal' }));
    await settled(page);
    const [a, b, difference] = await page.evaluate(() => ['a:weights', 'weights', 'difference:weights'].map((name) => window.lab.read(name).data[1]));
    assert.ok(a > 0 && b === 0);
    assert.equal(difference, b - a);

    const [inA, inB, between] = await Promise.all(['a:weights[0,1]', 'weights[0,1]', 'difference:weights[0,1]'].map((id) => middleOf(page, id)));
    assert.ok(inA.x < inB.x && Math.abs(inA.y - inB.y) < 1, 'beside each other, cell for cell');
    assert.ok(between.y > inB.y, 'and the difference below');
    const before = await page.evaluate(() => window.lab.query());
    await page.mouse.click(inA.x, inA.y);
    await settled(page);
    assert.equal(await page.evaluate(() => window.lab.query()), before, 'a press in A changes nothing');
    assert.ok(Math.abs(await page.evaluate(() => window.lab.explain('a:weights', 0, 1).value) - a) < 1e-6);
    await page.keyboard.press('Escape');

    const { message, settings, result } = await compare(page);
    assert.deepEqual(settings.map(({ id, a: was, b: is }) => [id, was, is]), [['preset', 'none', 'causal']]);
    assert.equal(result, 'weights');
    await eventually(async () => assert.ok((await page.locator('.compared').textContent()).includes(message)));
    assert.equal(await page.locator('.compared [data-result="difference:weights"] td').count(), 37);
    const files = await page.evaluate(async () => {
      const [csv, svg, json] = await Promise.all(['csv', 'svg', 'json'].map(async (format) => (await window.lab.export(format)).text()));
      return { csv, svg, json: JSON.parse(json), png: (await window.lab.export('png')).size };
    });
    assert.match(files.csv, /\r\na:weights,/);
    assert.match(files.csv, /\r\ndifference:weights,/);
    assert.match(files.svg, /B − A/);
    assert.deepEqual([files.json.a.settings.preset, files.json.settings.preset, files.json.difference.weights.shape], ['none', 'causal', [6, 6]]);
    assert.ok(files.png > 10_000);
    assert.deepEqual(await audit(page), []);

    await page.focus(swap);
    await page.keyboard.press('Enter');
    assert.match(await said(page), /changed places/);
    assert.equal(await page.evaluate(() => window.lab.get('preset')), 'none');
    await page.evaluate(() => window.lab.undo());
    assert.equal(await page.evaluate(() => window.lab.get('preset')), 'causal', 'a swap is one step of undo');
    await compare(page, 'show', 'weights');
    await addressWritten(page);
    assert.match(query(page), /[?&]a=preset%3Dcausal&compare=weights/);

    await page.reload();
    await ready(page);
    await settled(page);
    assert.deepEqual([await compare(page)].map(({ query: of, result: chosen }) => [of, chosen]), [['preset=causal', 'weights']]);
    assert.equal(await page.evaluate(() => window.lab.get('preset')), 'causal');

    await page.setViewportSize({ width: 1280, height: 640 });
    await settled(page);
    const [kept, now] = await Promise.all(['a:weights[0,1]', 'weights[0,1]'].map((id) => middleOf(page, id)));
    assert.ok(kept.x < now.x && Math.abs(kept.y - now.y) < 1, 'still beside each other, with room for their numbers');
    assert.equal(await page.evaluate(() => window.lab.rect('difference:weights[0,1]')), null, 'and the difference is a press away');

    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    assert.equal(await page.evaluate(() => window.lab.rect('a:weights[0,0]')), null);
    const toggle = await middleOf(page, 'compare:difference');
    await page.mouse.click(toggle.x, toggle.y);
    await settled(page);
    assert.equal((await compare(page)).side, 'difference');
    const cell = await page.evaluate(() => window.lab.rect('difference:weights[5,5]'));
    assert.ok(cell.width > 20 && cell.x + cell.width <= 390, 'within the phone');
    await page.click(leave);
    assert.equal(await compare(page), null);
    assert.ok(await page.locator(keep).evaluate((button) => button === document.activeElement));
    await addressWritten(page);
    assert.doesNotMatch(query(page), /[?&]a=/);
  }, { context: { viewport: { width: 1920, height: 1080 } } }));

  test('of an address that is wrong in part: what is wrong is said, and the rest holds', () => site.play(`${LESSON}&heads=4&a=heads%3D3%26preset%3Dcausal`, async (page) => {
    assert.match(await page.locator('.stage-notice').textContent(), /state to compare with, A/);
    assert.equal((await compare(page)).query, 'preset=causal');
    assert.equal(await page.evaluate(() => String(window.lab.get('heads'))), '4');
  }));
});
