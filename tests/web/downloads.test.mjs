// What a visit moves over the network, as the server sees it: each face once, for text and figure, and of the stills those in sight in the
// theme shown.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, everyThird, ready, settled, Site, slugs } from './site.mjs';

const FACES = ['inter-regular', 'inter-semibold', 'katex-main', 'katex-math'];
const PROGRAM = /\/lab-module[\w-]*\.wasm$/;
const [first] = slugs;
let site, asked;

before(async () => {
  site = await Site.start();
  site.server.on('request', ({ url }) => asked.push(url));
});
after(() => site.stop());

/** As site.visit, with a fresh record of what the server is asked for. */
function visit(address, use, options) {
  asked = [];
  return site.visit(address, use, options);
}

const play = (address, use, options) => visit(address, async (page, context) => {
  await ready(page);
  await settled(page);
  await use(page, context);
}, options);

const fontsAsked = () => asked.filter((url) => url.endsWith('.ttf')).map((url) => url.replace(/.*\/|\.ttf$/g, '')).sort();
const stillsAsked = () => asked.filter((url) => url.includes('/stills/')).map((url) => url.replace(/.*\//, '')).sort();

/** Files of the stills that the page shows within `margin` of the window, and of all that it has, in the theme of `shade`. */
const stillsOf = (page, shade, margin = 0, paper = false) => page.evaluate(([theme, ahead, withPaper]) => {
  const all = [...document.querySelectorAll('picture')].filter((picture) => withPaper || !picture.closest('.scene-still'));
  const file = (picture) => picture.querySelector('img').src.replace(/.*\//, '').replace(/-light\.svg$/, `-${theme}.svg`);
  const isShown = (picture) => {
    const { top, bottom, width, height } = picture.getBoundingClientRect();
    return width * height > 0 && bottom > -ahead * innerHeight && top < (1 + ahead) * innerHeight;
  };
  return { shown: all.filter(isShown).map(file), all: all.map(file) };
}, [shade, margin, paper]);

/** Answers requests for what matches `pattern` only when the returned function is called. */
async function hold(page, pattern) {
  let release;
  const released = new Promise((done) => { release = done; });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe('fonts', { timeout: 180_000 }, () => {
  for (const address of [`${first}/`, '', `embed.html?lesson=${first}`]) {
    test(`${address || 'the front page'}: each shared face once, for text and figure`, () => play(address, async (page) => {
      assert.deepEqual(fontsAsked(), FACES);
      assert.ok(!asked.some((url) => /faces\.css|(inter-regular|inter-semibold|KaTeX_Main-Regular|KaTeX_Math-Italic)\.woff2/.test(url)), asked.join(' '));
      for (const font of ['400 16px Inter', '600 16px Inter', '16px KaTeX_Main', 'italic 16px KaTeX_Math'])
        assert.equal(await page.evaluate((name) => document.fonts.check(name), font), true, font);
      await page.evaluate(() => window.lab.open(window.lab.lessons()[1].slug));
      await settled(page);
      assert.deepEqual(fontsAsked(), FACES, 'the next lesson has them');
    }));
  }

  test('the text has its faces before the program is there', () => visit('404.html', async (page) => {
    const release = await hold(page, PROGRAM);
    asked = [];
    await page.goto(new URL(`${first}/`, site.address).href);
    await page.waitForFunction(() => [...document.fonts].filter(({ status, family }) => status === 'loaded' && family === 'Inter').length >= 2);
    assert.equal(await page.evaluate(() => window.lab.started), false);
    release();
    await ready(page);
  }));

  test('the figure waits for its faces', () => visit('404.html', async (page) => {
    const release = await hold(page, '**/katex-math.ttf');
    const program = page.waitForResponse(PROGRAM);
    await page.goto(new URL(`${first}/`, site.address).href, { waitUntil: 'commit' });
    await (await program).finished();
    await page.waitForFunction(() => [...document.fonts].filter(({ status, family }) => status === 'loaded' && family === 'KaTeX_Main').length > 0);
    await settled(page);
    assert.equal(await page.evaluate(() => window.lab.started), false);
    release();
    await ready(page);
  }));

  test('a face that does not come is said in words, and another stands in for it', () => visit('404.html', async (page) => {
    await page.route('**/katex-math.ttf', (route) => route.fulfill({ status: 404, body: 'none' }));
    await page.goto(new URL(`${first}/`, site.address).href);
    await ready(page);
    assert.match(await page.locator('.figure-notice').innerText(), /stand in for those of variables \(the server answered 404 Not Found\)\.$/);
    assert.ok(await page.evaluate(() => window.lab.set({ temperature: 0.5 }).ok && window.lab.rect('query').width > 0));
    await settled(page);
  }, { allowed: /404/ }));

  test('a file that is no font is said too', () => visit('404.html', async (page) => {
    await page.route('**/inter-regular.ttf', (route) => route.fulfill({ contentType: 'font/ttf', body: '<!doctype html>' }));
    await page.goto(new URL(`${first}/`, site.address).href);
    await ready(page);
    assert.match(await page.locator('.figure-notice').innerText(), /stand in for those of text \(/);
  }, { allowed: /font|OTS/i }));

  test('without any face the figure writes with those of the machine', () => visit('404.html', async (page) => {
    await page.route('**/*.ttf', (route) => route.abort());
    await page.goto(new URL(`${first}/`, site.address).href);
    await ready(page);
    assert.equal(await page.locator('.figure-notice').innerText(), 'The fonts could not be loaded; those of this machine stand in for them.');
    await settled(page);
    const { x, y, width, height } = await page.evaluate(() => window.lab.rect('figure'));
    const box = await page.locator('canvas').boundingBox();
    const dark = await page.evaluate(async ([left, top, w, h]) => {
      const bitmap = await createImageBitmap(await window.lab.export('png'), left, top, w, h);
      const sheet = new OffscreenCanvas(w, h).getContext('2d');
      sheet.drawImage(bitmap, 0, 0);
      const { data } = sheet.getImageData(0, 0, w, h);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) count += Number(data[i] + data[i + 1] + data[i + 2] < 200);
      return count;
    }, [x, y, width, height].map(Math.round));
    assert.ok(dark > 300 && box.width > 0, `${dark} pixels of ink: words are written`);
    assert.ok(await page.evaluate(() => window.lab.set({ temperature: 0.5 }).ok));
  }, { allowed: /ERR_FAILED|failed: .*\.ttf$/ }));

  test('a face that never comes keeps nobody waiting for ever', () => visit('404.html', async (page) => {
    const release = await hold(page, '**/katex-math.ttf');
    await page.goto(new URL(`${first}/`, site.address).href, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.lab);
    await ready(page);
    assert.match(await page.locator('.figure-notice').innerText(), /variables \(it takes too long\)/);
    release();
  }));
});

describe('stills', { timeout: 240_000 }, () => {
  const low = { width: 900, height: 500 }; // the figure does not stay in view there

  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }])
    test(`none is shown where the figure stays in view, at ${viewport.width} px`, () => play(`${first}/`, async (page) => {
      assert.equal(await page.locator('.still picture:visible').count(), 0);
      const way = page.locator('.still a').last();
      await way.click();
      assert.equal(await page.evaluate(() => window.lab.figure()), new URL(await way.getAttribute('href'), page.url()).searchParams.get('figure'), 'the way to it is there');
    }, { context: { viewport } }));

  for (const [system, query, shade] of [['light', '', 'light'], ['dark', '', 'dark'], ['light', '?theme=dark', 'dark'], ['dark', '?theme=light', 'light']]) {
    test(`${system} system${query ? `, ${query}` : ''}: those in sight, in the theme shown, once`, async () => {
      const context = { colorScheme: system, viewport: low };
      for (const slug of query ? [first] : everyThird(2).filter((_, i) => i % 2 === Number(shade === 'dark'))) { // each of these lessons in one of the themes
        await play(`${slug}/${query}`, async (page) => {
          const near = (await stillsOf(page, shade, 0.1)).shown, { all } = await stillsOf(page, shade);
          const poster = all[0];
          const begun = stillsAsked();
          assert.deepEqual(begun.filter((name) => name !== poster && !near.includes(name)), [], `${slug}: in sight are ${near}`);
          assert.equal(new Set(begun).size, begun.length, `${slug}: ${begun}`);
          for (const picture of await page.locator('.still picture').all()) {
            await picture.scrollIntoViewIfNeeded();
            await eventually(() => picture.locator('img').evaluate((image) => { if (!image.complete || image.naturalWidth === 0) throw new Error(image.currentSrc); }));
          }
          const inText = (names) => names.filter((name) => name !== poster); // which a figure that starts at once does without
          await eventually(() => assert.deepEqual(inText(stillsAsked()), inText([...new Set(all)].sort()), slug));
        }, { context });
      }
    });
  }

  test('a live figure fetches none, whatever the theme becomes', () => play(`${first}/`, async (page) => {
    const before = stillsAsked();
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    const { shown } = await stillsOf(page, 'dark'), changed = before.map((name) => name.replace('-light.svg', '-dark.svg')); // what came before the figure did
    assert.deepEqual(stillsAsked().filter((name) => ![...before, ...changed, ...shown].includes(name)), []);
    assert.ok(!await page.locator('.poster').isVisible());
  }));

  test('the next lesson\'s come when they are in sight', () => play(`${first}/`, async (page) => {
    await page.evaluate((slug) => window.lab.open(slug), slugs[1]);
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug, slugs[1]);
    const picture = page.locator('.still picture').last();
    await picture.scrollIntoViewIfNeeded();
    await eventually(() => picture.locator('img').evaluate((image) => { if (!image.naturalWidth) throw new Error(image.currentSrc); }));
    const asked_ = stillsAsked();
    assert.equal(new Set(asked_).size, asked_.length, `${asked_}`);
    assert.ok(asked_.some((name) => name.startsWith(slugs[1])));
  }, { context: { viewport: low } }));

  for (const [query, file] of [[`lesson=${slugs[2]}`, `${slugs[2]}-light.svg`], [`lesson=${slugs[2]}&theme=dark`, `${slugs[2]}-dark.svg`]]) {
    test(`an embed fetches its own lesson's: ${query}`, () => play(`embed.html?${query}`, async () => assert.deepEqual(stillsAsked(), [file])));
  }

  test('print brings those that were out of sight', () => play(`${first}/`, async (page) => {
    assert.ok(stillsAsked().length < (await stillsOf(page, 'light')).all.length);
    await page.pdf();
    assert.deepEqual(stillsAsked(), [...new Set((await stillsOf(page, 'light', 0, true)).all.filter((name) => name.endsWith('.svg')))].sort());
  }, { context: { viewport: { width: 1000, height: 500 } } }));

  test('each has its place before it is there', () => visit(`${first}/`, async (page) => {
    assert.deepEqual(stillsAsked().filter((name) => !name.startsWith(first)), []);
    for (const { width, height } of await page.locator('.still picture').evaluateAll((all) => all.map((picture) => picture.getBoundingClientRect().toJSON())))
      assert.ok(width > 50 && height > 30, `${width} x ${height}`);
  }, { context: { viewport: low } }));
});
