// The front page's replay: who only looks sees the training run once. Whatever is done ends it, and it leaves nothing behind.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const options = { timeout: 240_000 };
const SURELY_MS = 4000; // after which it would have begun
/** Replays are for quick machines, and every machine is quick enough that takes its seconds for quarters. */
const quick = { init: () => { const now = performance.now.bind(performance); performance.now = () => now() / 4; } };
const wide = { ...quick, context: { viewport: { width: 1440, height: 900 } } };
const PROGRESS = /^A replay: step \d+ of \d+\. Any press or key ends it\.$/;

const training = (page) => page.evaluate(() => window.lab.training());
const progress = (page) => page.locator('.birth-progress').innerText();
const underWay = (page, step = 3) => page.waitForFunction((least) => window.lab.training().step >= least, step, { timeout: 60_000 });
/** What a visitor finds who sees nothing of it. */
const found = (page) => page.evaluate(() => ({
  address: location.href, query: window.lab.query(), undo: window.lab.history().undo, redo: window.lab.history().redo, runs: window.lab.runs().length, film: window.lab.film().frames.length,
  step: window.lab.training().step, progress: document.querySelector('.birth-progress').textContent, seen: document.querySelector('.birth-seen').textContent, button: document.querySelector('[data-birth=run]').textContent,
}));
/** Resolves when the shipped pair is there, and the words say so. */
const isShipped = (page) => page.waitForFunction(() => window.lab.training().step === 0 && window.lab.training().phase === 'idle' && /^After 400/.test(document.querySelector('.birth-seen').textContent));

describe('the replay of the front page', options, () => {
  test('shows the training once, says what is seen, and ends where it began', () => site.play('', async (page) => {
    await isShipped(page);
    const begun = await found(page);
    await page.evaluate(() => {
      window.said = [];
      window.sentences = [];
      const seen = document.querySelector('.birth-seen');
      new MutationObserver(() => window.sentences.push(seen.textContent)).observe(seen, { childList: true });
      document.querySelector('.figure').addEventListener('drawn', () => {
        const { step } = window.lab.training(), [progress, seen] = ['.birth-progress', '.birth-seen'].map((part) => document.querySelector(part).textContent);
        window.said.push({ step, progress, seen });
      });
    });
    await underWay(page);
    assert.match(await progress(page), PROGRESS);
    assert.equal(await page.locator('[data-birth=run]').innerText(), 'Train both from nothing', 'the button offers what it did');
    assert.ok(!await page.locator('.toolbar .film').isVisible());
    assert.deepEqual(await page.evaluate(() => [location.search, window.lab.history().undo]), ['', 0]);
    await underWay(page, 200);
    await isShipped(page);
    assert.deepEqual(await found(page), begun);
    const said = await page.evaluate(() => window.said);
    const middle = said.filter(({ step }) => step > 5 && step < 400);
    assert.ok(middle.length > 4, `${middle.length} pictures`);
    assert.deepEqual(middle.filter(({ step, progress, seen }) => !progress.includes(`step ${step} of`) || !seen.startsWith(`At step ${step} of`)).slice(0, 3), [], 'words and picture are of one step');
    const sentences = await page.evaluate(() => window.sentences.slice(window.sentences.findIndex((text) => text.startsWith('At step'))));
    assert.deepEqual(sentences.filter((text) => /know nothing/.test(text)), [], 'at its end the pair has not just begun');
    await page.waitForTimeout(SURELY_MS);
    assert.equal((await training(page)).step, 0, 'and never again');
  }, wide));

  for (const [what, act] of [
    ['a press anywhere', (page) => page.mouse.click(700, 60)],
    ['a key', (page) => page.keyboard.press('Shift')],
    ['a finger on the figure', (page) => page.touchscreen.tap(195, 500)],
    ['a hidden tab', (page) => page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
      delete document.hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    })],
    ['the picture out of sight', async (page) => {
      await page.evaluate(() => scrollTo(0, 4000));
      await page.waitForTimeout(300);
      await page.evaluate(() => scrollTo(0, 0));
    }],
  ]) {
    test(`is ended for good by ${what}`, () => site.play('', async (page) => {
      await isShipped(page);
      const begun = await found(page);
      await underWay(page, 20); // from then on a run is kept; at 25 a slow machine is spared, and ends it by itself
      await page.evaluate(() => {
        window.most = 0;
        window.lab.on('train', () => { window.most = Math.max(window.most, window.lab.training().step); });
      });
      await act(page);
      assert.equal((await training(page)).step, 0);
      assert.doesNotMatch(await page.locator('.figure-notice').textContent(), /paused/);
      await isShipped(page);
      await page.waitForTimeout(SURELY_MS);
      assert.deepEqual(await found(page), begun);
      assert.ok(await page.evaluate(() => window.most) < 400, 'it did not come to its end by itself');
    }, what.includes('finger') ? { ...quick, context: { viewport: { width: 390, height: 844 }, hasTouch: true } } : wide));
  }

  test('gives way to the button, which trains from nothing at its first press', () => site.play('', async (page) => {
    await underWay(page, 20);
    await page.locator('[data-birth=run]').click();
    await eventually(async () => assert.match(await progress(page), /^Step \d+ of \d+/));
    assert.ok((await training(page)).step < 25, 'from the beginning');
    assert.equal(await page.locator('[data-birth=run]').innerText(), 'Pause');
    assert.equal(await page.evaluate(() => window.lab.runs().length), 1, 'the replay is no run of the visitor');
  }, wide));

  test('gives way to scripts, which never wait for it', () => site.play('', async (page) => {
    await underWay(page);
    const { share, most } = await page.evaluate(async () => {
      let step = 0;
      window.lab.on('train', () => { step = Math.max(step, window.lab.training().step); });
      await window.lab.idle();
      return { share: [...window.lab.read('held-out').data.slice(-2)][0], most: step };
    });
    assert.ok(share >= 0.95 && most < 400, `${share} of the words, after ${most} steps`);
    assert.equal((await training(page)).step, 0);
    assert.equal(await page.evaluate(() => window.lab.train(3).then(({ step }) => step)), 3);
  }, wide));

  for (const [what, address, context] of [
    ['with reduced motion', '', { reducedMotion: 'reduce' }],
    ['for another picture than the first', '?seed=5', {}],
    ['where training is fixed', '?lock=steps', {}],
  ]) {
    test(`does not begin ${what}`, () => site.play(address, async (page) => {
      await page.waitForTimeout(SURELY_MS);
      assert.equal((await training(page)).step, 0);
      assert.doesNotMatch(await progress(page), /replay/);
    }, { context: { ...wide.context, ...context } }));
  }

  test('does not begin again when the page is loaded again, nor in a frame', () => site.play('', async (page) => {
    await underWay(page);
    await page.reload();
    await page.evaluate(() => window.lab.ready.then(() => {}));
    await page.waitForTimeout(SURELY_MS);
    assert.equal((await training(page)).step, 0);
    await page.evaluate(() => {
      const frame = Object.assign(document.createElement('iframe'), { src: '/', className: 'framed' });
      document.querySelector('main').prepend(frame);
      frame.width = 1200;
      frame.height = 800;
    });
    const frame = await (await page.waitForSelector('.framed')).contentFrame();
    await frame.waitForFunction(() => window.lab?.started);
    await page.waitForTimeout(SURELY_MS);
    assert.equal(await frame.evaluate(() => window.lab.training().step), 0);
  }, wide));
});
