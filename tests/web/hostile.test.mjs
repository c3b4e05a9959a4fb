// Readers and pages that do everything wrong: junk for every parameter, broken addresses, floods of messages, lessons opened faster than
// they can be fetched, contexts lost in mid-drag. Nothing crashes, nothing illegal enters, and the page stays usable.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { everyThird, middleOf, otherValues, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const [first] = slugs;

/** Sets junk for every parameter of the open lesson and returns what went wrong. Runs in the page. */
function fuzz(rounds) {
  const { lab } = window;
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const pieces = ['', '-', '+', '.', '0', '1', '9', 'e', 'E', ',', ';', ' ', '\t', '\n', 'NaN', 'inf', 'null', 'true', '1e999', '%', '&', '=', '#', '\u0000', '\u202e', 'é', '猫', '🙂', '\ud800', '<b>', '"', "'", '\\', '/'];
  const fixed = ['', ' ', 'NaN', '-Infinity', '1e400', '-1e39', '1e-400', '0x10', '1,2;3', ';;;;', ',,,,', '1'.repeat(40_000), '0,'.repeat(20_000), '[object Object]', 'undefined',
    'constructor', '__proto__', '%00', '%zz', '1;2', '01;2', '111;111;111', '\u0000', '\ud83d', 'a'.repeat(100_000), '-0', '+1', '1.', '.5', '1_000', '１２'];
  const odd = [null, undefined, NaN, Infinity, {}, [], [[]], [[NaN]], [[1, 2], [3]], [null], [[true, false], [true]], () => 1, 1n, new Float32Array(0), new Float32Array([NaN, 1]), new Date(0), '🙂'];
  const faults = [];
  const rows = lab.params();
  const isLegal = ({ type, text, value, min, max, choices, rows: lines, cols, maxLength }) => {
    const inRange = (x) => Number.isFinite(x) && x >= Math.fround(min) - 1e-6 * Math.abs(min) && x <= Math.fround(max) + 1e-6 * Math.abs(max);
    const shape = () => value.length === 0 ? lines[0] === 0 : value.length >= lines[0] && value.length <= lines[1] && value.every((line) => line.length === value[0].length && line.length >= cols[0] && line.length <= cols[1]);
    switch (type) {
      case 'number': return inRange(value);
      case 'integer': return Number.isInteger(value) && inRange(value);
      case 'boolean': return typeof value === 'boolean';
      case 'choice': return choices.some(({ id }) => id === value);
      case 'text': return typeof value === 'string' && [...value].length <= maxLength && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(value);
      case 'mask': return shape() && /^[01;]*$/.test(text);
      default: return shape() && value.every((line) => line.every(inRange));
    }
  };
  const look = (what) => {
    for (const row of lab.params()) if (!isLegal(row)) faults.push(`${row.id} is ${row.text.slice(0, 60)} after ${what}`);
    for (const name of lab.results()) {
      const { data, shape } = lab.read(name);
      if (data.length !== shape.reduce((product, n) => product * n, 1)) faults.push(`${name}: ${shape} has ${data.length} numbers after ${what}`);
    }
  };
  const put = (id, value) => {
    const before = lab.params().find((row) => row.id === id).text;
    let answer;
    try {
      answer = lab.set({ [id]: value });
    } catch (error) {
      faults.push(`${id}: ${error.message} for ${String(value).slice(0, 60)}`);
      return;
    }
    const now = lab.params().find((row) => row.id === id).text;
    if (!answer.ok && now !== before) faults.push(`${id} refused ${String(value).slice(0, 60)} and is ${now.slice(0, 60)} all the same`);
    if (!answer.ok && !(answer.errors[id]?.length > 5)) faults.push(`${id} refused ${String(value).slice(0, 60)} without a reason`);
  };
  for (const { id } of rows) {
    for (const value of [...fixed, ...odd]) put(id, value);
    for (let i = 0; i < rounds; ++i) put(id, Array.from({ length: 1 + Math.floor(random() * 12) }, () => pieces[Math.floor(random() * pieces.length)]).join(''));
    look(`junk for ${id}`);
    if (faults.length > 5) break;
  }
  lab.set({ nothing: 1, constructor: 2, figure: 'nowhere', backend: 'abacus', theme: 'x' });
  lab.set({});
  look('unknown names');
  return faults;
}

