// A figure on somebody's page where something is missing: scripts, the right to load them, the time to start before the page is printed. What
// stands there is this figure's picture or a sentence with a way on, and never another lesson's picture.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';

import { Host } from './host.mjs';
import { eventually, everyThird, ready, Site, slugs } from './site.mjs';

const [first, second] = slugs;
let host, strict, strictAddress;

before(async () => {
  host = await Host.start();
  strict = createServer(async (request, response) => { // the same site from a host that allows no other origin
    const answer = await fetch(new URL(request.url, host.site.address));
    const headers = Object.fromEntries(['content-type', 'content-security-policy'].filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]));
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((listening) => { strict.listen(0, '127.0.0.1', listening); });
  strictAddress = `http://127.0.0.1:${strict.address().port}/`;
});
after(async () => {
  strict.close();
  strict.closeAllConnections();
  await host.stop();
});

const stillsAsked = (page) => {
  const asked = [];
  page.on('request', (request) => /stills\//.test(request.url()) && asked.push(request.url().replace(/.*stills\//, '')));
  return asked;
};

describe('embed.html', { timeout: 180_000 }, () => {
  test('without scripts: a sentence and a link, and no other lesson\'s picture', () => host.show('', async (page) => {
    const asked = stillsAsked(page);
    for (const address of [host.embed(`lesson=${second}`), host.embed(`lesson=${first}&figure=temperature-sweep`)]) {
      await page.goto(address);
      assert.match(await page.locator('.noscript').innerText(), /drawn by a script/);
      assert.ok(await page.locator('.noscript').isVisible());
      assert.ok(await page.locator('.noscript a').isVisible());
      assert.equal(await page.locator('.poster img').evaluate((image) => image.clientWidth), 0);
    }
    assert.deepEqual(asked, []);
  }, { context: { javaScriptEnabled: false }, allowed: /failed: .*\.js$/ }));

  test('with scripts it asks for its own still and no other\'s', () => host.show('', async (page) => {
    const asked = stillsAsked(page);
    await page.route(/lab-module[\w.-]*\.wasm/, () => {}); // on its way for ever
    for (const [query, still] of [[`lesson=${second}`, `${second}-light.svg`], [`lesson=${first}&figure=temperature-sweep&theme=dark`, `${first}-temperature-sweep-dark.svg`]]) {
      asked.length = 0;
      await page.goto(host.embed(query));
      await eventually(async () => assert.ok(await page.locator('.poster img').evaluate((image) => image.naturalWidth > 0)));
      assert.deepEqual(asked, [still]);
    }
  }));

  for (const [sandbox, said] of [['allow-scripts', /sandboxed frame may not load its scripts/], ['allow-scripts allow-same-origin', /its scripts could not be loaded/]]) {
    test(`sandbox="${sandbox}" where the modules are refused: says so, with a link to the lesson`, () => host.show(
      `<iframe sandbox="${sandbox}" width="640" height="420" title="figure" src="${strictAddress}embed.html?lesson=${second}"></iframe>`,
      async (page) => {
        if (sandbox !== 'allow-scripts') await page.route(/\/embed\/embed\.js$/, (route) => route.abort());
        await page.reload();
        const frame = await (await page.waitForSelector('iframe')).contentFrame();
        await frame.locator('.figure-notice', { hasText: said }).waitFor();
        assert.match(await frame.locator('.figure-notice a').getAttribute('href'), new RegExp(`^${second}/$`));
        assert.ok(await frame.locator('.figure-notice').isVisible());
        assert.equal(await frame.locator('.poster img').isVisible(), false);
      }, { allowed: /CORS|origin 'null'|failed:|ERR_FAILED|sandbox/ }));
  }
});

describe('the element', { timeout: 180_000 }, () => {
  const link = '<a href="https://course.example/">Attention pooling</a>';

  test('shows the link inside where its script does not run, and the figure alone where it does', async () => {
    const body = `<attention-lab lesson="${first}">${link}</attention-lab>`;
    await host.show(`${body}${host.script}`, async (page) => assert.ok(await page.getByText('Attention pooling').isVisible()), { context: { javaScriptEnabled: false }, allowed: /failed: .*\.js$/ });
    await host.show(`${host.script}${body}`, async (page) => { // the script may know the element before what is inside has come
      await page.waitForSelector('attention-lab iframe');
      await eventually(async () => assert.equal(await page.getByText('Attention pooling').isVisible(), false));
      await page.evaluate((html) => { // frameworks fill an element after they have put it on the page
        const made = document.createElement('attention-lab');
        document.body.append(made);
        made.insertAdjacentHTML('beforeend', html.replace('Attention pooling', 'Later'));
      }, link);
      await eventually(async () => assert.equal(await page.getByText('Later').isVisible(), false));
      await page.evaluate(() => { const node = document.querySelector('attention-lab'); const { parentNode } = node; node.remove(); window.kept = [node.firstElementChild.style.display, node.querySelector('iframe')]; parentNode.append(node); });
      assert.deepEqual(await page.evaluate(() => window.kept), ['', null]);
      await page.waitForSelector('attention-lab iframe');
    });
  });
});

describe('paper', { timeout: 300_000 }, () => {
  let site;
  before(async () => { site = await Site.start(); });
  after(() => site.stop());

  for (const slug of everyThird(1)) {
    test(`${slug}: printed right after it has loaded, every section has its picture`, () => site.visit(`${slug}/`, async (page) => {
      const printed = await page.pdf();
      const images = await page.locator('.scene-still img, .still img').evaluateAll((all) => all.map(({ complete, naturalWidth }) => complete && naturalWidth > 0));
      assert.ok(images.length > 0 && images.every(Boolean), `${images}`);
      await ready(page);
      const later = await page.pdf();
      assert.ok(printed.length > 0.97 * later.length, `${printed.length} bytes at first, ${later.length} when all had come`);
    }));
  }
});
