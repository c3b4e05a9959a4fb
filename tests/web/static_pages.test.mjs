// The pages as files and without JavaScript: every link leads somewhere, text and formulas are there, nothing is against the policy.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';

import { audit, eventually, everyThird, Site, siteFolder, slugs } from './site.mjs';

const files = readdirSync(siteFolder, { recursive: true }).map(String).filter((name) => name.endsWith('.html'));
const read = (name) => readFileSync(path.join(siteFolder, name), 'utf8');
const decode = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

describe('files', () => {
  test('every link, picture and script leads to a file, every fragment to an element', () => {
    const ids = new Map();
    const idsOf = (name) => {
      if (!ids.has(name)) ids.set(name, new Set([...read(name).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)));
      return ids.get(name);
    };
    const broken = [];
    for (const name of files) {
      for (const [, raw] of read(name).matchAll(/ (?:href|src|srcset)="([^"]*)"/g)) {
        const url = new URL(decode(raw), `http://site/${name}`);
        if (url.host !== 'site') continue;
        let target = decodeURIComponent(url.pathname).slice(1);
        if (target === '' || target.endsWith('/')) target += 'index.html';
        const fragment = decodeURIComponent(url.hash.slice(1));
        if (!existsSync(path.join(siteFolder, target)) || statSync(path.join(siteFolder, target)).isDirectory()) broken.push(`${name}: ${raw}`);
        else if (fragment && target.endsWith('.html') && !idsOf(target).has(fragment)) broken.push(`${name}: ${raw}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  test('the link of an exercise leads to its scene, without any script', () => {
    for (const slug of slugs) {
      const exercises = [...read(`${slug}/index.html`).matchAll(/data-scene="([^"]*)"[^>]*>\s*<h3[\s\S]*?<p class="scene"><a class="button" href="\.\/\?([^"]*)"/g)];
      assert.ok(exercises.length >= 2, slug);
      for (const [, scene, query] of exercises) assert.equal(query, scene, slug);
    }
  });

  test('each page has one h1, headings that skip no level, a language, a description, and ids used once', () => {
    for (const name of files) {
      const html = read(name);
      const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
      assert.equal(levels.filter((level) => level === 1).length, 1, `${name}: one h1`);
      levels.reduce((before, level) => (assert.ok(level <= before + 1, `${name}: h${before} then h${level}`), level), 0);
      assert.match(html, /<html lang="en">/, name);
      assert.match(html, /<meta name="description" content="[^"]{10,}/, name);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, ids.length, `${name}: ids`);
    }
  });

  test('the policy is on every page and nothing is inline', () => {
    for (const name of files) {
      const html = read(name);
      assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/, name);
      assert.doesNotMatch(html, /unsafe-inline|'unsafe-eval'|frame-ancestors/, name);
      assert.doesNotMatch(html, /<style|<[a-z][^>]* style=|<[a-z][^>]* on[a-z]+="/, name);
    }
  });

  test('every lesson has its stills in both themes, of at most 25 kB compressed and without text that wants a font', () => {
    for (const slug of slugs) {
      assert.ok(statSync(path.join(siteFolder, `stills/${slug}-light.png`)).size > 3000, `${slug}: what other sites show`);
      for (const theme of ['light', 'dark']) assert.ok(existsSync(path.join(siteFolder, `stills/${slug}-${theme}.svg`)), `${slug} ${theme}`);
    }
    const stills = readdirSync(path.join(siteFolder, 'stills')).filter((name) => name.endsWith('.svg'));
    assert.ok(stills.length >= 6 * slugs.length);
    for (const name of stills) {
      const svg = read(`stills/${name}`);
      const compressed = [5, 11].some((quality) => brotliCompressSync(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length <= 25_000);
      assert.ok(compressed, name);
      assert.doesNotMatch(svg, /<script|<image|href="[^#]/, name);
      assert.doesNotMatch(svg.replace(/<text[^>]*>[^<]*ᵀ<\/text>/g, ''), /<text/, `${name}: text that wants a font`);
    }
  });
});

describe('without JavaScript', { timeout: 240_000 }, () => {
  let site;
  before(async () => { site = await Site.start(); });
  after(() => site.stop());

  for (const slug of everyThird(1)) {
    test(`${slug}: text, formulas, pictures and explanations can be read`, () => site.visit(`${slug}/`, async (page) => {
      assert.ok((await page.locator('main').innerText()).length > 3000);
      assert.ok(await page.locator('.katex-html').first().isVisible());
      assert.ok(await page.locator('.still img').first().isVisible());
      assert.equal(await page.locator('.live').filter({ hasText: /^$/ }).count(), 0, 'live values have their defaults');
      for (const exercise of await page.locator('.exercise').all()) {
        await exercise.locator('summary').click();
        assert.ok((await exercise.locator('.explanation').innerText()).length > 40);
      }
      await eventually(async () => { // it comes lazily, after the page
        const painted = await page.locator('.poster img').evaluate((image) => image.complete && image.naturalWidth > 0);
        assert.ok(painted, 'the still stands where the figure would');
      });
    }, { context: { javaScriptEnabled: false }, allowed: /failed: .*\.js$/ })); // preloads of scripts that never run
  }

  test('the front page lists every lesson, the later ones as announced', () => site.visit('', async (page) => {
    assert.equal(await page.locator('.ready').count(), slugs.length);
    const outline = JSON.parse(readFileSync(new URL('../../web/content/outline.json', import.meta.url), 'utf8'));
    const planned = outline.flatMap((part) => part.planned.map(({ slug }) => slug)).filter((slug) => !slugs.includes(slug));
    assert.deepEqual(await page.locator('.later').evaluateAll((cards) => cards.map(({ id }) => id)), planned);
    const heights = await page.locator('.map-list').first().evaluate(() => ['.planned', '.ready picture'].map((part) => document.querySelector(part).getBoundingClientRect().height));
    assert.ok(heights[0] < heights[1] / 2, `what is planned stands back: ${heights}`);
  }, { context: { javaScriptEnabled: false }, allowed: /failed: .*\.js$/ })); // preloads of scripts that never run

  for (const [address, name] of [['reference/', 'reference'], ['source/', 'source index'], ['source/kernels/softmax.h.html', 'a source page'], ['404.html', 'not found']]) {
    for (const colorScheme of ['light', 'dark']) {
      test(`axe: ${name}, ${colorScheme}`, () => site.visit(address, async (page) => {
        assert.deepEqual(await audit(page), []);
      }, { context: { colorScheme } }));
    }
  }
});