describe('junk', { timeout: 400_000 }, () => {
  for (const [at, slug] of everyThird(0).entries()) {
    test(`${slug}: for every parameter through lab.set`, () => site.play(`${slug}/`, async (page) => {
      assert.deepEqual(await page.evaluate(fuzz, 40), []);
      await page.evaluate(() => window.lab.reset());
      await settled(page);
      assert.equal(await page.evaluate(() => window.lab.query()), '', 'and all of it can be undone');
    }));

    // The first lesson has every kind, each other one two kinds, in turn.
    const every = ['NaN', '%00%ff', '1,2;3', '-1e300', '%F0%9F%99%82', ''];
    const junks = at === 0 ? every : [at, at + 1].map((i) => every[i % every.length]);
    test(`${slug}: in the address, for every parameter at once: ${junks.map((junk) => `"${junk}"`).join(', ')}`, async () => {
      const address = (ids, junk) => `?${ids.map((id) => `${id}=${junk}`).join('&')}&figure=x&backend=y&lock=${ids[0]}&ui=z&&&=&%&a=b=c#nowhere`;
      const answers = (page) => page.evaluate(() => window.lab.describe().length > 20 && window.lab.params().every(({ value }) => value !== null));
      await site.play(`${slug}/`, async (page) => {
        const ids = await page.evaluate(() => window.lab.params().map(({ id }) => id));
        for (const junk of junks) {
          await page.evaluate(([name, query]) => window.lab.open(name, query), [slug, address(ids, junk)]);
          assert.ok(await answers(page), junk);
        }
        for (const junk of at === 0 ? junks : junks.slice(0, 1)) {
          await page.goto(new URL(`${slug}/${address(ids, junk)}`, site.address).href);
          await ready(page);
          assert.ok(await answers(page), junk);
        }
      }, { allowed: /refused|illegal|has to|may (only|have)|no figure|no backend|takes|unknown/i });
    });
  }

  test('calls of every name with arguments of every kind answer or throw an Error', () => site.play(`${first}/`, async (page) => {
    const faults = await page.evaluate(async () => {
      const { lab } = window;
      const arguments_ = [undefined, null, NaN, -1, 1e9, '', 'nowhere', '\u0000', 'a[', '[1,1]', 'weights[99,99]', 'x'.repeat(50_000), {}, [], '🙂', '-1,-1', '9999999999,1'];
      const wrong = [];
      for (const name of ['lessons', 'lesson', 'params', 'get', 'reset', 'undo', 'redo', 'history', 'query', 'url', 'figures', 'figure', 'results', 'read', 'describe', 'rect', 'explain', 'exercises',
        'predict', 'check', 'retry', 'train', 'metrics', 'backend', 'setBackend', 'workers', 'stats', 'light', 'take', 'export', 'open', 'on'])
        for (const a of arguments_) for (const b of [undefined, -1, 1e9, 'x']) {
          try {
            await lab[name](a, b);
          } catch (error) {
            if (error.constructor !== Error) // of the module's own words, not the engine's
              wrong.push(`${name}(${String(a).slice(0, 20)}, ${b}): ${error.name} ${error.message.slice(0, 90)}`);
          }
        }
      return wrong;
    });
    assert.deepEqual(faults, []);
    assert.equal(await page.evaluate(() => window.lab.lesson().slug), first);
    await settled(page);
  }));
});

