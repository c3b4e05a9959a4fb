// Published models in the page: opened by call, by drop and by choice, read piece by piece, asked in every figure, refused with a sentence.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const fixtures = fileURLToPath(new URL('../parity/fixtures/', import.meta.url));
/** The files of a folder as [name, bytes as base64], which travel to the page. */
const folder = (name) => readdirSync(`${fixtures}published/${name}`).map((file) => [file, readFileSync(`${fixtures}published/${name}/${file}`).toString('base64')]);

/** What PyTorch computed of a folder: {tokens: [...], logits: [[...]], 'maps.0.0': ...}. */
function expected(name) {
  const lines = readFileSync(`${fixtures}published.txt`, 'utf8').split(`case published ${name}\n`)[1].split('\nend')[0].split('\n');
  const matrices = {};
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [key, rows, cols] = lines[at].split(' '), numbers = lines[at + 1].split(' ').map(Number);
    matrices[key] = Array.from({ length: Number(rows) }, (_, i) => numbers.slice(i * Number(cols), (i + 1) * Number(cols)));
  }
  return matrices;
}

/** Opens files in the page, as Files or as bytes; the answer or the sentence. */
const open = (page, files, asFiles = false) => page.evaluate(async ([all, whole]) => {
  const bytesOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const told = [];
  try {
    const given = all.map(([name, text]) => (whole ? new File([bytesOf(text)], name) : { name, bytes: bytesOf(text) }));
    const found = await window.lab.openModel(given, (done, of) => told.push(done / of));
    await window.lab.idle();
    return { ...found, told: told.at(-1) };
  } catch (error) {
    return { refused: error.message };
  }
}, [files, asFiles]);
const read = (page, name) => page.evaluate((result) => {
  const { shape, data, rows } = window.lab.read(result);
  return { shape, data: [...data], rows };
}, name);
const drop = (page, files) => page.evaluate((all) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of all) dataTransfer.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name));
  document.querySelector('.figure').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}, files);
const notice = (page) => page.locator('.figure-notice');
const address = 'language-models/';

describe('published models', { timeout: 240_000 }, () => {
  test('opened by a call, every number is that of PyTorch', () => site.play(address, async (page) => {
    for (const name of ['gpt2-f32', 'bert-f16', 'distilbert-bf16']) {
      const [family] = name.split('-'), found = await open(page, folder(name), name === 'bert-f16');
      assert.deepEqual([found.family, found.layers, found.heads, found.width, found.told], [family, 2, 2, 8, 1], JSON.stringify(found));
      assert.ok(found.bytes > 5000);
      const torch = expected(name);
      // The fixture's tokens, as text that is cut into them again.
      const prompt = family === 'gpt2' ? null : 'the cat _ on mat dog';
      if (prompt) {
        const place = 4;
        await page.evaluate(([text, at]) => window.lab.set({ prompt: text, place: at }), [prompt, place]);
        await page.evaluate(() => window.lab.idle());
        const logits = await read(page, 'logits');
        assert.deepEqual(logits.shape, [torch.logits.length, torch.logits[0].length]);
        torch.logits.flat().forEach((value, i) => assert.ok(Math.abs(value - logits.data[i]) <= 1e-4 * Math.max(1, Math.abs(value)), `${name}, logit ${i}: ${logits.data[i]}, PyTorch ${value}`));
        const maps = await read(page, 'attention'), n = torch.logits.length;
        assert.deepEqual(maps.shape, [4, n, n]);
        for (let head = 0; head < 4; ++head)
          torch[`maps.${head >> 1}.${head & 1}`].flat().forEach((value, i) => assert.ok(Math.abs(value - maps.data[head * n * n + i]) < 1e-4));
        assert.equal(logits.rows[3], '[MASK]');
      } else {
        const { shape } = await read(page, 'attention');
        assert.equal(shape[0], 4);
        assert.match(await page.evaluate(() => window.lab.describe()), /GPT-2: 2 layers/);
      }
    }
  }));

  test('dropped, it says that nothing is sent, and all figures are about it', () => site.play(address, async (page) => {
    await drop(page, folder('gpt2-f16'));
    await page.waitForFunction(() => window.lab.get('reads') === 'opened');
    await page.waitForFunction(() => /A GPT-2 of 2 layers with 2 heads each.*Nothing is sent anywhere/s.test(document.querySelector('.figure-notice').textContent));
    await page.evaluate(() => window.lab.idle());
    assert.equal(await page.evaluate(() => window.lab.training().shown), false, 'there is nothing to train');
    for (const id of ['writing', 'lens', 'copying', 'masks', 'heads']) {
      await page.evaluate((figure) => window.lab.figure(figure), id);
      await page.evaluate(() => window.lab.whole());
      assert.match(await page.evaluate(() => window.lab.describe()), /\w/);
    }
    assert.ok(await page.evaluate(() => window.lab.rect('head[1,1]').width) > 20);
    const before = await read(page, 'logits');
    await page.evaluate(() => window.lab.set({ cut: [[1, 1], [2, 1]] }));
    await page.evaluate(() => window.lab.idle());
    assert.notDeepEqual((await read(page, 'logits')).data, before.data);
  }));

  test('chosen from the text, and put back by its link as long as the page lives', () => site.play(address, async (page) => {
    const field = page.locator('.own-data input[multiple]');
    await field.setInputFiles(folder('bert-f32').map(([name, text]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text, 'base64') })));
    await page.waitForFunction(() => window.lab.get('reads') === 'opened');
    await page.evaluate(() => window.lab.idle());
    assert.match(await page.evaluate(() => window.lab.describe()), /\[MASK\]|hidden|both sides/);
    const link = await page.evaluate(() => window.lab.url());
    assert.match(link, /reads=opened/);
    await page.evaluate(() => window.lab.set({ reads: 'stories' }));
    await page.evaluate(() => window.lab.set({ reads: 'opened' }));
    await page.evaluate(() => window.lab.idle());
    assert.equal((await read(page, 'attention')).shape[0], 4);
    await page.goto(link);
    await page.evaluate(() => window.lab.ready);
    assert.match(await page.evaluate(() => window.lab.describe()), /No model is open/);
  }));

  test('what does not fit is refused with a sentence, and nothing changes', () => site.play(address, async (page) => {
    const gpt2 = folder('gpt2-f32'), bert = folder('bert-f32');
    const before = await page.evaluate(() => window.lab.url());
    const without = (files, name) => files.filter(([file]) => file !== name);
    assert.match((await open(page, without(gpt2, 'config.json'))).refused, /config\.json, and among these files there is none/);
    assert.match((await open(page, without(gpt2, 'merges.txt'))).refused, /vocab\.json with merges\.txt/);
    assert.match((await open(page, [...without(gpt2, 'model.safetensors'), ['pytorch_model.bin', 'AAAA']])).refused, /pytorch_model\.bin is a program/);
    assert.match((await open(page, [...without(bert, 'config.json'), gpt2[0]])).refused, /\./);
    assert.match((await page.evaluate(() => window.lab.openModel(7).catch((error) => error.message))), /list of files/);
    assert.match((await page.evaluate(() => window.lab.openModel([7]).catch((error) => error.message))), /takes Files/);
    assert.equal(await page.evaluate(() => window.lab.url()), before);
    await drop(page, without(gpt2, 'merges.txt'));
    await page.waitForFunction(() => /merges\.txt/.test(document.querySelector('.figure-notice').textContent));
    assert.ok((await open(page, gpt2)).layers === 2, 'and after all that one can be opened');
  }));
});
