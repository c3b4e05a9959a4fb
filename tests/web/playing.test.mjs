// What is stepped plays: under the figure, among the page's controls, in an embed, by key; and nothing is drawn between its steps.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, middleOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const options = { timeout: 120_000 };
const step = (page, id = 'step') => page.evaluate((name) => window.lab.get(name), id);
const plays = (page) => page.evaluate(() => window.lab.call('playing'));
const comesTo = (page, value) => page.waitForFunction((wanted) => window.lab.get('step') === wanted, value);
const ends = (page) => page.waitForFunction(() => window.lab.call('playing') === '');
const press = async (page, id) => {
  const { x, y } = await middleOf(page, id);
  await page.mouse.click(x, y);
};

describe('a process that plays', options, () => {
  test('goes on by one, ends at its end, and plays from the beginning again', () => site.play('recurrent/?figure=step&step=6', async (page) => {
    await settled(page);
    await press(page, 'step:play');
    await comesTo(page, 7);
    await ends(page);
    assert.equal(await step(page), 8, 'the sequence has eight steps');
    assert.equal(await page.evaluate(() => window.lab.history().undo), 1, 'one step of undo');
    await press(page, 'step:play');
    await comesTo(page, 1);
    await comesTo(page, 3);
    await press(page, 'step:play');
    await ends(page);
    const at = await step(page);
    await settled(page, 1500);
    assert.equal(await step(page), at, 'paused is paused');
  }));

  test('a hand on the clock pauses it, and no frame is drawn between two steps', () => site.play('recurrent/?figure=step&step=1', async (page) => {
    await settled(page);
    await page.evaluate(() => window.lab.play('step'));
    await comesTo(page, 2);
    const { still, after } = await page.evaluate(async () => {
      await new Promise((done) => setTimeout(done, 450)); // motion has ended
      const from = window.lab.stats().frames, at = window.lab.get('step');
      await new Promise((done) => setTimeout(done, 200));
      return { still: window.lab.get('step') !== at || window.lab.stats().frames === from, after: at };
    });
    assert.ok(still, `at step ${after}`);
    await page.evaluate(() => window.lab.set({ step: window.lab.get('step') - 1 }));
    assert.equal(await plays(page), '');
  }));

  test('by the controls of the page, on a phone and with reduced motion', () => site.play('recurrent/?figure=step&step=7', async (page) => {
    await page.locator('[data-action=controls]').click();
    const button = page.locator('[data-param=step] .walk .primary');
    assert.equal(await button.innerText(), 'Play');
    await button.focus();
    await page.keyboard.press('Enter');
    await comesTo(page, 8);
    await ends(page);
    await page.waitForFunction(() => document.querySelector('[data-param=step] .walk .primary').textContent === 'Play');
    await eventually(async () => assert.ok(await page.locator('[data-param=step] .walk button').last().isDisabled(), 'there is no ninth'));
    assert.equal(await page.locator('[data-param=step] input[type=range]').getAttribute('max'), '8');
  }, { context: { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } }));

  test('in an embed', () => site.play('embed.html?lesson=recurrent&figure=step&step=7&controls=step', async (page) => {
    await page.locator('[data-param=step] .walk .primary').click();
    await comesTo(page, 8);
  }));

  test('in a hidden tab it stands still', () => site.play('recurrent/?figure=step&step=1', async (page) => {
    await settled(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      window.lab.play('step');
    });
    const at = await step(page);
    await settled(page, 2500);
    assert.equal(await step(page), at);
    await page.evaluate(() => {
      delete document.hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await comesTo(page, at + 1);
  }));
});

describe('a story', options, () => {
  const told = (page, stop) => page.waitForFunction((at) => window.lab.get('walk') === at && window.lab.call('playing') === '', stop);

  test('begins by the link that invites to it, and Space goes on without scrolling, until all is told', () => site.play('transformer-block/', async (page) => {
    await page.locator('article a[data-set*="walk=0"]').first().click();
    await told(page, 1);
    const at = await page.evaluate(() => scrollY);
    await page.keyboard.press('Space');
    await told(page, 2);
    assert.equal(await page.evaluate(() => scrollY), at);
    const last = await page.evaluate(() => {
      const { min, max } = window.lab.params().find(({ id }) => id === 'walk');
      window.lab.set({ walk: max });
      return max - min;
    });
    assert.ok(last > 2);
    await page.keyboard.press('Space');
    await page.waitForFunction((before) => scrollY > before, at);
    assert.equal(await page.evaluate(() => window.lab.get('walk')), last, 'then Space is the page’s again');
  }, { context: { viewport: { width: 1440, height: 900 } } }));

  test('Space in a field is a space', () => site.play('transformer-block/?figure=sorting&walk=1', async (page) => {
    await settled(page);
    await page.locator('[data-action=controls]').click();
    await page.locator('[data-param=letters] input, [data-param=word] input, .widget input[type=text], .widget textarea').first().focus();
    await page.keyboard.press('Space');
    await settled(page, 1600);
    assert.equal(await page.evaluate(() => window.lab.get('walk')), 1);
  }));
});