describe('haste', { timeout: 240_000 }, () => {
  test('lessons opened faster than their pages arrive: the last one wins, page, address and figure agree', () => site.play(`${first}/`, async (page) => {
    await page.evaluate(async (all) => {
      for (let i = 0; i < 12; ++i) {
        window.lab.open(all[i % all.length]);
        await new Promise((done) => { setTimeout(done, i % 3 ? 5 : 40); });
      }
      await window.lab.open(all[1]);
    }, slugs);
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug && window.lab.lesson().slug === slug && location.pathname === `/${slug}/`, slugs[1]);
    await settled(page, 800);
    assert.equal(await page.evaluate(() => document.body.dataset.lesson), slugs[1], 'and stays');
    assert.equal(await page.locator('canvas').count(), 1);
    assert.equal(await page.locator('[data-param]').count(), await page.evaluate(() => window.lab.params().length));
  }));

  test('back and forward in a storm end where they end', () => site.play(`${first}/`, async (page) => {
    for (const slug of slugs.slice(1, 6)) {
      await page.locator('.neighbour.next').click();
      await page.waitForFunction((name) => document.body.dataset.lesson === name && window.lab.lesson().slug === name, slug);
    }
    await page.evaluate(async () => {
      for (const step of [-1, -1, 1, -1, -1, 1, 1, -1, 1, 1, -1, -1]) {
        history.go(step);
        await new Promise((done) => { setTimeout(done, 15); });
      }
    });
    await page.waitForFunction(() => location.pathname === `/${window.lab.lesson().slug}/` && document.body.dataset.lesson === window.lab.lesson().slug);
    await settled(page, 800);
    const { path, lesson, body, titles } = await page.evaluate(() => ({ path: location.pathname, lesson: window.lab.lesson(), body: document.body.dataset.lesson, titles: [document.title, document.querySelector('h1').textContent] }));
    assert.equal(path, `/${lesson.slug}/`);
    assert.equal(body, lesson.slug);
    assert.ok(titles[0].length > 3 && titles[1].length > 3);
  }));

  test('sizes from a stamp to a wall, and 400 %: the canvas follows and nothing is lost', () => site.play(`${first}/`, async (page) => {
    for (const [width, height] of [[320, 256], [1900, 300], [320, 2000], [2560, 1440], [500, 120], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(60);
    }
    await settled(page);
    const sizes = await page.evaluate(() => { const canvas = document.querySelector('canvas'); const box = canvas.getBoundingClientRect(); return [canvas.width / devicePixelRatio, box.width, canvas.height / devicePixelRatio, box.height]; });
    assert.ok(Math.abs(sizes[0] - sizes[1]) <= 2 && Math.abs(sizes[2] - sizes[3]) <= 2, `${sizes}`);
  }));

  test('memory stands still after many changes', () => site.play('self-attention/?figure=attention', async (page) => {
    const churn = () => page.evaluate(async () => {
      for (let i = 0; i < 150; ++i) {
        window.lab.set({ text: Array.from({ length: 1 + (i % 24) }, (_, k) => `w${k}`).join(' '), heads: ['1', '2', '4', '8'][i % 4] });
        if (i % 10 === 0) await new Promise((done) => { requestAnimationFrame(done); });
      }
      return window.lab.stats().heapBytes;
    });
    const early = await churn();
    let late;
    for (let i = 0; i < 4; ++i) late = await churn();
    assert.ok(late <= early * 1.02 + 65536, `${early} -> ${late} bytes`);
  }));
});

describe('sentences in any script', { timeout: 120_000 }, () => {
  test('are kept, come back through the address, and draw without a complaint', () => site.play('self-attention/?figure=attention', async (page) => {
    for (const text of ['שלום לכולם', 'مرحبا بالعالم', '猫が魚を食べる', 'ไก่จิกเด็กตาย', '🙂 👩‍👩‍👧‍👦 🏳️‍🌈', 'e\u0301 n\u0303', 'Ünïcödé & <script> "q" %41 #x', 'a\u202eb c', 'नमस्ते दुनिया']) {
      const outcome = await page.evaluate(async (sentence) => {
        const set = window.lab.set({ text: sentence });
        const { search } = new URL(window.lab.url());
        window.lab.reset();
        await window.lab.open('self-attention', search);
        return [set.ok, window.lab.get('text')];
      }, text);
      assert.deepEqual(outcome, [true, text]);
      await settled(page);
    }
  }));
});

