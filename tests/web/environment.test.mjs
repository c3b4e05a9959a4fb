// What the reader's machine may lack or lose: WebGL, the context, the network, motion, colour.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { audit, everyThird, inParts, otherValues, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const [first] = slugs;

/** How many colours the canvas shows: few when nothing is drawn. */
const coloursOn = (page) => page.evaluate(async () => {
  const blob = await window.lab.export('png');
  const bitmap = await createImageBitmap(blob);
  const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  sheet.drawImage(bitmap, 0, 0);
  return new Set(new Uint32Array(sheet.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size;
});

describe('context loss', { timeout: 120_000 }, () => {
  test('is reported, survived with all that was set, and drawn again', () => site.play(`${first}/`, async (page) => {
    await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
    const before = await page.evaluate(() => window.lab.query());
    await page.evaluate(() => {
      window.heard = [];
      for (const name of ['contextlost', 'contextrestored']) window.lab.on(name, () => window.heard.push(name));
      window.extension = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
      window.extension.loseContext();
    });
    await page.waitForFunction(() => window.heard.includes('contextlost'));
    assert.ok(await page.evaluate(() => window.lab.set({}).ok), 'calls still answer');
    assert.equal(await page.evaluate(() => window.lab.query()), before);
    assert.equal(await page.evaluate(() => window.lab.backend().name), 'cpu');
    assert.ok(await page.locator('.poster img').isVisible(), 'a still stands in');
    await page.getByRole('button', { name: 'Tap to restart' }).waitFor(); // a way on where it does not come back
    assert.match(await page.locator('.figure-notice').innerText(), /restart keeps what you set, but not what was trained/);
    await page.evaluate(() => window.extension.restoreContext());
    await page.waitForFunction(() => window.heard.includes('contextrestored'));
    await settled(page);
    assert.ok(!await page.getByRole('button', { name: 'Tap to restart' }).isVisible());
    assert.ok(!await page.locator('.poster img').isVisible());
    assert.ok(await coloursOn(page) > 20);
    assert.equal(await page.evaluate(() => window.lab.query()), before);
  }, { allowed: /CONTEXT_LOST|context lost/i }));

  test('tap to restart opens a page that shows the same', () => site.play(`${first}/`, async (page) => {
    await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
    const before = await page.evaluate(() => window.lab.query());
    await page.evaluate(() => document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
    const button = page.getByRole('button', { name: 'Tap to restart' });
    await button.waitFor();
    await Promise.all([page.waitForNavigation(), button.click()]);
    await page.waitForLoadState();
    await ready(page);
    assert.equal(await page.evaluate(() => window.lab.query()), before);
  }, { allowed: /CONTEXT_LOST|context lost/i }));
});

describe('no WebGL 2', { timeout: 180_000 }, () => {
  const withoutWebGl = () => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
    };
  };

  for (const slug of everyThird(0)) {
    test(`${slug}: still picture, working controls, numbers`, () => site.play(`${slug}/`, async (page) => {
      assert.match(await page.locator('.stage-notice').innerText(), /no WebGL 2/);
      const image = page.locator('.poster img');
      const before = await image.getAttribute('src');
      assert.match(before, /^blob:/, 'the picture is drawn by the same code');
      assert.ok(await page.locator('.widgets').isVisible(), 'the controls are open');
      const slider = page.locator('.widgets input[type=range]').first();
      await slider.focus();
      await page.keyboard.press(await slider.evaluate(({ value, max }) => (value === max ? 'Home' : 'PageUp')));
      await page.waitForFunction((src) => document.querySelector('.poster img').src !== src, before);
      assert.equal(await page.evaluate(() => window.lab.backend().name), 'cpu');
      assert.deepEqual(await audit(page), []);
    }, { init: withoutWebGl }));
  }
});

describe('offline', { timeout: 120_000 }, () => {
  test('what was visited opens, plays and moves on without a network; what was not is said to be missing', () => site.visit(`${first}/`, async (page, context) => {
    await ready(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((done) => { navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }); });
    });
    const [, second, third] = slugs;
    await page.locator('.neighbour.next').click();
    await page.waitForFunction((slug) => window.lab.lesson().slug === slug && document.body.dataset.lesson === slug, second);
    await page.goto(site.address);
    await ready(page);
    await page.waitForFunction(async () => { // the worker has kept what the pages told it
      const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('attention-lab-')));
      const kept = (await cache.keys()).map(({ url }) => url);
      return performance.getEntriesByType('resource').every(({ name }) => !name.startsWith(location.origin) || kept.includes(name.split(/[?#]/)[0]));
    });
    await context.setOffline(true);
    for (const slug of [first, second]) {
      await page.goto(new URL(`${slug}/?figure=`, site.address).href);
      await ready(page);
      assert.equal(await page.evaluate(() => window.lab.lesson().slug), slug);
    }
    if (inParts) {
      const refused = await page.evaluate((slug) => window.lab.open(slug).then(() => '', ({ message }) => message), third);
      assert.match(refused, /fetch|load/i);
    }
    assert.equal(await page.evaluate(() => window.lab.lesson().slug), second, 'what is open stays open');
    await page.goto(site.address);
    await ready(page);
    // Weights are kept once they were asked for; those that never were are said to be missing, and the figure plays without them.
  }, { context: { serviceWorkers: 'allow' }, allowed: /figure ""|no figure|\/weights\/|\/stills\/|lab-module\S*\.(scoring|shared-\d+)|net::ERR_FAILED/ }));
});

