// Runs that are kept on the page: their table, their links, the figure's own table; weights of the reader's own saved, opened and refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';

import { audit, middleOf, Site, slugs, toggleControls } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const FRESH = 'encoder-decoder/?task=reversal&hidden=16&weights=seed&figure=training';
const options = { timeout: 240_000 };
const phone = { context: { viewport: { width: 390, height: 844 } } };

/** Trains so many steps and waits for everything that follows. */
const train = (page, steps) => page.evaluate((count) => window.lab.train(count).then(() => window.lab.idle()).then(() => {}), steps);
const set = (page, values) => page.evaluate((wanted) => { window.lab.set(wanted); }, values);
const table = (page) => page.evaluate(() => [...document.querySelectorAll('.runs tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)));
const tableHas = (page, rows) => page.waitForFunction((count) => document.querySelectorAll('.runs tbody tr').length === count, rows);
/** Two runs, 30 steps of Adam and 40 of SGD; a third has begun. */
async function threeRuns(page) {
  await train(page, 30);
  await set(page, { optimiser: 'sgd', 'learning-rate': 0.5 });
  await train(page, 40);
  await set(page, { optimiser: 'momentum' });
  await tableHas(page, 3);
}

describe('runs', options, () => {
  test('stand in a table with what differs, are brought back by a press, and forgotten', () => site.play(FRESH, async (page) => {
    await threeRuns(page);
    const [head, now, second, first] = await table(page);
    assert.deepEqual(head.slice(0, 6), ['Run', 'Optimiser', 'Learning rate', 'Steps', 'Loss', 'Held-out right']);
    assert.deepEqual(now.slice(0, 6), ['Now', 'momentum', '0.5', '0', '–', '–']);
    assert.deepEqual(second.slice(0, 4), ['Run 2', 'SGD', '0.5', '40']);
    assert.deepEqual(first.slice(0, 4), ['Run 1', 'Adam', '0.003', '30']);
    assert.match(first[4], /^\d/);
    assert.match(first[5], /%$/);
    await page.locator('[data-action=controls]').click();
    assert.deepEqual(await audit(page), []);
    await page.locator('[data-run="1"]').click();
    await page.waitForFunction(() => window.lab.get('optimiser') === 'adam' && window.lab.training().step === 30);
    assert.equal(await page.evaluate(() => window.lab.runs()[0].loss), await page.evaluate(() => window.lab.runs().at(-1).loss), 'the same numbers again');
    await page.getByRole('button', { name: 'Forget run 2' }).click();
    await tableHas(page, 2);
    await page.getByRole('button', { name: 'Forget all earlier runs' }).click();
    await page.waitForFunction(() => document.querySelector('.runs').hidden);
  }, phone));

  test('are links that train the same again', () => site.play(FRESH, async (page) => {
    await threeRuns(page);
    const loss = await page.evaluate(() => window.lab.runs()[1].loss);
    const url = await page.locator('[data-run="2"]').evaluate((link) => link.href);
    assert.match(url, /optimiser=sgd&learning-rate=0\.5/);
    assert.match(url, /steps=40&figure=training$/);
    await page.goto(url);
    await page.evaluate(() => window.lab.ready.then(() => window.lab.idle()).then(() => {}));
    assert.equal(await page.evaluate(() => window.lab.runs()[0].loss), loss);
    assert.equal(await page.evaluate(() => window.lab.runs().length), 1, 'another visit has runs of its own');
  }));

  test('outlive a visit to another lesson', () => site.play(FRESH, async (page) => {
    await train(page, 30);
    await page.evaluate((slug) => window.lab.open(slug).then(() => {}), slugs[0]);
    assert.deepEqual(await page.evaluate(() => window.lab.runs()), []);
    await page.evaluate(() => window.lab.open('encoder-decoder', 'task=reversal&hidden=16&weights=seed').then(() => {}));
    const runs = await page.evaluate(() => window.lab.runs());
    assert.deepEqual(runs.map(({ number, steps }) => [number, steps]), [[0, 0], [1, 30]]);
  }));

  test('are rows of the figure too', () => site.play(FRESH, async (page) => {
    await threeRuns(page);
    const click = async (id) => {
      await page.waitForFunction((wanted) => window.lab.rect(wanted)?.width > 0, id);
      const { x, y } = await middleOf(page, id);
      await page.mouse.click(x, y);
    };
    await click('run:2');
    await page.waitForFunction(() => window.lab.get('optimiser') === 'sgd' && window.lab.training().step === 40);
    await click('run:1:remove');
    await page.waitForFunction(() => window.lab.runs().every(({ number }) => number !== 1));
    await click('runs:clear');
    await page.waitForFunction(() => window.lab.runs().length === 1);
  }));
});

describe('weights of the reader\'s own', options, () => {
  const line = (page) => page.locator('.own-weights');
  const open = (page, name, buffer) => line(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const notice = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector('.figure-notice').textContent), pattern.source);

  for (const [where, context] of [['on a wide page', {}], ['on a phone', phone]]) {
    test(`are saved and opened again, ${where}`, () => site.play(FRESH, async (page) => {
      await train(page, 30);
      await toggleControls(page);
      const said = await page.evaluate(() => window.lab.describe());
      const [file] = await Promise.all([page.waitForEvent('download'), line(page).getByRole('button', { name: 'save' }).click()]);
      assert.equal(file.suggestedFilename(), 'encoder-decoder-30-steps.safetensors');
      const bytes = readFileSync(await file.path());
      const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))));
      assert.equal(header.__metadata__.steps, '30');
      await page.evaluate(() => window.lab.restart());
      await open(page, 'mine.safetensors', bytes);
      await notice(page, /begins with your own weights from mine\.safetensors/);
      await page.evaluate(() => window.lab.idle().then(() => {}));
      assert.equal(await page.evaluate(() => window.lab.training().own), 'mine.safetensors');
      const [before, now] = [said, await page.evaluate(() => window.lab.describe())].map((text) => /The decoder says .*?\./.exec(text)[0]);
      assert.equal(now, before, 'the same weights say the same words');
      await line(page).getByRole('button', { name: 'Put them away' }).click();
      await page.waitForFunction(() => window.lab.training().own === '');
    }, context));
  }

  test('that do not fit are refused with the reason, and nothing is lost', () => site.play(FRESH, async (page) => {
    await train(page, 30);
    const weights = await page.evaluate(() => [...window.lab.saveWeights()]);
    await set(page, { hidden: 32 });
    await train(page, 20);
    const before = await page.evaluate(() => [window.lab.training().step, window.lab.runs()[0].loss]);
    await open(page, 'small.safetensors', Buffer.from(weights));
    await notice(page, /small\.safetensors does not fit this model\. .* in the file and .* in the model/);
    await open(page, 'hostile.safetensors', Buffer.from([255, 255, 255, 255, 255, 255, 255, 255, 123, 125]));
    await notice(page, /hostile\.safetensors does not fit this model\. The header would have/);
    await open(page, 'notes.txt', Buffer.from('x,y\n1,2\n'));
    await notice(page, /notes\.txt does not fit this model\./);
    assert.deepEqual(await page.evaluate(() => [window.lab.training().step, window.lab.runs()[0].loss]), before);
    assert.match(await page.evaluate((bytes) => {
      try {
        return String(window.lab.openWeights(new Uint8Array(bytes), 'by call'));
      } catch (error) {
        return error.message;
      }
    }, weights), /by call does not fit/);
  }));

  test('may be dropped on the figure', () => site.play(FRESH, async (page) => {
    await train(page, 25);
    const weights = await page.evaluate(() => [...window.lab.saveWeights()]);
    const transfer = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.safetensors'));
      return data;
    }, weights);
    await page.dispatchEvent('.figure', 'dragover', { dataTransfer: transfer });
    assert.ok(await page.evaluate(() => document.querySelector('.is-dropping') !== null));
    await page.dispatchEvent('.figure', 'drop', { dataTransfer: transfer });
    await page.waitForFunction(() => window.lab.training().own === 'dropped.safetensors');
  }));

  test('have no line where nothing is trained', () => site.play(`${slugs[0]}/`, async (page) => {
    assert.equal(await line(page).count(), 0);
  }));
});
