// Links of the text that light a result: the pixels of the figure change while the hand is on the link, and the open figure has the result.
// The first lesson's links are gone to in every way, of the others each in one, in turn; the tests' names say which.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { eventually, everyThird, pictureOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start({ screenshots: true }); });
after(() => site.stop());

const figureOf = (page) => page.evaluate(() => window.lab.figure());
/** What the figure shows but for the light: the scene that the page has come to may still be on its way. */
const stateOf = (page) => page.evaluate(() => `${window.lab.figure()} ${window.lab.query()}`);
/** The picture, once it differs from `other`. */
const shotUnlike = (page, other, what) => eventually(async () => {
  const picture = await pictureOf(page);
  assert.ok(!picture.equals(other), what);
  return picture;
});

/** Whether the open figure has something by this name: a region of its own, or cells. */
const isDrawn = (page, name) => page.evaluate((id) => [id, `${id}[0]`, `${id}[0,0]`].some((region) => window.lab.rect(region) !== null), name);

const ways = {
  hover: { on: (link) => link.hover(), off: (link, page) => page.mouse.move(2, 2) },
  focus: { on: (link) => link.focus(), off: (link) => link.blur() },
  press: { on: (link) => link.click(), off: async (link, page) => { await page.mouse.move(2, 2); await link.blur(); } },
};

const names = Object.keys(ways);
for (const [index, slug] of everyThird(2).entries()) {
  const waysOf = (link) => (index === 0 ? names : [names[(index + link) % names.length]]);
  const said = index === 0 ? 'by hover, focus and press' : `by ${[0, 1, 2].map((link) => waysOf(link)).join(', ')} in turn`;
  test(`${slug}: a link lights its result at once, ${said}, and the light goes out`, { timeout: 300_000 }, () => site.play(`${slug}/`, async (page) => {
    await page.evaluate(() => window.lab.idle());
    for (const [number, link] of (await page.locator('article a[data-show]:visible').all()).entries()) {
      const name = await link.getAttribute('data-show');
      for (const way of waysOf(number)) {
        const { on, off } = ways[way];
        await page.evaluate(() => window.lab.bring(''));
        await page.evaluate(() => window.lab.idle());
        await link.scrollIntoViewIfNeeded();
        await page.mouse.move(2, 2);
        await settled(page);
        const opened = await stateOf(page);
        const dark = await pictureOf(page);
        await on(link);
        await settled(page);
        const lit = await shotUnlike(page, dark, `${way} on ${name}: the picture changes`);
        assert.ok(await isDrawn(page, name.replace(/\[.*/, '')), `${way} on ${name}: the figure ${await figureOf(page)} has it`);
        await off(link, page);
        await settled(page);
        await shotUnlike(page, lit, `${way} on ${name}: the light goes out`);
        if (await stateOf(page) === opened) await eventually(async () => assert.ok((await pictureOf(page)).equals(dark), `${way} on ${name}: the picture is as before`));
      }
    }
  }, { context: { reducedMotion: 'reduce' } }));
}
