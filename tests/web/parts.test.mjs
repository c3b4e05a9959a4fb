// The program comes in parts: a lesson loads the primary one and its own, once, ahead of time where the reader nears the next, and its later
// one, if it has any, when something of it is missed.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';

import { eventually, everyThird, inParts, parts, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const isLater = (part) => part.endsWith('.later');
const partsOf = (slug) => (parts[slug] ?? []).filter((part) => !isLater(part));
const laterOf = (slug) => (parts[slug] ?? []).filter(isLater);
/** Of lessons; what compares two states has one too. */
const laterFiles = (fetched) => fetched.filter((name) => name.endsWith('.later.wasm') && !/\.(compare|gpu)\./.test(name));

function record(page) {
  const fetched = [];
  page.on('request', (request) => {
    const name = path.posix.basename(new URL(request.url()).pathname);
    if (name.endsWith('.wasm')) fetched.push(name);
  });
  return fetched;
}
const sorted = (names) => [...names].sort();
const opened = (page, slug) => page.waitForFunction((name) => window.lab.lesson().slug === name && document.body.dataset.lesson === name, slug);

describe('a lesson opened alone', { timeout: 240_000 }, () => {
  for (const slug of everyThird(1)) {
    test(`${slug} loads the primary part and its own, each once, and all its figures draw`, () => site.visit('404.html', async (page) => {
      const fetched = record(page);
      await page.goto(new URL(`${slug}/`, site.address).href);
      await ready(page);
      const primary = fetched.find((name) => /^lab-module(-relaxed)?\.wasm$/.test(name));
      const own = partsOf(slug).map((part) => primary.replace('.wasm', `.${part}.wasm`));
      assert.deepEqual(sorted(fetched.filter((name) => !name.includes('.later.'))), sorted([primary, ...own])); // the first scene may want a later one
      for (const { id } of await page.evaluate(() => window.lab.figures())) {
        await page.evaluate((figure) => window.lab.figure(figure), id);
        await settled(page);
      }
      assert.equal(new Set(fetched).size, fetched.length, `each once: ${fetched}`);
      assert.deepEqual(laterFiles(fetched).filter((name) => !laterOf(slug).some((part) => name.includes(`.${part}.`))), []);
    }, { context: { viewport: { width: 1280, height: 500 } } }));
  }
});

describe('from lesson to lesson', { timeout: 240_000, skip: !inParts && 'the compiler left the program in one piece' }, () => {
  test('all in turn: every file once', () => site.visit('404.html', async (page) => {
    const fetched = record(page);
    await page.goto(new URL(`${slugs[0]}/`, site.address).href);
    await ready(page);
    for (const slug of slugs.slice(1)) {
      await page.locator('.neighbour.next').click();
      await opened(page, slug);
      await settled(page);
    }
    assert.equal(new Set(fetched).size, fetched.length, `each once: ${fetched}`);
    const atOnce = fetched.filter((name) => !name.endsWith('.later.wasm')); // the way to the link may come by a scene that wants more
    assert.equal(atOnce.length, 1 + new Set(slugs.flatMap(partsOf)).size, `${fetched}`);
  }));

  test('the next lesson\'s part comes when the reader nears the end, not before', () => site.visit('404.html', async (page) => {
    const fetched = record(page);
    const [first, second] = slugs, next = new RegExp(`\\.${second}\\.wasm$`);
    await page.goto(new URL(`${first}/`, site.address).href);
    await ready(page);
    await settled(page);
    assert.ok(!fetched.some((name) => next.test(name)), `${fetched}`);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await eventually(async () => assert.ok(fetched.some((name) => next.test(name)), `${fetched}`));
    assert.equal(await page.evaluate(() => window.lab.lesson().slug), first, 'and nothing is opened');
  }, { context: { viewport: { width: 1280, height: 500 } } }));

  test('a part that does not arrive: said, the open lesson stays, and the next try works', () => site.play(`${slugs[0]}/`, async (page) => {
    const [first, second] = slugs;
    await page.route('**/*.wasm', (route) => route.abort());
    const message = await page.evaluate((slug) => window.lab.open(slug).then(() => '', (error) => error.message), second);
    assert.match(message, /fetch|load/i);
    assert.equal(await page.evaluate(() => window.lab.lesson().slug), first);
    assert.ok(await page.evaluate(() => window.lab.set({}).ok), 'and answers');
    await page.unroute('**/*.wasm');
    await page.evaluate((slug) => window.lab.open(slug), second);
    await opened(page, second);
  }, { allowed: /ERR_FAILED|failed:/, context: { viewport: { width: 1280, height: 500 } } }));

  test('of two lessons opened at once the later one wins, though its code comes first', () => site.play(`${slugs[0]}/`, async (page) => {
    const [, second, third] = slugs;
    let release;
    const held = new Promise((done) => { release = done; });
    await page.route(`**/*.${second}.wasm`, (route) => held.then(() => route.continue()));
    const overtaken = page.evaluate((slug) => window.lab.open(slug).then(() => window.lab.lesson().slug), second);
    await page.evaluate((slug) => window.lab.open(slug), third);
    release();
    assert.equal(await overtaken, third);
    await opened(page, third);
  }, { context: { viewport: { width: 1280, height: 500 } } }));

  test('the raw call opens no lesson, whose code may not be there', () => site.play(`${slugs[0]}/`, async (page) => {
    const message = await page.evaluate((slug) => { try { return window.lab.call('open', slug); } catch (error) { return error.message; } }, slugs[1]);
    assert.match(message, /lab\.open/);
  }));
});

describe('a lesson\'s later part', { timeout: 240_000, skip: !inParts && 'the compiler left the program in one piece' }, () => {
  const lesson = 'graph-attention', trained = 'neural-turing-machine';
  const context = { viewport: { width: 1280, height: 700 } };
  test('what the GPU needs comes when it is chosen', () => site.play(`${slugs[0]}/`, async (page) => {
    const came = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('.gpu.later.')).length);
    await page.evaluate(() => window.lab.whole());
    assert.equal(await came(), 0);
    await page.locator('[data-action=backend]').click();
    await page.waitForFunction(() => window.lab.backend().name === 'gl');
    assert.equal(await came(), 1);
    assert.equal(await page.evaluate(() => window.lab.backend().preferred), 'gl');
  }));

  test('what the GPU needs comes by a link that chooses it', () => site.play(`${trained}/?backend=gl`, async (page) => {
    await page.waitForFunction(() => window.lab.backend().name === 'gl');
    assert.match(await page.evaluate(() => window.lab.backend().reason), /^The GPU did \d+ operations of this picture, as chosen: the CPU takes [\d.]+ ms, the GPU [\d.]+ ms\.$/);
  }));

  test('what the GPU needs comes before an answer about it is given', () => site.play(`${slugs[0]}/`, async (page) => {
    assert.equal(await page.evaluate(() => window.lab.setBackend('gl').name), 'gl');
  }));

  const come = (fetched, count) => eventually(async () => assert.equal(laterFiles(fetched).length, count, `${fetched}`));

  test('it comes, once, with the first figure that it draws, and what the figure is asked then is answered', () => site.visit('404.html', async (page) => {
    const fetched = record(page);
    await page.goto(new URL(`${lesson}/`, site.address).href);
    await ready(page);
    await settled(page);
    assert.deepEqual(laterFiles(fetched), [], 'the first figure does without');
    assert.ok(await page.evaluate(() => window.lab.rect('tie[0]')));
    await page.evaluate(() => window.lab.figure('graph'));
    await come(fetched, 1);
    await page.evaluate(() => window.lab.whole());
    assert.ok(await page.evaluate(() => window.lab.rect('node[3]')));
    await page.evaluate(() => window.lab.figure('scale'));
    await page.evaluate(() => window.lab.idle());
    const said = await page.evaluate(() => window.lab.explain('weights', 0, 1));
    assert.match(said.text, /=/);
    assert.match(await page.evaluate(() => window.lab.take('a,b\nb,c')), /3 nodes/);
    await come(fetched, 1);
  }, { context }));

  test('a number asked at once, and training, bring it too', () => site.visit('404.html', async (page) => {
    const fetched = record(page);
    await page.goto(new URL(`${trained}/`, site.address).href);
    await ready(page);
    await settled(page);
    assert.deepEqual(laterFiles(fetched), []);
    assert.match(await page.evaluate(() => window.lab.explain('weights', 1, 0).text), /=/);
    await come(fetched, 1);
    await page.goto(new URL(`${trained}/?weights=seed`, site.address).href);
    await ready(page);
    const { step } = await page.evaluate(() => window.lab.train(2));
    assert.equal(step, 2);
    await come(fetched, 2);
  }, { context }));

  test('where it does not arrive: said, what is there goes on, training ends, and the next try works', () => site.play(`${trained}/?weights=seed`, async (page) => {
    await page.route('**/*.later.wasm', (route) => route.abort());
    const message = await page.evaluate(() => window.lab.train(2).then(() => '', (error) => error.message));
    assert.match(message, /paused/);
    assert.match(await page.locator('.figure-notice').textContent(), /could not be loaded/);
    assert.equal(await page.evaluate(() => window.lab.training().running), false);
    assert.ok(await page.evaluate(() => window.lab.rect('memory-then[0,0]')), 'the figure is there');
    assert.match(await page.evaluate(() => { try { return window.lab.explain('weights', 1, 0).text; } catch (error) { return error.message; } }), /lab\.whole/);
    await page.unroute('**/*.later.wasm');
    await page.evaluate(() => window.lab.whole());
    assert.equal((await page.evaluate(() => window.lab.train(2))).step, 2);
  }, { allowed: /ERR_FAILED|failed:/, context }));

  test('without a network it is there if it was fetched before', () => site.play(`${lesson}/?figure=graph`, async (page) => {
    const fetched = record(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) await new Promise((done) => { navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }); });
    });
    await page.waitForFunction(async () => {
      const name = (await caches.keys()).find((key) => key.startsWith('attention-lab-'));
      const kept = name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
      const needed = [location.href, ...performance.getEntriesByType('resource').map((entry) => entry.name)].filter((url) => url.startsWith(location.origin));
      return needed.every((url) => kept.includes(url.split(/[?#]/)[0]));
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForFunction(() => window.lab);
    await ready(page);
    assert.ok(await page.evaluate(() => window.lab.rect('node[3]')));
    assert.equal(laterFiles(fetched).length, 1);
  }, { allowed: /\/weights\/|\/stills\/|net::ERR_FAILED/, context: { ...context, serviceWorkers: 'allow' } }));
});
