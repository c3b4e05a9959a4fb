// What is said when the figure's program does not come as it should, and that it can be tried again; a visit that asks for nothing twice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const [first, second] = slugs;
const options = { timeout: 180_000 };
const PROGRAM = /\/lab-module[\w-]*\.wasm$/;
const SAID_BY_CHROMIUM = /ERR_|404|WebAssembly|MIME|Failed to load|failed: .*lab-module/i;

const tryAgain = (page) => page.getByRole('button', { name: 'Try again' });
const said = (page) => page.locator('.figure-notice').innerText();

/** Answers the program's files by `spoil` until the returned function is called. */
async function spoiled(page, spoil, pattern = PROGRAM) {
  let mended = false;
  await page.route(pattern, (route) => (mended ? route.continue() : spoil(route)));
  return () => { mended = true; };
}

const truncated = async (route) => {
  const response = await route.fetch();
  const body = await response.body();
  await route.fulfill({ response, body: body.subarray(0, body.length / 2) });
};

const FAILURES = [
  ['aborted', (route) => route.abort(), /the network broke the download off/],
  ['not there', (route) => route.fulfill({ status: 404, body: 'none' }), /the server answered 404/],
  ['truncated', truncated, /not all of it arrived/],
  ['a captive portal\'s page', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }), /a page of its own, as one that wants a sign-in does/],
];

describe('the figure\'s program', options, () => {
  for (const [name, spoil, sentence] of FAILURES) {
    test(`${name}: a sentence and another try, with text and still`, () => site.visit('404.html', async (page) => {
      const mend = await spoiled(page, spoil);
      await page.goto(new URL(`${first}/?temperature=0.5`, site.address).href);
      await tryAgain(page).waitFor();
      assert.match(await said(page), sentence);
      assert.match(await said(page), /^The figure could not start: .*\. The text and the still pictures stay\.$/);
      assert.ok(await page.locator('article p').first().isVisible());
      await eventually(async () => assert.ok(await page.locator('.poster img').evaluate((image) => image.naturalWidth > 0), 'the still is there'));
      assert.match(await page.evaluate(() => window.lab.ready.then(() => '', ({ message }) => message)), sentence);
      await tryAgain(page).click();
      await eventually(async () => assert.ok(await tryAgain(page).isVisible(), 'a try that fails says so again'));
      mend();
      await tryAgain(page).click();
      await page.waitForFunction(() => document.querySelector('.figure').matches('.is-live'));
      assert.equal(await page.evaluate(() => window.lab.get('temperature')), 0.5);
      assert.ok(!await tryAgain(page).isVisible() && !await page.locator('.figure-notice').isVisible());
    }, { allowed: SAID_BY_CHROMIUM }));
  }

  test('its script fails: the same', () => site.visit('404.html', async (page) => {
    const mend = await spoiled(page, (route) => route.abort(), /\/lab-module[\w-]*\.js/);
    await page.goto(new URL(`${first}/`, site.address).href);
    await tryAgain(page).waitFor();
    assert.match(await said(page), /the network broke the download off/);
    mend();
    await tryAgain(page).click();
    await page.waitForFunction(() => document.querySelector('.figure').matches('.is-live'));
  }, { allowed: SAID_BY_CHROMIUM }));

  for (const [name, init] of [['no WebAssembly', () => { delete window.WebAssembly; }], ['a WebAssembly that may not compile', () => {
    WebAssembly.Module = function () { throw new WebAssembly.CompileError('forbidden'); };
  }]]) {
    test(`${name}: a sentence, with text and stills`, () => site.visit(`${first}/`, async (page) => {
      await tryAgain(page).waitFor();
      assert.equal(await said(page), 'The figure could not start: this browser cannot run it, which takes WebAssembly with SIMD. The text and the still pictures stay.');
      assert.ok(await page.locator('article p').first().isVisible());
      await eventually(async () => assert.ok(await page.locator('.poster img').evaluate((image) => image.naturalWidth > 0)));
    }, { init }));
  }

  test('an embed says it too, and starts at the next try', () => site.visit('404.html', async (page) => {
    const mend = await spoiled(page, (route) => route.abort());
    await page.goto(new URL(`embed.html?lesson=${first}`, site.address).href);
    await tryAgain(page).waitFor();
    assert.match(await said(page), /could not start: the network broke the download off\.$/);
    mend();
    await tryAgain(page).click();
    await page.waitForFunction(() => document.querySelector('.figure').matches('.is-live'));
    await page.getByRole('button', { name: 'Controls' }).click(); // what stands around the figure works too
    assert.ok(await page.locator('[data-param=temperature]').isVisible());
  }, { allowed: SAID_BY_CHROMIUM }));
});

