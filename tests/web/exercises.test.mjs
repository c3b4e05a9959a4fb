// Exercises on their own scenes: whatever was left on the figure, an exercise begins with its scene, a prediction is locked and checked on
// it, and the page waits for a model that is still on its way. A lesson's tests share one page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, everyThird, otherValues, ready, settled, Site } from './site.mjs';

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

for (const slug of everyThird(2)) {
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

describe('two adjoining exercises of the first lesson', { timeout: 120_000 }, () => {
  const still = { context: { reducedMotion: 'reduce' } };
  const exercise = (page, id) => page.locator(`.exercise[data-exercise=${id}]`);
  const current = (page) => page.locator('.exercise.is-current').evaluateAll((all) => all.map(({ dataset }) => dataset.exercise));
  const isCurrent = (page, id) => eventually(async () => assert.deepEqual(await current(page), [id]));
  const bottomOf = (page, id) => exercise(page, id).evaluate((section) => section.getBoundingClientRect().bottom / innerHeight);
  const solving = { query: [0.34, -0.18], temperature: 0.5 };
  /** With the foot of `id` at a share of the window's height. */
  const footAt = (page, id, share) => exercise(page, id).evaluate((section, part) => {
    scrollBy({ top: section.getBoundingClientRect().bottom - part * innerHeight, behavior: 'instant' });
  }, share);

  test('the one that the reader acts in is the live one, as long as it is in sight', () => site.play('pooling/', async (page) => {
    await page.mouse.wheel(0, 40);
    await footAt(page, 'forty', 0.22);
    await page.mouse.wheel(0, 8);
    await isCurrent(page, 'copy');
    await exercise(page, 'forty').locator('.scene a').click();
    await isCurrent(page, 'forty');
    assert.match(await exercise(page, 'forty').locator('.verdict').innerText(), /^So far:/);
    await page.mouse.wheel(0, 30);
    await settled(page, 500);
    assert.deepEqual(await current(page), ['forty'], 'the next one is at the reading position, and the reader acts in this one');
    const answer = exercise(page, 'copy').locator('input[type=radio]').first();
    await eventually(async () => {  // the page may still be scrolling below the hand
      await answer.click();
      assert.ok(await answer.isChecked());
    });
    await isCurrent(page, 'copy');
    assert.equal((await state(page, 'forty')).live, false);
    await exercise(page, 'forty').locator('.scene a').click();
    await isCurrent(page, 'forty');
    for (let turns = 0; turns < 40 && (await bottomOf(page, 'forty')) > 0.14; ++turns) await page.mouse.wheel(0, 30);
    await isCurrent(page, 'copy');
  }, still));

  test('a picture that solves an exercise is told, whatever was pressed before', () => site.play('pooling/', async (page) => {
    const section = exercise(page, 'forty'), verdict = section.locator('.verdict');
    const says = (pattern) => eventually(async () => assert.match(await verdict.innerText(), pattern));
    await section.locator('.scene a').click();
    await button(section, 'Check the picture').click();
    await says(/^Not yet\./);
    await page.evaluate((values) => window.lab.set(values), solving);
    await says(/^There\./);
    await button(section, 'Try again').click();
    await says(/^So far:/);
    assert.ok(!await section.locator('.explanation').isVisible(), 'it begins afresh');
    await page.evaluate(() => window.lab.undo());
    await says(/^There\./);
    assert.ok(await section.locator('.explanation').isVisible());
    await page.locator('[data-scene-of="temperature"]').first().click();
    await says(/^You had it\.$/);
    await page.locator('[data-own]').click();
    await says(/^There\./);
    await page.evaluate(() => window.lab.set({ query: [0, 0] }));
    await eventually(async () => assert.doesNotMatch(await verdict.innerText(), /^There/));
  }, still));

  test('what was said of a wrong answer goes with its picture', () => site.play('pooling/', async (page) => {
    const section = exercise(page, 'forty'), verdict = section.locator('.verdict');
    await section.locator('.scene a').click();
    await button(section, 'Check the picture').click();
    await eventually(async () => assert.match(await verdict.innerText(), /^Not yet\./));
    await page.locator('[data-scene-of="temperature"]').first().click();
    await eventually(async () => assert.equal(await verdict.innerText(), ''));
  }, still));
});

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
