// A reader's own tables in lesson 02: every form of them, what is said of bad ones, what becomes of links, and training on them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { drop, paste } from './own_files.mjs';
import { ready, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const address = 'kernel-regression/';
const data = (page) => page.evaluate(() => window.lab.get('data'));
const notice = (page) => page.locator('.figure-notice');

/** A table that no link can carry. */
const long = (lines) => Array.from({ length: lines }, (_, i) => `${(i / 1000).toFixed(3)},${Math.sin(i).toFixed(5)}`).join('\n');

describe('forms of a table', { timeout: 120_000 }, () => {
  const good = {
    'commas': ['0,1.5\n1,2\n2,0.5\n', [[0, 1.5], [1, 2], [2, 0.5]]],
    'tabs, with names': ['x\ty\n0\t1.5\n1\t2\n', [[0, 1.5], [1, 2]]],
    'semicolons and decimal commas': ['x;y\r\n0,5;1,5\r\n1;2,25\r\n', [[0.5, 1.5], [1, 2.25]]],
  };
  for (const [name, [text, points]] of Object.entries(good))
    for (const [way, bring] of [['pasted', paste], ['dropped', drop]])
      test(`${name}, ${way}`, () => site.play(address, async (page) => {
        await bring(page, text);
        await page.waitForFunction(() => window.lab.get('data').length > 0);
        assert.deepEqual(await data(page), points);
        assert.match(await notice(page).innerText(), new RegExp(`^${points.length} points taken`));
        await page.getByRole('button', { name: 'Undo' }).click();
        assert.deepEqual(await data(page), [], 'one step back');
      }));

  test('a bad line is left out and named by its number', () => site.play(address, async (page) => {
    await drop(page, 'x,y\n0,1\n1,2\nbad,line\n2,0.5\n');
    await notice(page).waitFor();
    assert.match(await notice(page).innerText(), /3 points taken.*Line 4 was left out: "bad" is not a number/);
    assert.deepEqual(await data(page), [[0, 1], [1, 2], [2, 0.5]]);
  }));

  const bad = {
    'an empty file': ['', /no line with numbers/],
    'words': ['no numbers here', /not a table of x,y/],
    'bytes that are no text': [Array.from({ length: 4000 }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256), /not a table of x,y|no line with numbers/],
    'a picture': [[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52], /not a table of x,y/],
    'five megabytes': [long(400_000), /400000 lines; at most 100000 points/],
    'twenty-one megabytes': ['0,1\n'.repeat(5_300_000), /mine\.csv is larger than 20 MB/],
  };
  test('what is none is refused on screen, and the data before it stay', () => site.play(address, async (page) => {
    await paste(page, '0,1\n1,2\n');
    const before = await page.evaluate(() => window.lab.query());
    for (const [name, [content, message]] of Object.entries(bad)) {
      await drop(page, content);
      await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector('.figure-notice').textContent), message.source)
        .catch(async () => assert.fail(`${name}: "${await notice(page).textContent()}"`));
      assert.ok(await notice(page).isVisible());
      assert.equal(await page.evaluate(() => window.lab.query()), before, name);
    }
  }));

  for (const [width, hasTouch] of [[1280, false], [390, true]])
    test(`the page says how, and opens a file, at ${width} px`, () => site.play(address, async (page) => {
      const hint = page.locator('.own-data');
      assert.ok(await hint.isVisible());
      assert.match(await hint.innerText(), /^Use your own data: paste or drop a CSV/);
      const button = hint.getByRole('button', { name: 'open a file' });
      const chosen = page.waitForEvent('filechooser');
      if (hasTouch) await button.tap();
      else await button.focus().then(() => page.keyboard.press('Enter'));
      await (await chosen).setFiles({ name: 'mine.tsv', mimeType: 'text/plain', buffer: Buffer.from('0\t1\n3\t4\n') });
      await page.waitForFunction(() => window.lab.get('data').length === 2);
      await page.evaluate(() => window.lab.open('pooling'));
      await page.waitForFunction(() => document.body.dataset.lesson === 'pooling' && document.querySelector('h1').textContent !== 'Kernel regression');
      assert.equal(await hint.count(), 0, 'only where it can be done');
    }, { context: { viewport: { width, height: 800 }, hasTouch } }));

  test('a long table is edited as a whole by the controls that show its beginning', () => site.play(address, async (page) => {
    await paste(page, long(300));
    await page.getByRole('button', { name: 'Controls as text' }).click();
    await page.locator('[data-param=data]').getByRole('button', { name: 'Add a point' }).click();
    assert.equal((await data(page)).length, 301);
    const field = page.getByLabel('Your data, row 2, y');
    await field.fill('7');
    await field.press('Tab');
    const now = await data(page);
    assert.equal(now.length, 301);
    assert.deepEqual(now[1], [0.001, 7]);
    assert.match(await page.locator('[data-param=data] .more').innerText(), /of 301 rows/);
  }));
});

