// A model saved from the page as a folder: by a call and by its button, opened again by a drop, and refused with a sentence.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { unzipSync } from 'fflate';

import { Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const FILES = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];
const small = 'language-models/?reads=text&weights=seed&width=32&context=32&layers=1&steps=5&prompt=Tom%20ran&temperature=0&length=1';
const notice = (page) => page.locator('.figure-notice').textContent();
const folderButton = (page) => page.locator('.own-weights').getByRole('button', { name: 'as a folder' });
const logits = (page) => page.evaluate(async () => {
  await window.lab.idle();
  const { shape, data, rows } = window.lab.read('logits');
  return { shape, rows, data: [...data] };
});

describe('a model saved as a folder', { timeout: 240_000 }, () => {
  test('a press gives a ZIP file with the same files as the call, and their drop opens the model again', () => site.play(small, async (page) => {
    await page.evaluate(() => window.lab.idle());
    const before = await logits(page);
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    const [download] = await Promise.all([page.waitForEvent('download'), folderButton(page).dispatchEvent('click')]);
    assert.equal(download.suggestedFilename(), 'language-models-5-steps.zip');
    assert.ok(asked.every((url) => url.startsWith('blob:') || new URL(url).host === new URL(page.url()).host), `${asked}`);
    const files = unzipSync(await readFile(await download.path()));
    assert.deepEqual(Object.keys(files).sort(), FILES.map((name) => `language-models-5-steps/${name}`));
    const called = await page.evaluate(async () => Object.entries(await window.lab.saveFolder()).map(([name, bytes]) => [name, [...bytes]]));
    for (const [name, bytes] of called) assert.deepEqual([...files[`language-models-5-steps/${name}`]], bytes, name);
    assert.equal(called.length, FILES.length);
    assert.equal(JSON.parse(Buffer.from(called.find(([name]) => name === 'config.json')[1])).model_type, 'gpt2');

    await page.evaluate((all) => {
      const dataTransfer = new DataTransfer();
      for (const [name, bytes] of all) dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      document.querySelector('.figure').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, called);
    await page.waitForFunction(() => window.lab.get('reads') === 'opened');
    await page.evaluate(() => window.lab.set({ prompt: 'Tom ran' }));
    const again = await logits(page);
    assert.deepEqual([again.shape, again.rows], [before.shape, before.rows]);
    before.data.forEach((value, i) => assert.ok(Math.abs(value - again.data[i]) < 1e-4, `${i}: ${value}, ${again.data[i]}`));
    assert.match(await page.evaluate(() => window.lab.saveFolder().catch(({ message }) => message)), /opened from files/);
  }));

  test('where a model has no such layout, a sentence says why', () => site.play('language-models/?reads=copies&weights=seed', async (page) => {
    await folderButton(page).dispatchEvent('click');
    await page.waitForFunction(() => /no published layout/.test(document.querySelector('.figure-notice').textContent));
    assert.match(await notice(page), /^A model without feed-forward parts/);
  }));

  test('only the lesson on language models offers it', () => site.play('alignment/', async (page) => {
    await page.evaluate(() => window.lab.idle());
    assert.equal(await page.locator('.own-weights').count(), 1);
    assert.equal(await folderButton(page).count(), 0);
    assert.match(await page.evaluate(() => window.lab.saveFolder().catch(({ message }) => message)), /has no published layout/);
  }));
});
