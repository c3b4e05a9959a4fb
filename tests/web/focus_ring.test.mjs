// The ring round the whole figure is for the keyboard: a press, by mouse or finger, leaves the pixels at the figure's edge as they were.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start({ screenshots: true }); });
after(() => site.stop());

const BAND = 4; // pixels outside the figure's edge, where a ring would be

/** How many pixels of the band outside the figure's edge differ between two screenshots of the page. */
async function differing(page, one, other) {
  return page.evaluate(async ([images, band]) => {
    const box = document.querySelector('.figure-keys').getBoundingClientRect();
    const [first, second] = await Promise.all(images.map(async (base64) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      sheet.drawImage(bitmap, 0, 0);
      return { pixels: new Uint32Array(sheet.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer), width: bitmap.width, height: bitmap.height };
    }));
    let count = 0;
    for (let y = 0; y < first.height; ++y) {
      for (let x = 0; x < first.width; ++x) {
        const depth = Math.min(x - box.left, box.right - 1 - x, y - box.top, box.bottom - 1 - y); // inside positive
        if (depth < -band || depth > -1) continue; // the canvas may begin in mid-pixel
        if (first.pixels[y * first.width + x] !== second.pixels[y * first.width + x]) ++count;
      }
    }
    return count;
  }, [[one, other].map((bytes) => bytes.toString('base64')), BAND]);
}

const shot = (page) => page.screenshot({ caret: 'initial' });

const hands = [
  ['mouse', { viewport: { width: 1280, height: 800 } }, (page, x, y) => page.mouse.click(x, y)],
  ['finger', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, (page, x, y) => page.touchscreen.tap(x, y)],
];

describe('the ring round the figure', { timeout: 180_000 }, () => {
  for (const address of ['pooling/', 'embed.html?lesson=pooling']) {
    for (const [name, context, press] of hands) {
      test(`${address}: a press by ${name} leaves the edge as it was, Tab draws a ring there`, () => site.play(address, async (page) => {
        await settled(page);
        await page.locator('.figure').scrollIntoViewIfNeeded();
        const before = await shot(page);
        const box = await page.locator('canvas').boundingBox();
        await press(page, box.x + box.width * 0.3, box.y + box.height * 0.5);
        await settled(page);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'lab-keys', 'the figure has the focus');
        assert.equal(await differing(page, before, await shot(page)), 0, 'pixels at the edge after a press');
        await page.keyboard.press('ArrowRight'); // by hand first, by key then: what is selected has a ring of its own
        await settled(page);
        assert.equal(await differing(page, before, await shot(page)), 0, 'pixels at the edge after a key');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Shift+Tab');
        await settled(page);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'lab-keys');
        assert.ok(await differing(page, before, await shot(page)) > 500, 'a ring after Tab');
      }, { context: { ...context, bypassCSP: true } }));
    }
  }
});
