// /benchmark/: what it measures, says and copies, how it stops, and what it does where the browser lacks something.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';

import { readSettings } from '../../web/benchmark/settings.js';
import { audit, eventually, Site, siteFolder } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const SMALL = 'sizes=16,64&ms=20';
const PATIENCE_MS = 120_000;
const said = (page) => page.innerText('#said');
const finished = (page) => page.waitForFunction(() => {
  const [run, said] = ['run', 'said'].map((id) => document.getElementById(id));
  return !run.disabled && /^(Finished|Stopped|The measuring)/.test(said.textContent);
}, null, { timeout: PATIENCE_MS });
/** Every table's rows as texts: [part, name, n, variant, median, minimum, GFLOP/s, speed-up]. */
const tableRows = (page) => page.evaluate(() => [...document.querySelectorAll('tbody tr')]
  .map((row) => [row.parentElement.dataset.part, ...[...row.cells].map(({ textContent }) => textContent)]));
const copiedText = (page) => page.evaluate(() => navigator.clipboard.readText());
const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

const run = (query, use, options) => site.visit(`benchmark/?${query}`, async (page, context) => {
  await page.click('#run');
  await finished(page);
  assert.match(await said(page), /^Finished/);
  await use(page, context);
}, options);

describe('settings', () => {
  test('left out, they are those that the page names', () => {
    const { settings, problems } = readSettings('');
    const parts = ['attention', 'block', 'lessons'];
    assert.deepEqual(settings, { attentionSizes: [16, 64, 256, 512, 2048], blockSizes: [64, 512], ms: 400, parts });
    assert.deepEqual(problems, []);
  });

  test('sizes come sorted and once, parts in their order', () => {
    const { settings, problems } = readSettings('?sizes=64,16,64&ms=10&parts=lessons,attention');
    assert.deepEqual(settings, { attentionSizes: [16, 64], blockSizes: [16, 64], ms: 10, parts: ['attention', 'lessons'] });
    assert.deepEqual(problems, []);
  });

  for (const [query, sentence] of [
    ['sizes=16,abc', /sizes: "abc" is no whole number from 1 to 4096; the default is used/], ['sizes=', /sizes: ""/],
    ['sizes=0', /sizes: "0"/], ['sizes=4097', /"4097"/], ['sizes=1.5', /"1.5"/], ['sizes=1e3', /"1e3"/],
    ['sizes=1,2,3,4,5,6,7,8,9', /9 sizes are more than 8/], ['ms=9', /ms: "9" is no whole number from 10 to 10000/], ['ms=-50', /"-50"/],
    ['parts=all', /parts: "all" is none of attention, block, lessons/], ['constructor=1', /constructor: there is no such/],
    ['size=16', /size: there is no such parameter, but sizes, ms, parts/],
  ]) {
    test(`${query} is refused in words and its default stays`, () => {
      const { settings, problems } = readSettings(query);
      assert.equal(problems.length, 1);
      assert.match(problems[0], sentence);
      assert.deepEqual(settings, readSettings('').settings);
    });
  }
});

