// A figure, and a whole lesson, as one HTML file opened from a disk: it plays, with its weights, and asks nobody for anything.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { singleFile } from '../../web/page/single_file.js';
import { inParts, middleOf, ready, settled, Site, siteFolder } from './site.mjs';

const ROOT = 'https://course.example/lab/';
const read = (name) => readFile(path.join(siteFolder, name));
let site, folder;

before(async () => {
  site = await Site.start();
  folder = await mkdtemp(path.join(os.tmpdir(), 'single-file-'));
});
after(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Opens the file that `options` describe and runs `use(page)`; fails on every request, complaint and violation of its policy. */
async function fromDisk(options, use) {
  const name = path.join(folder, 'a figure.html'); // as uploads are called
  const html = await singleFile({ read, root: ROOT, title: 'A & "B"', ...options });
  await writeFile(name, html);
  const address = pathToFileURL(name).href;
  const asked = [];
  await site.visit(address, async (page) => {
    page.on('request', (request) => /^(?:data|blob):/.test(request.url()) || asked.push(request.url()));
    await ready(page);
    await use(page, html);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  }, { init: recordViolations });
  assert.deepEqual(asked, [], 'nothing is fetched');
}

function recordViolations() {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => window.violations.push(`${violatedDirective} ${blockedURI}`));
}

describe('a single file', { timeout: 120_000, skip: !inParts && 'the program is in one piece' }, () => {
  test('of a figure opens as it was saved: figure, controls, locks, theme', () => fromDisk({
    slug: 'pooling', asked: 'temperature=0.5&controls=temperature,score&lock=score', theme: 'dark', weights: [],
  }, async (page, html) => {
    assert.ok(html.length < 1_600_000, `${html.length} characters`);
    assert.equal(await page.title(), 'A & "B"');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    const shown = await page.locator('.embed-controls.is-unfolded .widget:not(.is-left-out)').evaluateAll((widgets) => widgets.map(({ dataset }) => dataset.param));
    assert.deepEqual(shown, ['temperature', 'score']);
    assert.ok(await page.locator('[data-param=score] select').isDisabled());
    assert.equal(await page.evaluate(() => window.lab.get('temperature')), 0.5);
    const from = await middleOf(page, 'query');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y - 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => window.lab.query().includes('query='));
    assert.equal(await page.locator('.figure-notice').innerText(), '', 'with its own faces');
    assert.match(await page.locator('.embed-link').getAttribute('href'), /^https:\/\/course\.example\/lab\/pooling\//);
  }));

  test('of a trained figure has its weights, and says which it has not', () => fromDisk({
    slug: 'neural-turing-machine', weights: ['copy-small-machine', 'copy-small-lstm'],
  }, async (page) => {
    const asks = await page.evaluate(async () => {
      const told = [];
      window.lab.on('error', ({ message }) => told.push(message));
      await window.lab.whole?.(); // code that comes when it is wanted is inside too
      await window.lab.idle();
      return told;
    });
    assert.ok(asks.every((message) => !/copy-small-(machine|lstm)\b/.test(message)), asks.join());
  }));

  test('of a whole lesson has its text, its stills and its weights; links to elsewhere lead to the site', () => fromDisk({
    slug: 'alignment', whole: true, theme: '',
  }, async (page, html) => {
    await page.evaluate(() => window.lab.idle());
    assert.equal(await page.evaluate(() => window.lab.training().message), '', 'the shipped weights are in');
    assert.doesNotMatch(html.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, ''), /(?:src|srcset)="(?!data:)|href="(?:\.|\/)/);
    const before = await page.evaluate(() => window.lab.query());
    await page.locator('article a[data-set*="row=3"]').first().click();
    await settled(page);
    await page.waitForFunction((was) => window.lab.query() !== was, before);
    assert.ok(await page.locator('.still img').evaluateAll((images) => images.every(({ src, naturalWidth }) => naturalWidth > 0 && src.startsWith('data:image/svg+xml'))));
    assert.match(await page.locator('article a[href^="https://course.example/lab/"]').first().getAttribute('target'), /_blank/);
  }));
});
