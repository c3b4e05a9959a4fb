// A text of the reader's own in lesson 11: taken, learned in workers that have it too, and missed after a reload.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { drop, paste } from './own_files.mjs';
import { Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const address = 'language-models/';
const notice = (page) => page.locator('.figure-notice');
const RHYME = Array.from({ length: 120 }, (_, i) => `Number ${i} sat on a wall, number ${i} had a great fall.\n`).join('');
const SETTINGS = { width: '32', context: '32', weights: 'seed' };

/** Learns the rhyme for 150 steps with at most so many workers: how many were at it, the loss, and the weights' digest. */
const trained = (page, workers) => page.evaluate(async ([most, text, settings]) => {
  await window.lab.whole();
  window.lab.workers(most);
  window.lab.take(text);
  await window.lab.set(settings);
  window.lab.restart();
  let used = 0;
  window.lab.on('train', () => { used = Math.max(used, window.lab.workers()); });
  await window.lab.set({ steps: 150 });
  await window.lab.idle();
  const digest = await crypto.subtle.digest('SHA-256', window.lab.saveWeights());
  return { used, loss: window.lab.metrics().loss, weights: [...new Uint8Array(digest)].join(' ') };
}, [workers, RHYME, SETTINGS]);

describe('a text of the reader\u2019s own', { timeout: 180_000 }, () => {
  test('a text is dropped, read by characters, and shown', () => site.play(address, async (page) => {
    await drop(page, RHYME, 'rhyme.txt');
    await notice(page).waitFor();
    assert.match(await notice(page).innerText(), /characters were taken.*Nothing is sent anywhere/s);
    assert.equal(await page.evaluate(() => window.lab.get('reads')), 'text');
    assert.ok(await page.evaluate(() => window.lab.read('logits').shape[1]) < 60);
    assert.match((await page.locator('.own-data').allInnerTexts()).join(' '), /your own text/);
  }));

  test('one that is too short is refused in a sentence', () => site.play(address, async (page) => {
    await paste(page, 'only a few words');
    await notice(page).waitFor();
    assert.match(await notice(page).innerText(), /at least 2,000 characters, and this has 16/);
    assert.equal(await page.evaluate(() => window.lab.get('reads')), 'stories');
  }));

  test('workers learn the same text to the same weights', () => site.play(address, async (page) => {
    const alone = await trained(page, 0), together = await trained(page, 2);
    assert.equal(alone.used, 0);
    assert.ok(together.used >= 1, `${together.used} workers`);
    assert.ok(alone.loss < 2.5, `${alone.loss}`);
    assert.deepEqual([together.loss, together.weights], [alone.loss, alone.weights]);
  }));

  test('an address that names a text which is not here says so and reads on', () => site.play(`${address}?reads=text&own-text=6000-123`, async (page) => {
    assert.match(await page.evaluate(() => window.lab.describe()), /not in this page any more/);
    assert.ok(await page.evaluate(() => window.lab.read('logits').shape[0]) > 3);
  }));
});