describe('in Chromium', { timeout: 600_000 }, () => {
  test('nothing runs before Run is pressed', () => site.visit('benchmark/', async (page) => {
    await page.waitForFunction(() => !document.getElementById('run').disabled);
    assert.equal(page.workers().length, 0);
    assert.equal(await page.locator('iframe').count(), 0);
    assert.deepEqual(await tableRows(page), []);
    assert.ok(await page.isDisabled('#copy') && await page.isDisabled('#stop'));
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.deepEqual(fetched.filter((name) => /attention-kernels|\.wasm/.test(name)), []);
  }));

  test('by keyboard: positive numbers in every row, the same in the copied JSON', () => site.visit(`benchmark/?${SMALL}`, async (page) => {
    await page.focus('#run');
    await page.keyboard.press('Enter');
    assert.ok(await page.evaluate(() => document.activeElement.id === 'stop'), 'the keyboard is where Stop is');
    await finished(page);
    assert.ok(await page.evaluate(() => document.activeElement.id === 'run'), 'and back at Run');
    const rows = await tableRows(page);
    assert.match(await said(page), new RegExp(`^Finished. ${rows.length} rows were measured`));
    await page.keyboard.press('Tab'); // Stop is grey
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.getElementById('said').textContent === 'Copied.');

    const report = JSON.parse(await copiedText(page));
    assert.deepEqual(report.settings, { sizes: [16, 64], blockSizes: [16, 64], ms: 20, parts: ['attention', 'block', 'lessons'] });
    assert.equal(report.complete, true);
    assert.equal(report.machine.browser, await page.evaluate(() => navigator.userAgent));
    assert.equal(report.rows.length, rows.length);
    report.rows.forEach((row, i) => {
      const { part, name, n, variant, medianMs, minMs, gflops, speedUp, samples, calls } = row;
      const [, , , , ...texts] = rows[i];
      assert.deepEqual(rows[i].slice(0, 4), [part, name, n === null ? '–' : String(n), variant]);
      [medianMs, minMs, gflops, speedUp].forEach((number, k) => {
        if (number === null) return assert.equal(texts[k], '–');
        assert.ok(number > 0 && Math.abs(Number(texts[k]) - number) <= 0.006 * number, `${name}: ${texts[k]} for ${number}`);
      });
      assert.ok(minMs <= medianMs && samples >= 5 && calls >= samples, JSON.stringify(row));
      assert.equal(gflops !== null, /^(full|causal|multi-head|GRU)/.test(name), name);
    });

    const count = (part, variant) => report.rows.filter((row) => row.part === part && row.variant === variant).length;
    assert.equal(report.machine.relaxedSimd, await page.evaluate(async () => (await import('/attention-kernels.mjs')).hasRelaxedSimd()));
    const relaxed = report.machine.relaxedSimd && existsSync(`${siteFolder}/attention-kernels.relaxed.mjs`);
    for (const variant of relaxed ? ['plain SIMD', 'relaxed SIMD'] : ['plain SIMD'])
      assert.deepEqual([count('attention', variant), count('block', variant)], [4, 8], variant);
    assert.deepEqual([count('lessons', 'CPU'), count('lessons', 'GPU'), count('lessons', '1 worker')], [5, 4, 1]);
    for (const { variant, speedUp } of report.rows) assert.equal(speedUp !== null, /^GPU$|^relaxed SIMD$|worker/.test(variant), variant);
    assert.match(report.machine.gpu, /SwiftShader/);
    assert.equal(await page.locator('iframe').count(), 0);
    assert.equal(page.workers().length, 0);
  }, { context: withClipboard }));

  test('Stop ends it at once, in the kernels and in a lesson; a new run begins anew', () => site.visit('benchmark/', async (page) => {
    for (const parts of ['attention', 'lessons']) {
      await page.goto(new URL(`benchmark/?sizes=16,64&ms=10000&parts=${parts}`, site.address).href);
      await page.click('#run');
      if (parts === 'lessons') await page.waitForSelector('iframe');
      else await eventually(() => assert.equal(page.workers().length, 1));
      await page.waitForSelector('progress');
      await page.click('#stop');
      await finished(page);
      assert.equal(await said(page), 'Stopped. 0 rows were measured.');
      await eventually(() => assert.equal(page.workers().length, 0));
      assert.equal(await page.locator('iframe').count(), 0);
      assert.ok(await page.isHidden('progress') && await page.isEnabled('#run') && await page.isDisabled('#copy'));
      assert.deepEqual(await tableRows(page), []);
    }
    await page.goto(new URL(`benchmark/?${SMALL}&parts=attention`, site.address).href);
    for (let again = 0; again < 2; ++again) {
      await page.click('#run');
      await finished(page);
      assert.equal(new Set((await tableRows(page)).map(String)).size, (await tableRows(page)).length);
      assert.match(await said(page), new RegExp(` ${(await tableRows(page)).length} rows`));
    }
  }));

  test('what the address asks for wrongly is said, the rest is used', () => site.visit('benchmark/?sizes=16,many&ms=20', async (page) => {
    assert.equal(await page.innerText('[role=alert]'), 'sizes: "many" is no whole number from 1 to 4096; the default is used.');
    assert.ok(await page.isEnabled('#run'));
    assert.deepEqual(await audit(page), []);
  }));

  test('without WebGL 2 there are a reason and no GPU rows, but a training step', () => run(`${SMALL}&parts=lessons`, async (page) => {
    const rows = await tableRows(page);
    const variants = rows.map(([, , , variant]) => variant);
    assert.equal(variants.filter((variant) => variant === 'CPU').length, 5, JSON.stringify(rows));
    assert.ok(!variants.includes('GPU'), JSON.stringify(rows));
    assert.match(await page.innerText('#notes'), /^No rows for the GPU\. .*no graphics context/);
    assert.match(await page.innerText('#machine'), /no WebGL 2/);
  }, {
    init: () => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : get.call(this, kind, ...rest);
      };
    },
  }));

  test('without relaxed SIMD: plain rows and a reason', () => site.visit(`benchmark/?${SMALL}&parts=attention`, async (page, context) => {
    const module = readFileSync(`${siteFolder}/attention-kernels.mjs`, 'utf8').replace('hasRelaxedSimd = () =>', '$& false &&');
    await context.route('**/attention-kernels.mjs', (route) => route.fulfill({ body: module, contentType: 'text/javascript' }));
    await page.click('#run');
    await finished(page);
    assert.deepEqual([...new Set((await tableRows(page)).map(([, , , variant]) => variant))], ['plain SIMD']);
    assert.match(await page.innerText('#notes'), /^This browser has no relaxed SIMD/);
    assert.match(await page.innerText('#machine'), /Relaxed SIMD\s+no/);
  }));

  test('without permission to write to the clipboard the JSON stands selected', () => run(`${SMALL}&parts=attention`, async (page) => {
    await page.click('#copy');
    await page.waitForFunction(() => /stands selected/.test(document.getElementById('said').textContent));
    const { value, selectionStart, selectionEnd } = await page.locator(':focus').evaluate((box) => ({
      value: box.value, selectionStart: box.selectionStart, selectionEnd: box.selectionEnd,
    }));
    assert.ok(JSON.parse(value).rows.length >= 4);
    assert.deepEqual([selectionStart, selectionEnd], [0, value.length]);
  }, { init: () => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); } }));

  for (const colorScheme of ['light', 'dark']) {
    test(`axe before and after a run, and its width: ${colorScheme}`, () => site.visit(`benchmark/?${SMALL}&parts=block`, async (page) => {
      assert.deepEqual(await audit(page), []);
      await page.click('#run');
      await finished(page);
      assert.deepEqual(await audit(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }, { context: { colorScheme, reducedMotion: 'reduce', viewport: { width: 360, height: 740 } } }));
  }
});
