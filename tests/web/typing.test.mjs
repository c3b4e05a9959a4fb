// Typing on the picture: the field keeps the size and place of the text it lies on, and what is refused is said whole.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, middleOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start({ screenshots: true }); });
after(() => site.stop());

/** Opens the field of parameter `id` by a press on it. */
async function edit(page, id) {
  const { x, y } = await middleOf(page, id);
  await page.mouse.click(x, y);
  await page.locator('.figure-input').waitFor();
}

/** Where the words stand within `clip`: the box of its dark pixels. */
async function words(page, clip) {
  const base64 = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    sheet.drawImage(bitmap, 0, 0);
    const { data: bytes, width, height } = sheet.getImageData(0, 0, bitmap.width, bitmap.height);
    const box = { left: width, top: height, right: 0, bottom: 0 };
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const at = 4 * (y * width + x);
        if (bytes[at] + bytes[at + 1] + bytes[at + 2] > 420) continue;
        box.left = Math.min(box.left, x);
        box.top = Math.min(box.top, y);
        box.right = Math.max(box.right, x + 1);
        box.bottom = Math.max(box.bottom, y + 1);
      }
    }
    return box;
  }, base64);
}

describe('typing on the picture', { timeout: 120_000 }, () => {
  for (const [slug, id] of [['self-attention', 'sentence'], ['alignment', 'source'], ['encoder-decoder', 'source']]) {
    test(`${slug}: the text keeps its size and place when editing begins`, () => site.play(`${slug}/`, async (page) => {
      await page.evaluate(() => window.lab.idle());
      await settled(page);
      const drawn = await page.evaluate((name) => {
        const rect = window.lab.rect(name);
        const box = document.querySelector('canvas').getBoundingClientRect();
        return { x: box.x + rect.x, y: box.y + rect.y, width: rect.width, height: rect.height };
      }, id);
      const inside = { x: drawn.x + 4, y: drawn.y + 4, width: drawn.width - 8, height: drawn.height - 8 };
      await page.mouse.move(2, 2);
      await settled(page);
      const before = await words(page, inside);
      await edit(page, id);
      await page.keyboard.press('End');
      const now = await words(page, inside);
      for (const side of Object.keys(before)) assert.ok(Math.abs(before[side] - now[side]) <= 2, `${side}: ${before[side]} drawn, ${now[side]} typed`);
    }, { context: { bypassCSP: true } }));
  }

  const refusals = [
    { slug: 'pooling', id: 'temperature', field: 'temperature:value', text: 'hot', says: /number/i },
    { slug: 'alignment', id: 'source', text: 'the zebra sleeps', says: /zebra.* is not in the vocabulary\..* The picture shows the last one that could be read\.$/ },
    { slug: 'encoder-decoder', id: 'source', text: 'a b q', says: /q.* is not in the vocabulary.* The picture shows the last one that could be read\.$/ },
  ];
  for (const { slug, id, field = id, text, says } of refusals) {
    for (const [width, height] of [[1280, 800], [1920, 640]]) {
      test(`${slug}, ${width} x ${height}: what the picture does not show is said whole, while it is typed and after`, () => site.play(`${slug}/`, async (page) => {
        await page.evaluate(() => window.lab.idle());
        await settled(page);
        const shown = await page.evaluate(() => window.lab.describe());
        await edit(page, field);
        await page.keyboard.type(text);
        const message = page.locator('.figure-refusal');
        const said = await eventually(async () => {
          const words = await message.innerText();
          assert.match(words, says);
          return words;
        });
        const { cut, outside } = await message.evaluate((node) => {
          const [box, area] = [node.getBoundingClientRect(), node.parentElement.getBoundingClientRect()];
          return {
            cut: node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight,
            outside: box.top < area.top || box.bottom > area.bottom || box.left < area.left || box.right > area.right,
          };
        });
        assert.deepEqual([cut, outside], [false, false]);
        await page.keyboard.press('Enter');
        if (id === 'source') { // the picture says it itself from now on
          await eventually(async () => assert.ok((await page.evaluate(() => window.lab.describe())).includes(said.split('. The picture')[0]), 'it stays when the field is gone'));
          assert.ok(!await page.locator('.figure-notice').isVisible(), 'and is said once');
          assert.equal(await page.evaluate((name) => window.lab.get(name), id), text, 'the text can be mended');
          await eventually(async () => assert.equal(await page.locator(`[data-param="${id}"] .message`).textContent(), said, 'and beside the control as text'));
        } else {
          await eventually(async () => assert.equal(await page.locator('.figure-notice').innerText(), said, 'it stays when the field is gone'));
          assert.equal(await page.evaluate(() => window.lab.describe()), shown);
        }
      }, { context: { viewport: { width, height } } }));
    }
  }
});
