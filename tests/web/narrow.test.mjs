// Pages as narrow as a screen of 800 px enlarged four times, and formulas as wide as a phone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { ready, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const options = { timeout: 300_000 };
const isLesson = (address) => slugs.includes(address.replace('/', ''));

describe('200 px', options, () => {
  for (const address of ['', ...slugs.map((slug) => `${slug}/`), 'reference/', 'benchmark/', 'source/', '404.html']) {
    test(`${address || 'the front page'}: nothing is wider than the page`, () => site.visit(address, async (page) => {
      if (address === '' || isLesson(address)) await ready(page);
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(await over() <= 0, `${await over()} px too wide`);
      await page.locator('.contents summary').click();
      assert.ok(await over() <= 0, `${await over()} px too wide with the list of lessons open`);
      const list = await page.locator('.contents ol').boundingBox();
      assert.ok(list.x >= 0, `the list begins at ${list.x}`);
    }, { context: { viewport: { width: 200, height: 500 } }, allowed: /404/ }));
  }
});

describe('390 px', options, () => {
  for (const slug of ['kernel-regression', 'recurrent', 'encoder-decoder', 'alignment']) {
    test(`${slug}: formulas that stand side by side find room`, () => site.visit(`${slug}/`, async (page) => {
      const cut = await page.locator('.math-block').evaluateAll((blocks) => blocks.filter((block) => block.querySelectorAll('.katex-display').length > 1 && block.scrollWidth > block.clientWidth)
        .map((block) => `${block.textContent.slice(0, 30)}: ${block.scrollWidth} of ${block.clientWidth}`));
      assert.deepEqual(cut, []);
      assert.ok(await page.locator('.math-block').evaluateAll((blocks) => blocks.some((block) => block.querySelectorAll('.katex-display').length > 1)));
    }, { context: { viewport: { width: 390, height: 844 } } }));
  }
});