const workerIsHere = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => { navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }); });
});
/** What the worker has kept, without its address's beginning. */
const kept = (page) => page.evaluate(async () => {
  const [name] = (await caches.keys()).filter((key) => key.startsWith('attention-lab-'));
  return name ? (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length)) : [];
});

describe('the worker', options, () => {
  const context = { serviceWorkers: 'allow' };

  test('keeps what the page has fetched without fetching it again', async () => {
    const asked = [];
    const note = ({ url }) => asked.push(url.split('?')[0]);
    site.server.on('request', note);
    await site.visit(`${first}/?temperature=0.5`, async (page) => {
      await ready(page);
      await workerIsHere(page);
      await eventually(async () => {
        const here = await kept(page);
        for (const file of [`/${first}/`, 'page.js', 'style.css', 'inter-regular.ttf']) assert.ok(here.some((url) => url.endsWith(file)), `${file} among ${here}`);
        assert.ok(here.some((url) => PROGRAM.test(url)));
      });
      await settled(page);
    }, { context });
    site.server.off('request', note);
    assert.deepEqual(asked.filter((url, i) => asked.indexOf(url) !== i), [], 'asked for twice');
  });

  test('offline, a press on a lesson that was not visited stays on the page and says so', () => site.visit(`${first}/`, async (page, browser) => {
    await ready(page);
    await workerIsHere(page);
    const third = slugs[2], address = page.url();
    await browser.setOffline(true);
    await page.evaluate((slug) => document.querySelector(`.contents a[data-lesson="${slug}"]`).click(), third);
    const notice = page.locator('.page-notice');
    await eventually(async () => assert.match(await notice.innerText(), /could not be opened: there is no network\. Pages that you have visited open without one\.$/));
    assert.equal(page.url(), address);
    assert.equal(await page.evaluate(() => window.lab.lesson().slug), first);
    assert.ok(await page.evaluate(() => window.lab.set({ temperature: 0.7 }).ok));
    await page.evaluate(() => document.querySelector('.site-header a.aside').click()); // a page without a figure
    await eventually(async () => assert.match(await notice.innerText(), /there is no network/));
    assert.equal(new URL(page.url()).pathname, `/${first}/`);
    await browser.setOffline(false);
    await page.evaluate((slug) => document.querySelector(`.contents a[data-lesson="${slug}"]`).click(), third);
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug, third);
    assert.ok(!await notice.isVisible(), 'what was said is over');
  }, { context, allowed: /ERR_|failed:|Failed to load/ }));

  test('keeps no page of a captive portal in the place of a file', () => site.visit('404.html', async (page, browser) => {
    await browser.route(PROGRAM, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(new URL(`${first}/`, site.address).href);
    await tryAgain(page).waitFor();
    await workerIsHere(page);
    await browser.unroute(PROGRAM);
    await tryAgain(page).click();
    await page.waitForFunction(() => document.querySelector('.figure').matches('.is-live'));
  }, { context, allowed: SAID_BY_CHROMIUM }));
});

describe('another lesson\'s page', options, () => {
  test('one that the network drops leaves the reader where he is', () => site.play(`${first}/`, async (page) => {
    const next = (url) => url.pathname === `/${second}/`;
    await page.route(next, (route) => route.abort());
    await page.locator('.neighbour.next').click();
    await eventually(async () => assert.match(await page.locator('.page-notice').innerText(), /the network broke the download off\. Try again in a moment\.$/));
    assert.equal(await page.evaluate(() => document.body.dataset.lesson), first);
    await page.evaluate((slug) => window.lab.open(slug), second); // a script opens it: the figure goes back to what the text is about
    await eventually(async () => assert.equal(await page.evaluate(() => window.lab.lesson().slug), first));
    await page.unroute(next);
    await page.locator('.neighbour.next').click();
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug && window.lab.lesson().slug === slug, second);
  }, { allowed: /ERR_FAILED|failed:/ }));
});
