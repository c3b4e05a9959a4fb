// Every lesson's page in Chromium: it starts, its address reproduces its picture, text and figure act on each other, and it passes the
// audit. A lesson's tests share one page. Of windows (wide and light, narrow and dark) and the parallel page (closed, open) each lesson is
// audited in two of the four ways, so that every two lessons go all of them; of the widths each has 320 px and two of the others, in turn.
// The names of the tests say which. Links of the text, and a fresh page at an address, are tried in every third lesson.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { addressWritten, audit, eventually, everyThird, otherValues, ready, settled, Site, slugs, toggleControls } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const state = (page) => page.evaluate(() => Object.fromEntries(window.lab.params().map(({ id, text }) => [id, text])));
const NARROW = { context: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } };

const WIDTHS = [360, 820, 1000, 1920];

for (const [index, slug] of slugs.entries()) {
  const even = index % 2 === 0;
  const widths = [320, ...WIDTHS.filter((_, i) => i === index % 4 || i === (index + 1) % 4)];
  describe(slug, { timeout: 300_000 }, () => {
    let page, close;
    before(async () => {
      ({ page, close } = await site.open(`${slug}/`));
      await ready(page);
    });
    after(() => close());
    /** The lesson as it is when it is opened, whatever the test before has left. */
    const afresh = () => page.evaluate((name) => window.lab.open(name, ''), slug);

    test(`starts, draws, and stands still${even ? '; axe' : ''}`, async () => {
      assert.equal(await page.evaluate(() => window.lab.lesson().slug), slug);
      assert.match(await page.title(), / · Attention Lab$/, 'the title is the page\'s own');
      await page.evaluate(() => window.lab.idle()); // weights may be on their way
      await settled(page, 800);
      const { frames } = await page.evaluate(() => window.lab.stats());
      assert.ok(frames > 0);
      await page.waitForTimeout(1000);
      assert.equal((await page.evaluate(() => window.lab.stats())).frames, frames, 'no frame while nothing changes');
      if (even) assert.deepEqual(await audit(page), []);
    });

    test('an address for every parameter reproduces it', async () => {
      await afresh();
      const others = await page.evaluate(otherValues);
      assert.ok(Object.keys(others).length > 0);
      const outcomes = await page.evaluate(async ([name, values]) => {
        const { lab } = window, texts = () => Object.fromEntries(lab.params().map((row) => [row.id, row.text])), told = [];
        for (const [id, text] of Object.entries(values)) {
          lab.reset();
          const set = lab.set({ [id]: text }), after = texts(), url = lab.url();
          lab.reset();
          await lab.open(name, new URL(url).search);
          told.push({ of: `${id}=${text}`, set, after, url, again: texts() });
        }
        return told;
      }, [slug, others]);
      for (const { of, set, after, url, again } of outcomes) {
        assert.deepEqual(set, { ok: true, errors: {} }, of);
        assert.deepEqual(again, after, `${of} through ${url}`);
      }
    });

    if (everyThird(0).includes(slug)) test('links of the text act on the figure', async () => {
      await afresh();
      // All of them in the page, where they stand: lights.test and scenes.test press by hand.
      const outcomes = await page.evaluate(async () => {
        const { lab } = window, told = [];
        const now = (id) => (id === 'figure' ? lab.figure() : id === 'backend' ? lab.backend().name : lab.call('text', id));
        for (const link of [...document.querySelectorAll('article a:is([data-set], [data-figure])')].filter((a) => a.checkVisibility())) {
          const { set, figure } = link.dataset;
          if (set !== undefined) lab.reset();
          link.click();
          const wanted = set !== undefined ? [...new URLSearchParams(set)] : [['figure', figure]];
          told.push(...wanted.map(([id, text]) => ({ of: set ?? figure, id, text, now: now(id) })));
          await new Promise((done) => { setTimeout(done); });
        }
        return told;
      });
      assert.ok(outcomes.length > 0);
      for (const { of, id, text, now } of outcomes) {
        if (id === 'mask' && text.length === 1) assert.match(now, new RegExp(`^[${text};]+$`), `${of}: one sign is for every cell`);
        else if (id !== 'backend') assert.equal(Number.isNaN(Number(text)) ? now : Number(now), Number.isNaN(Number(text)) ? text : Number(text), `${id} of ${of}`);
      }
    });

    test('live values in the text follow', async () => {
      await afresh();
      await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
      await page.waitForFunction(() => [...document.querySelectorAll('[data-live]')].every((span) => {
        const row = window.lab.params().find(({ id }) => id === span.dataset.live);
        if (!row || typeof row.value !== 'number') return true;
        return Math.abs(Number(span.textContent.replace('−', '-')) - row.value) <= 1e-3 * Math.max(1, Math.abs(row.value));
      }));
    });

    if (everyThird(2).includes(slug)) test('a fresh page at lab.url() shows the same', async () => {
      await afresh();
      await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
      const [url, before] = [await page.evaluate(() => window.lab.url()), await state(page)];
      await addressWritten(page);
      assert.equal(page.url(), url, 'the address bar keeps step');
      await page.goto(url);
      await ready(page);
      assert.deepEqual(await state(page), before);
    });

    test(`the parallel page sets parameters and shows results${even ? '' : '; axe'}`, async () => {
      await afresh();
      await page.getByRole('button', { name: 'Controls as text' }).click();
      const { controls, tables } = await page.evaluate(() => ({
        controls: window.lab.params().map(({ id }) => [id, document.querySelectorAll(`[data-param="${id}"]`).length]),
        tables: window.lab.results().map((name) => [name, document.querySelector(`[data-result="${name}"]`)?.innerText ?? '']),
      }));
      for (const [id, count] of controls) assert.equal(count, 1, `a control for ${id}`);
      for (const [name, text] of tables) assert.ok(text.length > 2, `a table for ${name}`);
      const slider = page.locator('.widget-number input[type=range], .widget-integer input[type=range]').first();
      const id = await slider.locator('xpath=ancestor::*[@data-param]').getAttribute('data-param');
      const before = await page.evaluate((name) => window.lab.get(name), id);
      await slider.focus();
      const full = await slider.evaluate(({ value, max }) => Number(value) === Number(max));
      for (const key of full ? ['ArrowLeft', 'PageDown'] : ['ArrowRight', 'PageUp']) await page.keyboard.press(key);
      assert.notEqual(await page.evaluate((name) => window.lab.get(name), id), before);
      await page.waitForFunction(() => document.querySelector('.figure-status').textContent.endsWith(window.lab.describe()));
      if (!even) assert.deepEqual(await audit(page), [], 'with the parallel page open');
    });

    const way = even ? 'with the parallel page open' : 'with the parallel page closed';
    test(`small and dark: axe ${way}, and nothing is cut off or scrolls sideways at ${widths.join(', ')} px`, () => site.play(`${slug}/`, async (small) => {
      if (even) await toggleControls(small);
      assert.deepEqual(await audit(small), [], way);
      if (even) await toggleControls(small);
      for (const width of widths) {
        await small.setViewportSize({ width, height: 700 });
        await eventually(async () => {
          await settled(small);
          const { wide, figure, canvas } = await small.evaluate(() => ({
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            figure: document.querySelector('.figure').clientWidth, canvas: document.querySelector('canvas').width / devicePixelRatio,
          }));
          assert.ok(wide <= 0, `${width} px: ${wide} px too wide`);
          assert.ok(Math.abs(figure - canvas) <= 2, `${width} px: the canvas follows (${canvas} of ${figure})`);
        });
      }
    }, NARROW));
  });
}
