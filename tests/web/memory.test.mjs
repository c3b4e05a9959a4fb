// What the page holds: the memory of the program at its start and in each lesson, and nothing that piles up while lessons change.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { everyThird, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const MIB = 2 ** 20;
/** Lessons with a matrix of 2,048 x 2,048 may take more. */
const most = (figures) => (figures.some(({ id }) => id === 'long-text') ? 128 : 64);
const SWITCHES = 500;
const stats = (page) => page.evaluate(() => window.lab.stats());

describe('memory', { timeout: 400_000 }, () => {
  test('begins below 24 MiB', () => site.play(`${slugs[0]}/`, async (page) => {
    const { heapBytes } = await stats(page);
    assert.ok(heapBytes < 24 * MIB, `${(heapBytes / MIB).toFixed(1)} MiB`);
  }));

  for (const slug of everyThird(2)) {
    test(`${slug} stays below its limit, on the GPU too and in training`, () => site.play(`${slug}/`, async (page) => {
      await page.evaluate(async () => {
        await window.lab.whole();
        for (const { id } of window.lab.figures()) window.lab.figure(id);
        window.lab.setBackend('gl');
        window.lab.describe();
        if (window.lab.training().trained) {
          window.lab.set({ weights: 'seed' });
          await window.lab.train(40);
        }
        await window.lab.idle();
      });
      await settled(page);
      const { heapBytes } = await stats(page);
      const limit = most(await page.evaluate(() => window.lab.figures()));
      assert.ok(heapBytes < limit * MIB, `${(heapBytes / MIB).toFixed(1)} MiB of ${limit}`);
    }));
  }

  test(`${SWITCHES} changes of the lesson leave no memory, texture or worker behind`, () => site.play(`${slugs[0]}/`, async (page) => {
    const change = (count) => page.evaluate(async ([all, times]) => {
      for (let i = 0; i < times; ++i) {
        await window.lab.open(all[i % all.length]);
        if (i % 97 === 0) window.lab.setBackend(i % 2 ? 'auto' : 'gl');
        if (i % 53 === 0 && window.lab.training().trained) window.lab.run();
      }
      await window.lab.open(all[0]);
      await window.lab.idle();
    }, [slugs, count]);
    await change(200); // what lessons keep for the next visit is there now
    const before = await stats(page);
    await change(SWITCHES - 200);
    await page.waitForFunction(() => window.lab.stats().workers === 0);
    const { heapBytes, textures, workers } = await stats(page);
    assert.ok(heapBytes <= before.heapBytes + MIB, `the heap grew by ${((heapBytes - before.heapBytes) / MIB).toFixed(1)} MiB`);
    assert.ok(textures > 0 && textures <= before.textures + 8, `${textures} textures, before ${before.textures}`);
    assert.equal(workers, 0);
  }));
});
