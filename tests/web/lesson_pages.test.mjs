// Every lesson's page in Chromium: it starts, its address reproduces its picture, text and figure act on each other, and it passes the
// audit. A lesson's tests share one page.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { addressWritten, audit, eventually, otherValues, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const state = (page) => page.evaluate(() => Object.fromEntries(window.lab.params().map(({ id, text }) => [id, text])));
const NARROW = { context: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } };

for (const slug of slugs) {
  describe(slug, { timeout: 300_000 }, () => {
    let page, close;
    before(async () => {
      ({ page, close } = await site.open(`${slug}/`));
      await ready(page);
    });
    after(() => close());
    /** The lesson as it is when it is opened, whatever the test before has left. */
    const afresh = () => page.evaluate((name) => window.lab.open(name, ''), slug);

    test('starts, draws, and stands still', async () => {
      assert.equal(await page.evaluate(() => window.lab.lesson().slug), slug);
      assert.match(await page.title(), / · Attention Lab$/, 'the title is the page\'s own');
      await page.evaluate(() => window.lab.idle()); // weights may be on their way
      await settled(page, 800);
      const { frames } = await page.evaluate(() => window.lab.stats());
      assert.ok(frames > 0);
      await page.waitForTimeout(1000);
      assert.equal((await page.evaluate(() => window.lab.stats())).frames, frames, 'no frame while nothing changes');
      assert.deepEqual(await audit(page), []);
    });

    test('exercises lock, check, explain and can be retried', async () => {
      const sections = await page.locator('.exercise').all();
      assert.ok(sections.length >= 2);
      for (const section of sections) {
        const options = section.locator('input[type=radio]');
        assert.ok(!await section.locator('.explanation').isVisible(), 'no explanation before the answer');
        if (await options.count() > 0) {
          assert.ok(await section.getByRole('button', { name: 'Lock in' }).isDisabled());
          await options.last().check();
          await section.getByRole('button', { name: 'Lock in' }).click();
          assert.ok(await options.first().isDisabled(), 'the prediction is locked');
        } else {
          await section.locator('.scene a').click();
        }
        await section.getByRole('button', { name: /Compute the answer|Check the picture/ }).click();
        await section.locator('.explanation').waitFor({ timeout: 60_000 }); // a trained model may be on its way
        assert.ok((await section.locator('.verdict').innerText()).length > 20, 'a verdict in words');
        await section.getByRole('button', { name: 'Try again' }).click();
        assert.ok(!await section.locator('.explanation').isVisible());
        if (await options.count() > 0) assert.ok(await options.first().isEnabled());
      }
    });

    test('an address for every parameter reproduces it', async () => {
      await afresh();
      const others = await page.evaluate(otherValues);
      assert.ok(Object.keys(others).length > 0);
      for (const [id, text] of Object.entries(others)) {
        const outcome = await page.evaluate(([name, value]) => {
          window.lab.reset();
          const before = window.lab.params().find((row) => row.id === name).text;
          const set = window.lab.set({ [name]: value });
          const after = Object.fromEntries(window.lab.params().map((row) => [row.id, row.text]));
          return { set, changed: after[name] !== before, after, url: window.lab.url() };
        }, [id, text]);
        assert.deepEqual(outcome.set, { ok: true, errors: {} }, `${id}=${text}`);
        const again = await page.evaluate(async ([name, url]) => {
          window.lab.reset();
          await window.lab.open(name, new URL(url).search);
          return Object.fromEntries(window.lab.params().map((row) => [row.id, row.text]));
        }, [slug, outcome.url]);
        assert.deepEqual(again, outcome.after, `${id}=${text} through ${outcome.url}`);
      }
    });

    test('links of the text act on the figure', async () => {
      await afresh();
      const press = (link) => link.evaluate((element) => element.click()); // where it stands: lights.test and scenes.test press by hand
      for (const link of await page.locator('article a[data-set]:visible').all()) {
        const wanted = new URLSearchParams(await link.getAttribute('data-set'));
        await page.evaluate(() => window.lab.reset());
        await press(link);
        for (const [id, text] of wanted) {
          const now = await page.evaluate((name) => (name === 'figure' ? window.lab.figure() : name === 'backend' ? window.lab.backend().name : window.lab.call('text', name)), id);
          if (id === 'mask' && text.length === 1) assert.match(now, new RegExp(`^[${text};]+$`), `${wanted}: one sign is for every cell`);
          else if (id !== 'backend') assert.equal(Number.isNaN(Number(text)) ? now : Number(now), Number.isNaN(Number(text)) ? text : Number(text), `${id} of ${wanted}`);
        }
      }
      for (const link of await page.locator('article a[data-figure]:visible').all()) {
        await press(link);
        assert.equal(await page.evaluate(() => window.lab.figure()), await link.getAttribute('data-figure'));
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

    test('a fresh page at lab.url() shows the same', async () => {
      await afresh();
      await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
      const [url, before] = [await page.evaluate(() => window.lab.url()), await state(page)];
      await addressWritten(page);
      assert.equal(page.url(), url, 'the address bar keeps step');
      await page.goto(url);
      await ready(page);
      assert.deepEqual(await state(page), before);
    });

    test('the parallel page sets parameters and shows results', async () => {
      await afresh();
      await page.getByRole('button', { name: 'Controls as text' }).click();
      const ids = await page.evaluate(() => window.lab.params().map(({ id }) => id));
      for (const id of ids) assert.equal(await page.locator(`[data-param="${id}"]`).count(), 1, `a control for ${id}`);
      const names = await page.evaluate(() => window.lab.results());
      for (const name of names) assert.ok((await page.locator(`[data-result="${name}"]`).innerText()).length > 2, `a table for ${name}`);
      const slider = page.locator('.widget-number input[type=range], .widget-integer input[type=range]').first();
      const id = await slider.locator('xpath=ancestor::*[@data-param]').getAttribute('data-param');
      const before = await page.evaluate((name) => window.lab.get(name), id);
      await slider.focus();
      const full = await slider.evaluate(({ value, max }) => Number(value) === Number(max));
      for (const key of full ? ['ArrowLeft', 'PageDown'] : ['ArrowRight', 'PageUp']) await page.keyboard.press(key);
      assert.notEqual(await page.evaluate((name) => window.lab.get(name), id), before);
      await page.waitForFunction(() => document.querySelector('.figure-status').textContent === window.lab.describe());
      assert.deepEqual(await audit(page), [], 'with the parallel page open');
    });

    test('small and dark: axe, and nothing is cut off or scrolls sideways from 320 px up', () => site.play(`${slug}/`, async (small) => {
      assert.deepEqual(await audit(small), []);
      await small.getByRole('button', { name: 'Controls as text' }).click();
      assert.deepEqual(await audit(small), [], 'with the parallel page open');
      await small.getByRole('button', { name: 'Controls as text' }).click();
      for (const width of [320, 360, 820, 1000, 1920]) {
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