describe('what is too long for a link', { timeout: 120_000 }, () => {
  test('stays out of the address, and comes back with a reload', () => site.play(address, async (page) => {
    await paste(page, long(2000));
    await page.evaluate(() => window.lab.set({ kernel: 'boxcar' }));
    await page.waitForFunction(() => new URL(location.href).searchParams.get('kernel') === 'boxcar');
    const query = await page.evaluate(() => window.lab.query());
    assert.ok(query.length > 8000);
    assert.ok((await page.evaluate(() => window.lab.url())).includes(query), 'lab.url() is complete');
    const search = new URL(page.url()).searchParams;
    assert.equal(search.get('kernel'), 'boxcar');
    assert.equal(search.get('data'), null);
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => window.lab.query()), query);
    await page.evaluate(() => { location.hash = 'text'; });
    await page.goBack();
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.lab.query()), query, 'moving within the page leaves the data alone');
  }));

  test('is said in the Share panel, which saves the table instead', () => site.play(address, async (page) => {
    await paste(page, long(2000));
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.locator('.share');
    assert.match(await dialog.locator('.left-out').innerText(), /“Your data” is too large for a link/);
    for (const text of await dialog.locator('textarea').evaluateAll((boxes) => boxes.map((box) => box.value)))
      assert.ok(text.length < 9000 && !/data=/.test(text), text.slice(0, 200));
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save “Your data” as CSV' }).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const before = await data(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.lab.reset());
    await drop(page, Buffer.concat(chunks).toString());
    await page.waitForFunction(() => window.lab.get('data').length > 0);
    assert.deepEqual(await data(page), before, 'the file brings the same points back');
  }));

  test('what follows from the rest is not in a link at all', () => site.play('self-attention/', async (page) => {
    await page.evaluate(() => window.lab.set({ text: 'one two three' }));
    assert.equal(await page.evaluate(() => window.lab.query()), 'text=one%20two%20three');
  }));
});

describe('training', { timeout: 60_000 }, () => {
  test('steps, metrics, event, undo and redo', () => site.play(address, async (page) => {
    const outcome = await page.evaluate(async () => {
      const heard = [];
      window.lab.on('train', (detail) => heard.push(detail));
      window.lab.set({ width: 3 });
      const start = window.lab.metrics();
      const five = await window.lab.train(5);
      const afterFive = window.lab.metrics();
      const ten = await window.lab.train(5);
      window.lab.undo();
      const undone = [window.lab.get('steps'), window.lab.metrics()];
      window.lab.redo();
      const redone = [window.lab.get('steps'), window.lab.metrics()];
      const refusals = [];
      for (const steps of [0, -1, 1.5, 'many']) await window.lab.train(steps).catch((error) => refusals.push(error.message));
      return { heard, start, five, afterFive, ten, undone, redone, refusals, steps: window.lab.get('steps') };
    });
    const { heard, start, five, afterFive, ten, undone, redone, refusals } = outcome;
    assert.deepEqual(heard, [five, ten]);
    assert.deepEqual(five, afterFive);
    assert.equal(start.step, 0);
    assert.equal(five.step, 5);
    assert.equal(ten.step, 10);
    assert.ok(start.loss > five.loss && five.loss >= ten.loss, JSON.stringify([start, five, ten]));
    assert.deepEqual(undone, [5, five]);
    assert.deepEqual(redone, [10, ten]);
    assert.equal(refusals.length, 4);
    assert.equal(outcome.steps, 10);
    assert.match(await page.evaluate(async () => {
      await window.lab.train(100000);
      return window.lab.train().catch((error) => error.message);
    }), /steps have been taken/);
  }));
});
