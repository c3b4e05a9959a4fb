// Training in workers: the same weights with any number of them, frames meanwhile, a pause that holds, and what happens where no worker starts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { Host, frameOf } from './host.mjs';
import { settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const options = { timeout: 240_000 };
const HEAVY = 'transformer/?weights=seed';

/** Trains to `steps` with at most so many workers; the number that was at it, and the weights' digest. */
const trained = (page, workers, steps) => page.evaluate(async ([most, wanted]) => {
  await window.lab.whole();
  window.lab.workers(most);
  window.lab.restart();
  let used = 0, alive = 0;
  window.lab.on('train', () => {
    used = Math.max(used, window.lab.workers());
    alive = Math.max(alive, window.lab.stats().workers);
  });
  await window.lab.set({ steps: wanted });
  await window.lab.idle();
  const digest = await crypto.subtle.digest('SHA-256', window.lab.saveWeights());
  return { used, alive, steps: window.lab.training().step, frames: window.lab.film().frames, weights: [...new Uint8Array(digest)].join(' ') };
}, [workers, steps]);
const run = (page) => page.evaluate(() => { window.lab.run(); });
const step = (page) => page.evaluate(() => window.lab.training().step);
const untilUsed = (page, least = 1) => page.waitForFunction((n) => window.lab.workers() >= n, least);

describe('workers', options, () => {
  test('give the same weights and the same film with any number, and without', () => site.play(HEAVY, async (page) => {
    const alone = await trained(page, 0, 130);
    assert.equal(alone.alive, 0);
    for (const workers of [1, 2, 8]) {
      const { used, alive, ...rest } = await trained(page, workers, 130);
      assert.ok(used >= 1 && alive >= 1 && alive <= workers, `${workers}: ${used} of ${alive}`);
      assert.deepEqual(rest, { weights: alone.weights, steps: 130, frames: alone.frames }, `${workers} workers`);
    }
  }));

  test('begin with the weights that the page has, and a pause, a step and a run go on from one another', () => site.play(HEAVY, async (page) => {
    await run(page);
    await untilUsed(page);
    await page.waitForFunction(() => window.lab.training().step > 60);
    const paused = await page.evaluate(() => { window.lab.pause(); return window.lab.training().step; });
    await settled(page, 300);
    assert.equal(await step(page), paused, 'a pause stays where the picture is');
    await page.evaluate(() => window.lab.train(1));
    assert.equal(await step(page), paused + 1);
    const wanted = paused + 40;
    const weights = await page.evaluate(async (steps) => {
      await window.lab.set({ steps });
      await window.lab.idle();
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', window.lab.saveWeights()))].join(' ');
    }, wanted);
    assert.equal((await trained(page, 0, wanted)).weights, weights);
  }));

  test('leave the page its frames', () => site.play(HEAVY, async (page) => {
    await run(page);
    await untilUsed(page);
    const { asked, drawn, steps } = await page.evaluate(() => new Promise((done) => {
      const frames = window.lab.stats().frames, from = window.lab.training().step;
      let asked = 0;
      const tick = () => {
        ++asked;
        const drawn = window.lab.stats().frames - frames;
        if (drawn < 5) return requestAnimationFrame(tick);
        done({ asked, drawn, steps: window.lab.training().step - from });
      };
      requestAnimationFrame(tick);
    }));
    assert.ok(drawn <= asked, `${drawn} of ${asked} frames drawn`);
    assert.ok(steps >= drawn, 'each picture shows a further step');
  }));

  test('take over settings that make another model', () => site.play('encoder-decoder/?task=reversal&hidden=16&weights=seed', async (page) => {
    await trained(page, 2, 60);
    const weights = () => page.evaluate(async () => {
      await window.lab.idle();
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', window.lab.saveWeights()))].join(' ');
    });
    await page.evaluate(() => window.lab.set({ hidden: 24, steps: 50 }));
    const there = await weights();
    assert.ok(await page.evaluate(() => window.lab.workers() >= 1));
    await page.evaluate(() => { window.lab.workers(0); window.lab.restart(); window.lab.set({ steps: 50 }); });
    assert.equal(await weights(), there);
  }));

  test('rest while the figure is out of sight', () => site.play(HEAVY, async (page) => {
    await run(page);
    await untilUsed(page);
    await page.evaluate(() => { document.querySelector('.figure').style.display = 'none'; });
    await page.waitForFunction(() => new Promise((done) => {
      const { step: before } = window.lab.training();
      setTimeout(() => done(window.lab.training().step === before), 300);
    }));
    const stopped = await step(page);
    await page.evaluate(() => { document.querySelector('.figure').style.display = ''; });
    await page.waitForFunction((n) => window.lab.training().step > n + 10, stopped);
    await page.waitForFunction(() => document.querySelector('.figure-notice').textContent.includes('it goes on') || window.lab.training().step > 0);
  }));

  test('end with the lesson', () => site.play(HEAVY, async (page) => {
    await run(page);
    await untilUsed(page);
    await page.evaluate(() => window.lab.open('pooling'));
    await page.waitForFunction(() => window.lab.stats().workers === 0);
    assert.equal(await page.evaluate(() => window.lab.workers()), 0);
  }));

  test('are asked for by a whole number', () => site.play(HEAVY, async (page) => {
    const said = await page.evaluate(() => [-1, 1.5, '2', NaN].map((most) => {
      try { return window.lab.workers(most); } catch (error) { return error.message; }
    }));
    for (const message of said) assert.match(String(message), /whole number from 0 on/);
  }));
});

describe('without workers', options, () => {
  test('the page takes the steps itself where their script does not come', () => site.visit(HEAVY, async (page) => {
    await page.route(/team_worker/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.evaluate(() => window.lab.ready.then(() => {}));
    await run(page);
    await page.waitForFunction(() => window.lab.training().step > 30);
    assert.equal(await page.evaluate(() => window.lab.stats().workers), 0);
  }, { allowed: /team_worker|404/ }));

  test('the page goes on from the last report where one fails', () => site.play(HEAVY, async (page) => {
    await run(page);
    await untilUsed(page);
    await page.workers()[0].evaluate(() => { setTimeout(() => { throw new Error('lost'); }); });
    await page.waitForFunction(() => window.lab.stats().workers === 0);
    const before = await step(page);
    await page.waitForFunction((n) => window.lab.training().step > n + 3, before);
    const at = await page.evaluate(() => { window.lab.pause(); return window.lab.training().step; });
    const weights = await page.evaluate(async () => {
      await window.lab.idle();
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', window.lab.saveWeights()))].join(' ');
    });
    assert.equal((await trained(page, 0, at)).weights, weights);
  }, { allowed: /lost/ }));

  test('a sandboxed frame trains', async () => {
    const host = await Host.start();
    try {
      await host.show(`<iframe sandbox="allow-scripts" width="800" height="600" title="figure" src="${host.embed('lesson=transformer&weights=seed')}"></iframe>`, async (page) => {
        const frame = await frameOf(page);
        await frame.evaluate(() => window.lab.ready.then(() => window.lab.run()).then(() => {}));
        await frame.waitForFunction(() => window.lab.training().step > 10);
        assert.equal(await frame.evaluate(() => window.lab.stats().workers), 0);
      }, { allowed: /sandbox|origin 'null'|CORS|failed:|Worker/i });
    } finally {
      await host.stop();
    }
  });
});
