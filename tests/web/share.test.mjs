// The Share panel: what a teacher chooses is in the preview, in the texts to copy and in the file that is saved.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { audit, eventually, inParts, ready, Site } from './site.mjs';

let site, folder;

before(async () => {
  site = await Site.start();
  folder = await mkdtemp(path.join(os.tmpdir(), 'share-'));
});
after(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

const texts = (page) => page.locator('.share textarea').evaluateAll((boxes) => boxes.map((box) => box.value));

async function previewOf(page) {
  const frame = await (await page.waitForSelector('.share-preview iframe')).contentFrame();
  await frame.waitForFunction(() => window.lab?.started && document.querySelector('.figure.is-live'), null, { timeout: 30_000 });
  return frame;
}

describe('the Share panel', { timeout: 120_000 }, () => {
  test('figure, controls, locks, theme and size are chosen, seen and written', () => site.play('pooling/?temperature=0.5', async (page) => {
    await page.getByRole('button', { name: 'Share' }).click();
    await previewOf(page);
    assert.deepEqual(await audit(page), []);
    const dialog = page.locator('.share');
    await dialog.getByLabel('Figure', { exact: true }).selectOption('temperature-sweep');
    await dialog.getByLabel('Figure', { exact: true }).selectOption('pairs');
    for (const name of ['Temperature', 'Score']) await dialog.getByLabel(`Show ${name}`).uncheck();
    await dialog.getByLabel('Show Score').check();
    await dialog.getByLabel('Show Temperature').check();
    await dialog.getByLabel('Lock Score').check();
    await dialog.getByLabel('Theme', { exact: true }).selectOption('dark');
    await dialog.getByLabel('Width', { exact: true }).selectOption('480');
    await dialog.getByLabel('Height', { exact: true }).fill('200');
    assert.match(await dialog.locator('#share-height').innerText(), /^Not 300 to 2000 px/);
    await dialog.getByLabel('Height', { exact: true }).fill('700');
    await dialog.getByLabel('Height', { exact: true }).blur();
    assert.match(await dialog.locator('#share-height').innerText(), /^300 to 2000 px/);
    let frame;
    await eventually(async () => {
      frame = await previewOf(page);
      const shown = await frame.locator('.embed-controls.is-unfolded .widget:not(.is-left-out)').evaluateAll((widgets) => widgets.map(({ dataset }) => dataset.param));
      assert.deepEqual(shown, ['temperature', 'score']);
      assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), 'dark');
    });
    assert.equal(await frame.evaluate(() => window.lab.get('temperature')), 0.5);
    assert.ok(await frame.locator('[data-param=score] select').isDisabled());
    assert.deepEqual(await frame.evaluate(() => [innerWidth, innerHeight]), [480, 700]);
    const drawn = await dialog.locator('.share-preview iframe').boundingBox();
    assert.equal(await dialog.locator('.share-shown .share-hint').innerText(), `480 × 700 px, shown at ${Math.round(drawn.width / 4.8)} %`);
    const codes = await dialog.locator('.snippet').evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().bottom));
    assert.ok(codes.every((bottom) => bottom <= 900), `the texts to copy are in sight: ${codes}`);
    const [link, iframe, node] = await texts(page);
    assert.match(link, /\/pooling\/\?temperature=0\.5&lock=score&theme=dark$/);
    assert.match(iframe, /embed\.html\?lesson=pooling&amp;temperature=0\.5&amp;controls=temperature,score&amp;lock=score&amp;theme=dark" width="480" height="700"/);
    assert.match(node, /<attention-lab lesson="pooling" temperature="0\.5" controls="temperature,score" lock="score" theme="dark" height="700" style="max-width:480px"><a href="[^"]*\/pooling\/\?temperature=0\.5">[^<]+<\/a><\/attention-lab>$/, 'with a link for readers without scripts');
    await dialog.getByLabel('Theme', { exact: true }).selectOption('auto');
    await dialog.getByLabel('Scale', { exact: true }).selectOption('1.5');
    const [plain, larger, node2] = await texts(page);
    assert.match(plain, /lock=score$/);
    assert.match(larger, /lock=score&amp;scale=1\.5&amp;theme=auto"/);
    assert.match(node2, / lock="score" scale="1\.5" height="700"/, 'an element is as the page around it by itself');
    await eventually(async () => {
      frame = await previewOf(page);
      assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), undefined);
      assert.ok(await frame.evaluate(() => window.lab.zoom) > 1);
    });
  }, { context: { viewport: { width: 1440, height: 900 } } }));

  test('an earlier moment of the training is shared as it is shown', () => site.play('encoder-decoder/?task=reversal&hidden=16&weights=seed', async (page) => {
    await page.evaluate(() => window.lab.train(12).then(() => window.lab.idle()).then(() => {}));
    const [at, of] = await page.evaluate(() => {
      const { frames } = window.lab.film(3);
      return [frames[3], frames.at(-1)];
    });
    assert.ok(at < of);
    await page.getByRole('button', { name: 'Share' }).click();
    const frame = await previewOf(page);
    const [link, iframe, node] = await texts(page);
    for (const [text, sign] of [[link, '='], [iframe, '='], [node, '="']]) assert.match(text, new RegExp(`\\bsteps${sign}${at}\\b`));
    await page.getByText(`the model is trained again to this picture: ${at} step`).waitFor();
    await frame.waitForFunction((steps) => window.lab.training().step === steps, at);
    assert.equal(await page.evaluate(() => window.lab.training().step), of, 'the reader’s own run is as it was');
  }, { context: { viewport: { width: 1440, height: 900 } } }));

  test('the figure, and the lesson, are saved as one file that opens from a disk as the preview shows it', { skip: !inParts }, () => site.play('pooling/?temperature=0.25', async (page, context) => {
    await page.getByRole('button', { name: 'Share' }).click();
    await previewOf(page);
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'This figure' }).click()]);
    assert.equal(saved.suggestedFilename(), 'pooling-pairs.html');
    const file = path.join(folder, 'pooling.html');
    await saved.saveAs(file);
    await page.getByText(/pooling-pairs\.html, \d\.\d MB/).waitFor();
    const offline = await context.newPage();
    const asked = [];
    offline.on('request', (request) => /^https?:/.test(request.url()) && asked.push(request.url()));
    await offline.goto(pathToFileURL(file).href);
    await ready(offline);
    assert.equal(await offline.evaluate(() => window.lab.get('temperature')), 0.25);
    await page.bringToFront();
    await page.locator('.share').getByLabel('Figure', { exact: true }).selectOption('temperature-sweep');
    await page.locator('.share').getByLabel('Lock Score').check();
    const [lesson] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'The whole lesson' }).click()]);
    await lesson.saveAs(file);
    await page.getByText(/pooling\.html, \d\.\d MB: .* Locked in it: Score\.$/).waitFor();
    await offline.reload();
    await ready(offline);
    const state = () => ({ figure: window.lab.figure(), temperature: window.lab.get('temperature'), locked: window.lab.params().filter(({ locked }) => locked).map(({ id }) => id) });
    assert.deepEqual(await offline.evaluate(state), { figure: 'temperature-sweep', temperature: 0.25, locked: ['score'] });
    assert.deepEqual(asked, []);
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await page.locator('.share-preview iframe').count(), 0, 'the preview gives its picture back'));
  }));
});
