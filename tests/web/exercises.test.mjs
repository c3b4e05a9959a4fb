// Exercises on their own scenes: whatever was left on the figure, an exercise begins with its scene, a prediction is locked and checked on
// it, and the page waits for a model that is still on its way. A lesson's tests share one page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, otherValues, ready, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const query = (page) => page.evaluate(() => window.lab.query());
const state = (page, id) => page.evaluate((name) => window.lab.exercises().find((row) => row.id === name), id);
const button = (section, name) => section.getByRole('button', { name });

/** The figure stays as it is left while the page scrolls from exercise to exercise. */
const pin = (page) => page.locator('[data-pin]').click();

/** Leaves another state on the figure, but for training, which would take its time. */
async function leaveAnotherState(page) {
  const values = await page.evaluate(otherValues);
  for (const id of ['steps', 'task', 'model', 'cell']) delete values[id];
  await page.evaluate((others) => window.lab.set(others), values);
  return query(page);
}

/** The query that the program writes of each exercise's scene, opened on a fresh figure. */
const sceneQueries = (page, slug) => page.evaluate(async (name) => {
  const queries = {};
  for (const { id, scene } of window.lab.exercises()) {
    await window.lab.open(name, scene);
    queries[id] = window.lab.query();
  }
  await window.lab.open(name);
  return queries;
}, slug);

for (const slug of slugs) {
  describe(slug, { timeout: 300_000 }, () => {
    let page, close, scenes;
    before(async () => {
      ({ page, close } = await site.open(`${slug}/`));
      await ready(page);
      scenes = await sceneQueries(page, slug);
      await pin(page);
    });
    after(() => close());

    test('an exercise begins with its scene, by its link or by locking a prediction, whatever was left', async () => {
      for (const section of await page.locator('.exercise').all()) {
        const id = await section.getAttribute('data-exercise');
        assert.equal(await section.getAttribute('data-scene'), (await state(page, id)).scene, `${id}: page and program agree on the scene`);
        const options = section.locator('input[type=radio]');
        const left = await leaveAnotherState(page);
        assert.notEqual(left, scenes[id]);
        assert.equal((await state(page, id)).begun, false);
        if (await options.count() === 0) assert.ok(!await button(section, 'Check the picture').isVisible(), 'nothing to check before the scene');
        await section.locator('.scene a').click();
        assert.equal(await query(page), scenes[id], `${id}: the link brings the scene`);
        assert.equal((await state(page, id)).begun, true);
        await page.evaluate(() => window.lab.undo());
        assert.equal(await page.evaluate(() => window.lab.query().replace(/&?figure=[^&]*/, '')), left.replace(/&?figure=[^&]*/, ''), `${id}: one step of undo`);
        if (await options.count() === 0) {
          assert.ok(await button(section, 'Check the picture').isVisible());
          continue;
        }
        await page.evaluate((name) => window.lab.open(name), slug);
        await leaveAnotherState(page);
        assert.ok(await button(section, 'Lock in').isDisabled(), `${id}: nothing is chosen yet`);
        await options.first().check();
        await button(section, 'Lock in').click();
        assert.equal(await query(page), scenes[id], `${id}: locking brings the scene`);
        assert.deepEqual(await page.evaluate((name) => window.lab.exercises().find((row) => row.id === name).locked, id), 0);
      }
    });

    test('a prediction is checked on the scene, an exercise without on what was made of it; Try again begins afresh', async () => {
      await page.evaluate((name) => window.lab.open(name), slug);
      const sections = await page.locator('.exercise').all();
      assert.ok(sections.length >= 2);
      for (const section of sections) {
        const id = await section.getAttribute('data-exercise');
        const options = section.locator('input[type=radio]');
        const predicts = await options.count() > 0;
        assert.ok(!await section.locator('.explanation').isVisible(), `${id}: no explanation before the answer`);
        if (predicts) {
          await options.last().check();
          await button(section, 'Lock in').click();
          assert.ok(await options.first().isDisabled(), `${id}: the prediction is locked`);
        } else {
          await section.locator('.scene a').click();
        }
        const left = await leaveAnotherState(page);
        await button(section, /Compute the answer|Check the picture/).click();
        await section.locator('.explanation').waitFor({ timeout: 60_000 });
        assert.equal(await query(page), predicts ? scenes[id] : left, id);
        assert.ok((await section.locator('.verdict').innerText()).length > 20, 'a verdict in words');
        await button(section, 'Try again').click();
        assert.equal(await query(page), scenes[id], `${id}: the scene again`);
        assert.ok(!await section.locator('.explanation').isVisible());
        assert.equal((await state(page, id)).locked, null);
        if (predicts) assert.ok(await options.first().isEnabled() && !await options.last().isChecked(), `${id}: a free choice`);
      }
    });
  });
}

describe('a model that is still on its way', { timeout: 120_000 }, () => {
  test('is waited for, in words, before an answer is computed', () => site.visit('alignment/', async (page) => {
    let release;
    const released = new Promise((done) => { release = done; });
    await page.route('**/weights/*', (route) => released.then(() => route.continue()));
    await page.reload();
    await page.waitForFunction(() => window.lab?.started);
    const section = page.locator('.exercise:has(input[type=radio])').first();
    await section.locator('input[type=radio]').first().check();
    await button(section, 'Lock in').click();
    await button(section, 'Compute the answer').click();
    await eventually(async () => assert.match(await section.locator('.verdict').innerText(), /^Waiting until the model is loaded/));
    assert.ok(await button(section, 'Compute the answer').isDisabled());
    assert.ok(!await section.locator('.explanation').isVisible());
    release();
    await section.locator('.explanation').waitFor({ timeout: 60_000 });
    assert.match(await section.locator('.verdict').innerText(), /predicted/);
  }));
});

test('without the program the link of an exercise leads to its scene', { timeout: 60_000 }, () => site.visit('pooling/', async (page) => {
  const link = page.locator('.exercise .scene a').first();
  await link.click();
  await page.waitForURL(/\?figure=/);
}, { context: { javaScriptEnabled: false }, allowed: /^failed: .*\.js$/ })); // scripts that were fetched ahead