describe('losses', { timeout: 240_000 }, () => {
  test('the context lost in mid-drag: the drag ends, the state stays, the hand works again after', () => site.play(`${first}/`, async (page) => {
    await settled(page);
    const at = await middleOf(page, 'query');
    await page.mouse.move(at.x, at.y);
    await settled(page);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y + 10, { steps: 4 });
    await settled(page);
    const kept = await page.evaluate(() => {
      window.extension = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
      window.extension.loseContext();
      return window.lab.query();
    });
    await page.mouse.move(at.x + 60, at.y + 30, { steps: 4 });
    await page.mouse.up();
    await page.evaluate(() => window.extension.restoreContext());
    await page.waitForFunction(() => !document.querySelector('canvas').getContext('webgl2').isContextLost());
    await settled(page);
    assert.ok(kept.length > 0);
    const now = await page.evaluate(() => window.lab.query());
    await page.mouse.move(5, 5);
    await settled(page);
    assert.equal(await page.evaluate(() => window.lab.query()), now, 'nothing sticks to the hand');
    const again = await middleOf(page, 'query');
    await page.mouse.move(again.x, again.y);
    await settled(page);
    await page.mouse.down();
    await page.mouse.move(again.x - 30, again.y - 10, { steps: 5 });
    await settled(page);
    await page.mouse.up();
    await settled(page);
    assert.notEqual(await page.evaluate(() => window.lab.query()), now);
  }, { allowed: /CONTEXT_LOST|context lost/i }));

  test('ten losses in a row', () => site.play(`${first}/`, async (page) => {
    await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
    const before = await page.evaluate(() => window.lab.query());
    for (let i = 0; i < 10; ++i) {
      await page.evaluate(async () => {
        const canvas = document.querySelector('canvas'), extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
        const happened = (name) => new Promise((done) => { canvas.addEventListener(name, () => setTimeout(done), { once: true }); });
        const lost = happened('webglcontextlost');
        extension.loseContext();
        await lost;
        const restored = happened('webglcontextrestored');
        extension.restoreContext();
        await restored;
      });
    }
    await settled(page);
    assert.equal(await page.evaluate(() => window.lab.query()), before);
    assert.ok(!await page.locator('.figure-start').isVisible());
  }, { allowed: /CONTEXT_LOST|context lost|too many/i }));

  test('a release outside the window does not stick', () => site.play(`${first}/`, async (page) => {
    await settled(page);
    const at = await middleOf(page, 'query');
    await page.mouse.move(at.x, at.y);
    await settled(page);
    await page.mouse.down();
    await page.mouse.move(at.x + 20, at.y, { steps: 3 });
    await page.mouse.move(-200, 300, { steps: 3 });
    await page.mouse.up();
    await settled(page);
    const letGo = await page.evaluate(() => window.lab.query());
    await page.mouse.move(at.x, at.y + 40, { steps: 3 });
    await settled(page);
    assert.equal(await page.evaluate(() => window.lab.query()), letGo);
  }));

  test('the module missing is said in words, and the text stays', () => site.visit('404.html', async (page) => {
    await page.route(/\.wasm$/, (route) => route.abort());
    await page.goto(new URL(`${first}/`, site.address).href);
    await page.waitForFunction(() => /could not start/.test(document.querySelector('.figure-notice').textContent));
    assert.ok(await page.locator('article p').first().isVisible());
    assert.ok(await page.locator('.poster img').isVisible());
  }, { allowed: /./ }));
});

describe('preferences', { timeout: 120_000 }, () => {
  test('forced colours: every button can be seen and has a border or a name', () => site.play(`${first}/`, async (page) => {
    const bare = await page.evaluate(() => [...document.querySelectorAll('button')].filter((button) => button.checkVisibility() && !button.innerText.trim() && !button.ariaLabel && !button.title).length);
    assert.equal(bare, 0);
    await settled(page);
  }, { context: { forcedColors: 'active', viewport: { width: 1280, height: 800 } } }));
});
