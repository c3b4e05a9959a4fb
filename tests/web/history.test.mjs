// Back and Forward within a lesson: what a link of the text brings is a step of the browser's history, what a hand drags is not.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { addressWritten, everyThird, middleOf, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const query = (page) => page.evaluate(() => window.lab.query());
const showsQuery = (page, wanted) => page.waitForFunction((text) => window.lab.query() === text, wanted, { timeout: 5000 });

/** Whether the page is the one that was marked, and not one loaded anew. */
const mark = (page) => page.evaluate(() => { window.sameDocument = true; });
const isMarked = (page) => page.evaluate(() => window.sameDocument === true);

for (const slug of everyThird(1)) {
  test(`${slug}: Back after a text link undoes the link, Forward does it again`, { timeout: 120_000 }, () => site.play(`${slug}/`, async (page) => {
    await mark(page);
    const states = [await query(page)];
    for (const link of await page.locator('article a[data-set]:visible, article a[data-figure]:visible').all()) {
      if (states.length > 4) break;
      const written = await link.evaluate((way) => {
        way.click(); // a mouse would scroll there first, and reading then brings a scene of its own
        return location.href === window.lab.url();
      });
      assert.ok(written, 'the address is written at once');
      await page.evaluate(() => new Promise((done) => { setTimeout(done); }));
      await page.waitForFunction(() => window.lab.call('playing') === ''); // a link may begin a story
      const now = await query(page);
      if (now !== states.at(-1)) states.push(now);
    }
    assert.ok(states.length > 2, 'links that change the state');
    await addressWritten(page);
    const address = page.url();
    for (const state of states.slice(0, -1).reverse()) {
      await page.goBack();
      await showsQuery(page, state);
      assert.equal(page.url(), await page.evaluate(() => window.lab.url()));
    }
    for (const state of states.slice(1)) {
      await page.goForward();
      await showsQuery(page, state);
    }
    assert.equal(page.url(), address);
    assert.ok(await isMarked(page), 'without a page load');
  }));
}

describe('in the first lesson', { timeout: 120_000 }, () => {
  const address = 'pooling/?figure=pairs';
  const link = (page) => page.locator('article a[data-set*="temperature"]:visible').first();

  test('dragging replaces the address, and goes with the entry it was made in', () => site.play(address, async (page) => {
    await mark(page);
    const entries = await page.evaluate(() => history.length);
    await settled(page);
    const from = await middleOf(page, 'query');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y - 30, { steps: 6 });
    await page.mouse.up();
    await addressWritten(page);
    const dragged = await query(page);
    assert.match(page.url(), /query=/);
    assert.equal(await page.evaluate(() => history.length), entries, 'no entry for a drag');
    await link(page).click();
    const linked = await query(page);
    assert.equal(await page.evaluate(() => history.length), entries + 1);
    await page.goBack();
    await showsQuery(page, dragged);
    await page.goForward();
    await showsQuery(page, linked);
    assert.ok(await isMarked(page));
  }));

  test('a link that changes nothing makes no entry', () => site.play(address, async (page) => {
    await link(page).click();
    const entries = await page.evaluate(() => history.length);
    await link(page).click();
    assert.equal(await page.evaluate(() => history.length), entries);
  }));

  test('Back keeps what can be undone and the answers given, and leads on to the lesson before', () => site.play(address, async (page) => {
    await mark(page);
    const section = page.locator('.exercise:has(input[type=radio])').first();
    await section.locator('input[type=radio]').first().check();
    await section.getByRole('button', { name: 'Lock in' }).click();
    const afterLock = await query(page);
    await link(page).click();
    await page.goBack();
    await showsQuery(page, afterLock);
    assert.ok(await page.evaluate(() => window.lab.exercises().some(({ locked }) => locked !== null)), 'the prediction stays');
    assert.ok(await page.evaluate(() => window.lab.history().undo > 0), 'what was done can be undone');
    await page.locator('.neighbour.next').click();
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug, slugs[1]);
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.lesson === 'pooling' && window.lab.lesson().slug === 'pooling');
    await showsQuery(page, afterLock);
    assert.ok(await isMarked(page));
  }));

  test('a mask painted in lesson 04 opens in lesson 16 as a graph, as the picture reads it, and comes back', () => site.play('self-attention/?figure=mask&text=dog%20bites%20man&preset=causal&flipped=true', async (page) => {
    const mask = () => page.evaluate(() => window.lab.call('text', 'mask'));
    await page.locator('article a[data-carry][data-lesson="graph-attention"]').first().click();
    await page.waitForFunction(() => document.body.dataset.lesson === 'graph-attention' && window.lab.lesson().slug === 'graph-attention');
    assert.equal(await page.evaluate(() => window.lab.get('text')), 'dog bites man');
    assert.deepEqual(await page.evaluate(() => window.lab.get('mask')), [[false, true, true], [false, false, true], [false, false, false]]);
    await page.evaluate(() => window.lab.set({ mask: '110;011;111' }));
    const painted = await mask();
    await page.locator('article a[data-carry][data-lesson="self-attention"]').first().click();
    await page.waitForFunction(() => document.body.dataset.lesson === 'self-attention' && window.lab.lesson().slug === 'self-attention');
    assert.equal(await mask(), painted);
  }));
});
