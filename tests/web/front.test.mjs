// The front page: the trained pair at once, both trained anew by one button, the reader's own word, and what is there of the course.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { audit, eventually, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const options = { timeout: 240_000 };
const still = { context: { reducedMotion: 'reduce' } }; // without the replay, which may begin before a slow machine has asked its first question
const training = (page) => page.evaluate(() => window.lab.training());
const idle = (page) => page.evaluate(() => window.lab.idle().then(() => {}));
/** The newest shares of held-out words: with attention, without. */
const shares = (page) => page.evaluate(() => [...window.lab.read('held-out').data.slice(-2)]);
const seen = (page) => page.locator('.birth-seen').innerText();
const run = (page) => page.locator('[data-birth=run]');

describe('the front page', options, () => {
  test('shows the trained pair, spells the reader’s word, and has no complaint of axe', () => site.play('', async (page) => {
    assert.match(await seen(page), /“noitnetta”, all 9 letters right/, 'before anything was computed');
    await idle(page);
    const [attention, none] = await shares(page);
    assert.ok(attention >= 0.95 && none <= 0.3, `${attention} and ${none}`);
    assert.match(await seen(page), new RegExp(`with attention spells ${Math.round(100 * attention)} % of unseen words right, the one without ${Math.round(100 * none)} %`));
    assert.equal(await run(page).innerText(), 'Train both from nothing');
    assert.deepEqual(await audit(page), []);
    assert.equal(await page.evaluate(() => window.lab.url()), new URL('/', site.address).href, 'the picture’s page is this one');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.click('[data-action=controls]');
    await page.locator('.parallel table').first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'a phone scrolls no page sideways');

    await page.fill('#own-word', 'alignment');
    await eventually(async () => assert.match(await seen(page), /Of “alignment” they make “tnemngila”, all 9/));
    await page.fill('#own-word', 'no');
    await eventually(async () => assert.match(await page.locator('.refused').innerText(), /3 to 12 letters/));
    assert.match(await seen(page), /“alignment”/, 'the last word that could be read stays');

    await page.fill('#own-word', 'translate');
    await page.waitForFunction(() => location.search === '?word=translate');
    await page.reload();
    await eventually(async () => assert.match(await seen(page), /Of “translate” they make/));
    assert.equal(await page.locator('#own-word').inputValue(), 'translate');
    await page.click('[data-action=reset]');
    await page.waitForFunction(() => location.search === '');
  }, still));

  test('the button trains both from nothing: the rows stay, attention wins, and it pauses where nobody looks', () => site.play('', async (page) => {
    await idle(page);
    await page.evaluate(() => {
      window.rows = new Set();
      window.lab.on('train', () => window.rows.add(window.lab.read('alignment').shape.join()));
    });
    await run(page).click();
    await eventually(async () => assert.match(await page.locator('.birth-progress').innerText(), /^Step \d+ of \d+/));
    assert.equal(await run(page).innerText(), 'Pause');
    await page.waitForFunction(() => window.lab.training().step > 10);
    const [first] = await shares(page);
    assert.ok(first < 0.5, `${first} right at the beginning: it began from nothing`);

    await page.locator('.part').last().scrollIntoViewIfNeeded();
    let step = -1;
    await eventually(async () => {
      const now = (await training(page)).step, before = step;
      step = now;
      assert.equal(now, before, 'out of sight it stands still');
    });
    assert.ok((await training(page)).buttons.underWay);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction((before) => window.lab.training().step > before, step);

    await run(page).click();
    await eventually(async () => assert.match(await page.locator('.birth-progress').innerText(), /^Paused at step \d+/));
    await run(page).click();
    await page.waitForFunction(() => window.lab.training().step >= window.lab.training().limit, null, { timeout: 120_000 });
    await idle(page);
    const [attention, none] = await shares(page);
    assert.ok(attention >= 0.9 && none <= 0.3 && attention > none, `${attention} and ${none}`);
    assert.deepEqual(await page.evaluate(() => [...window.rows]), ['10,10']);
    await eventually(async () => assert.equal(await run(page).innerText(), 'Train both once more'));
    assert.match(await seen(page), /^After \d+ steps from random weights/);
  }));

  test('while they train, the words are of the step that the picture shows', () => site.play('', async (page) => {
    await idle(page);
    await page.evaluate(() => {
      window.seen = [];
      let frames = 0;
      const look = () => {
        const { step, limit } = window.lab.training();
        const now = window.lab.stats().frames;
        if (now !== frames && step > 0 && step < limit) window.seen.push([step, Number(/Step (\d+)/.exec(document.querySelector('.birth-progress').textContent)?.[1])]);
        frames = now;
        requestAnimationFrame(look);
      };
      look();
    });
    await run(page).click();
    await page.waitForFunction(() => window.seen.length >= 30 || window.lab.training().step >= window.lab.training().limit);
    assert.ok(await page.evaluate(() => window.seen.length) > 8);
    const late = await page.evaluate(() => window.seen.slice(5).filter(([drawn, told]) => drawn !== told)); // not the frames before the first word of it
    assert.deepEqual(late, [], 'step drawn, step told');
  }, still));

  test('a place on the map fetches no program before the picture is in sight', () => site.visit(`#${slugs.at(-1)}`, async (page) => {
    const wasm = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.wasm')).length);
    await page.waitForFunction(() => document.readyState === 'complete' && window.lab);
    assert.equal(await wasm(), 0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.evaluate(() => window.lab.ready.then(() => {}));
    assert.ok(await wasm() > 0);
  }));
});