describe('what the reader prefers', { timeout: 120_000 }, () => {
  test('the figure\'s background is the page\'s, light and dark, and follows a change', () => site.play(`${first}/`, async (page) => {
    const corner = () => page.evaluate(async () => {
      const bitmap = await createImageBitmap(await window.lab.export('png'));
      const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      sheet.drawImage(bitmap, 0, 0);
      const [r, g, b] = sheet.getImageData(bitmap.width - 3, bitmap.height - 3, 1, 1).data;
      return `rgb(${r}, ${g}, ${b})`;
    });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    assert.equal(await corner(), await background());
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    assert.equal(await corner(), await background());
    assert.notEqual(await background(), light);
  }));

  test('print shows text and picture and none of the buttons', () => site.play(`${first}/`, async (page) => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('.poster img').isVisible());
    assert.match(await page.locator('.poster img').getAttribute('src'), /^data:image\/svg/, 'the figure alone');
    const boxes = await page.locator('.figure, .poster picture, .poster img').evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().height)));
    assert.ok(boxes[0] > 200 && new Set(boxes).size === 1, `no room is left around the picture: ${boxes}`);
    const cards = await page.locator('.still:visible').evaluateAll((nodes) => nodes.map((node) => [node.querySelector('img').clientWidth, getComputedStyle(node.querySelector('.caption'), '::before').content]));
    assert.ok(cards.length > 0 && cards.every(([width, said]) => width > 300 && said === 'none'), `cards are pictures: ${cards}`);
    assert.ok(!await page.locator('.toolbar').isVisible());
    assert.ok(await page.locator('article p:not(.section-scene)').first().isVisible());
  }));

  test('a screen of twice the pixels gets twice the pixels', () => site.play(`${first}/`, async (page) => {
    const { width, box } = await page.evaluate(() => ({ width: document.querySelector('canvas').width, box: document.querySelector('canvas').clientWidth }));
    assert.ok(Math.abs(width - 2 * box) <= 2, `${width} for ${box}`);
    assert.ok(await page.evaluate(() => window.lab.rect('query').x + window.lab.rect('query').width < document.querySelector('canvas').clientWidth), 'places are in CSS pixels');
  }, { context: { deviceScaleFactor: 2 } }));

  test('the page starts within its time', () => site.play(`${first}/`, async (page) => {
    const bytes = await page.evaluate(() => performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.encodedBodySize, 0));
    assert.ok(bytes > 100_000 && bytes < 3_000_000, `${bytes} bytes uncompressed`);
  }));
});
