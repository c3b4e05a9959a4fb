// Twenty figures on one page: a browser has pictures for fewer, so those that are far away stand still, and each plays again when it is come to.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { Host } from './host.mjs';
import { eventually, slugs } from './site.mjs';

const [first] = slugs;
const COUNT = 20, MOST = 12;
let host;

before(async () => { host = await Host.start(); });
after(() => host.stop());

/** Of each frame: whether it plays, and whether what stands in its place is a picture. */
const looks = (page) => Promise.all(page.frames().slice(1).map((frame) => frame.evaluate(() => {
  const figure = document.querySelector('.figure'), image = document.querySelector('.poster img');
  const gl = figure.matches('.is-live') ? document.querySelector('canvas').getContext('webgl2') : null;
  return {
    plays: gl !== null && !gl.isContextLost() && figure.matches('.is-live:not(.is-released)'),
    still: getComputedStyle(document.querySelector('.poster')).display !== 'none' && image.naturalWidth > 0 && !document.querySelector('.poster picture').hidden,
    said: document.querySelector('.figure-notice').textContent,
  };
})));

/** Scrolls the `i`-th figure into the middle. */
const go = (page, i) => page.evaluate((place) => document.querySelectorAll('[data-place]')[place].scrollIntoView({ block: 'center', behavior: 'instant' }), i);

/** The frame of the `i`-th figure. */
const frameAt = async (page, i) => (await (await page.locator('[data-place]').nth(i).evaluateHandle((node) => (node.matches('iframe') ? node : node.querySelector('iframe')))).asElement().contentFrame());

async function comesToPlay(page, i) {
  await go(page, i);
  const frame = await frameAt(page, i);
  await eventually(async () => {
    const state = await frame.evaluate(() => {
      const figure = document.querySelector('.figure');
      return figure.matches('.is-live:not(.is-released)') && !document.querySelector('canvas').getContext('webgl2').isContextLost();
    });
    assert.ok(state, `figure ${i} plays`);
  }, 60_000);
}

const kinds = {
  iframes: (i) => `<iframe data-place${i % 3 === 2 ? ' sandbox="allow-scripts"' : ''} width="640" height="420" title="${i}" src="${host.embed(`lesson=${first}&temperature=${(i + 1) / 10}`)}"></iframe>`,
  elements: (i) => `<attention-lab data-place lesson="${first}" height="420" temperature="${(i + 1) / 10}"></attention-lab>`,
};

describe('twenty figures', { timeout: 500_000 }, () => {
  for (const [kind, make] of Object.entries(kinds)) {
    test(`${kind}: scrolled through, at most ${MOST} hold a context, and each plays when it is come to`, () => host.show(
      `${Array.from({ length: COUNT }, (_, i) => `<p>${make(i)}</p><div style="height:500px"></div>`).join('')}${host.script}`,
      async (page) => {
        for (let i = 0; i < COUNT; ++i) { // quickly: some have begun to load, few have come to play
          await go(page, i);
          await page.waitForTimeout(200);
        }
        for (const i of [0, ...Array.from({ length: COUNT }, (_, k) => k)]) {
          await comesToPlay(page, i);
          const playing = (await looks(page)).filter(({ plays }) => plays).length;
          assert.ok(playing <= MOST + 1, `${playing} hold one`);
        }
        await eventually(async () => {
          const all = await looks(page);
          const playing = all.filter(({ plays }) => plays).length;
          assert.ok(playing <= MOST && playing >= MOST - 2, `${playing} hold one`);
          assert.equal(all.filter(({ plays, still }) => plays || still).length, COUNT, 'the others are stills');
          assert.deepEqual(all.map(({ said }) => said).filter(Boolean), []);
        });
        await comesToPlay(page, 3); // was given up long ago
        assert.equal(await (await frameAt(page, 3)).evaluate(() => window.lab.get('temperature')), 0.4, 'as it was');
      }, { allowed: /sandbox|origin 'null'|CORS|failed:|CONTEXT_LOST|context lost/i }));
  }
});
