// Every lesson's page in Chromium: it starts, its address reproduces its picture, text and figure act on each other, hands and keys go
// where they belong, and it passes the audit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { addressWritten, audit, eventually, middleOf, otherValues, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const state = (page) => page.evaluate(() => Object.fromEntries(window.lab.params().map(({ id, text }) => [id, text])));

for (const slug of slugs) {
  describe(slug, { timeout: 300_000 }, () => {
    test('starts, draws, and stands still', () => site.play(`${slug}/`, async (page) => {
      assert.equal(await page.evaluate(() => window.lab.lesson().slug), slug);
      assert.match(await page.title(), / · Attention Lab$/, 'the title is the page\'s own');
      await page.evaluate(() => window.lab.idle()); // weights may be on their way
      await settled(page, 800);
      const { frames } = await page.evaluate(() => window.lab.stats());
      assert.ok(frames > 0);
      await page.waitForTimeout(1000);
      assert.equal((await page.evaluate(() => window.lab.stats())).frames, frames, 'no frame while nothing changes');
    }));

    test('an address for every parameter reproduces it', () => site.play(`${slug}/`, async (page) => {
      const others = await page.evaluate(otherValues);
      assert.ok(Object.keys(others).length > 0);
      for (const [id, text] of Object.entries(others)) {
        const outcome = await page.evaluate(([name, value]) => {
          window.lab.reset();
          const before = window.lab.params().find((row) => row.id === name).text;
          const set = window.lab.set({ [name]: value });
          const after = Object.fromEntries(window.lab.params().map((row) => [row.id, row.text]));
          return { set, changed: after[name] !== before, after, url: window.lab.url() };
        }, [id, text]);
        assert.deepEqual(outcome.set, { ok: true, errors: {} }, `${id}=${text}`);
        const again = await page.evaluate(async ([name, url]) => {
          window.lab.reset();
          await window.lab.open(name, new URL(url).search);
          return Object.fromEntries(window.lab.params().map((row) => [row.id, row.text]));
        }, [slug, outcome.url]);
        assert.deepEqual(again, outcome.after, `${id}=${text} through ${outcome.url}`);
      }
    }));

    test('a fresh page at lab.url() shows the same', async () => {
      let url, before;
      await site.play(`${slug}/`, async (page) => {
        await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
        [url, before] = [await page.evaluate(() => window.lab.url()), await state(page)];
        await addressWritten(page);
        assert.equal(page.url(), url, 'the address bar keeps step');
      });
      await site.play(url, async (page) => assert.deepEqual(await state(page), before));
    });

    test('links of the text act on the figure', () => site.play(`${slug}/`, async (page) => {
      for (const link of await page.locator('article a[data-set]:visible').all()) {
        const wanted = new URLSearchParams(await link.getAttribute('data-set'));
        await page.evaluate(() => window.lab.reset());
        await link.click();
        for (const [id, text] of wanted) {
          const now = await page.evaluate((name) => (name === 'figure' ? window.lab.figure() : name === 'backend' ? window.lab.backend().name : window.lab.call('text', name)), id);
          if (id === 'mask' && text.length === 1) assert.match(now, new RegExp(`^[${text};]+$`), `${wanted}: one sign is for every cell`);
          else if (id !== 'backend') assert.equal(Number.isNaN(Number(text)) ? now : Number(now), Number.isNaN(Number(text)) ? text : Number(text), `${id} of ${wanted}`);
        }
      }
      for (const link of await page.locator('article a[data-show]:visible').all()) {
        await link.hover();
        await link.click();
      }
      for (const link of await page.locator('article a[data-figure]:visible').all()) {
        await link.click();
        assert.equal(await page.evaluate(() => window.lab.figure()), await link.getAttribute('data-figure'));
      }
    }));

    test('live values in the text follow', () => site.play(`${slug}/`, async (page) => {
      await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
      await page.waitForFunction(() => [...document.querySelectorAll('[data-live]')].every((span) => {
        const row = window.lab.params().find(({ id }) => id === span.dataset.live);
        if (!row || typeof row.value !== 'number') return true;
        return Math.abs(Number(span.textContent.replace('−', '-')) - row.value) <= 1e-3 * Math.max(1, Math.abs(row.value));
      }));
    }));

    test('exercises lock, check, explain and can be retried', () => site.play(`${slug}/`, async (page) => {
      const sections = await page.locator('.exercise').all();
      assert.ok(sections.length >= 2);
      for (const section of sections) {
        const options = section.locator('input[type=radio]');
        assert.ok(!await section.locator('.explanation').isVisible(), 'no explanation before the answer');
        if (await options.count() > 0) {
          assert.ok(await section.getByRole('button', { name: 'Lock in' }).isDisabled());
          await options.last().check();
          await section.getByRole('button', { name: 'Lock in' }).click();
          assert.ok(await options.first().isDisabled(), 'the prediction is locked');
        } else {
          await section.locator('.scene a').click();
        }
        await section.getByRole('button', { name: /Compute the answer|Check the picture/ }).click();
        await section.locator('.explanation').waitFor({ timeout: 60_000 }); // a trained model may be on its way
        assert.ok((await section.locator('.verdict').innerText()).length > 20, 'a verdict in words');
        await section.getByRole('button', { name: 'Try again' }).click();
        assert.ok(!await section.locator('.explanation').isVisible());
        if (await options.count() > 0) assert.ok(await options.first().isEnabled());
      }
    }));

    test('the parallel page sets parameters and shows results', () => site.play(`${slug}/`, async (page) => {
      await page.getByRole('button', { name: 'Controls as text' }).click();
      const ids = await page.evaluate(() => window.lab.params().map(({ id }) => id));
      for (const id of ids) assert.equal(await page.locator(`[data-param="${id}"]`).count(), 1, `a control for ${id}`);
      const names = await page.evaluate(() => window.lab.results());
      for (const name of names) assert.ok((await page.locator(`[data-result="${name}"]`).innerText()).length > 2, `a table for ${name}`);
      const slider = page.locator('.widget-number input[type=range], .widget-integer input[type=range]').first();
      const id = await slider.locator('xpath=ancestor::*[@data-param]').getAttribute('data-param');
      const before = await page.evaluate((name) => window.lab.get(name), id);
      await slider.focus();
      const full = await slider.evaluate(({ value, max }) => Number(value) === Number(max));
      for (const key of full ? ['ArrowLeft', 'PageDown'] : ['ArrowRight', 'PageUp']) await page.keyboard.press(key);
      assert.notEqual(await page.evaluate((name) => window.lab.get(name), id), before);
      await page.waitForFunction(() => document.querySelector('.figure-status').textContent === window.lab.describe());
    }));

    for (const [width, height, colorScheme] of [[1280, 800, 'light'], [390, 844, 'dark']]) {
      test(`axe at ${width} px, ${colorScheme}`, () => site.play(`${slug}/`, async (page) => {
        assert.deepEqual(await audit(page), []);
        await page.getByRole('button', { name: 'Controls as text' }).click();
        assert.deepEqual(await audit(page), [], 'with the parallel page open');
      }, { context: { viewport: { width, height }, colorScheme } }));
    }

    test('nothing is cut off or scrolls sideways from 320 px up', () => site.play(`${slug}/`, async (page) => {
      for (const width of [320, 360, 820, 1000, 1920]) {
        await page.setViewportSize({ width, height: 700 });
        await eventually(async () => {
          await settled(page);
          const { wide, figure, canvas } = await page.evaluate(() => ({
            wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            figure: document.querySelector('.figure').clientWidth, canvas: document.querySelector('canvas').width / devicePixelRatio,
          }));
          assert.ok(wide <= 0, `${width} px: ${wide} px too wide`);
          assert.ok(Math.abs(figure - canvas) <= 2, `${width} px: the canvas follows (${canvas} of ${figure})`);
        });
      }
    }));
  });
}

describe('moving about', { timeout: 180_000 }, () => {
  const [first, second] = slugs;

  test('another lesson opens in place: same canvas, nothing fetched twice, title and address right', () => site.play(`${first}/`, async (page) => {
    await page.evaluate(() => { document.querySelector('canvas').dataset.mark = 'same'; });
    await page.evaluate((id) => window.lab.set(id), await page.evaluate(otherValues));
    await page.locator('[data-pin]').click(); // or the text's end would bring its own picture
    await addressWritten(page);
    const leftAt = page.url();
    const requests = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.locator('.neighbour.next').click();
    await page.waitForFunction((slug) => window.lab.lesson().slug === slug, second);
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug, second);
    assert.equal(await page.locator('canvas').getAttribute('data-mark'), 'same');
    const code = requests.filter((name) => /\.(wasm|js|css|woff2|ttf)$/.test(name));
    assert.ok(code.every((name) => name.endsWith(`.${second}.wasm`)) && code.length <= 1, `nothing but the lesson's own part: ${code}`);
    assert.equal(new URL(page.url()).pathname, `/${second}/`);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1', 'focus is where a fresh page is read from');
    assert.ok(await page.evaluate(() => scrollY < 50));
    assert.equal(await page.locator('[data-param]').count(), await page.evaluate(() => window.lab.params().length));

    await page.goBack();
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug && window.lab.lesson().slug === slug, first);
    assert.equal(page.url(), leftAt);
    assert.equal(await page.evaluate(() => window.lab.url()), leftAt, 'back shows the state that was left');
    await page.goForward();
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug, second);
    await page.reload();
    await ready(page);
    assert.equal(await page.evaluate(() => window.lab.lesson().slug), second);
  }));

  test('a lesson opened by a script brings its page along', () => site.play(`${first}/`, async (page) => {
    await page.evaluate(async (slug) => {
      await window.lab.open(slug);
      if (window.lab.lesson().slug !== slug) throw new Error('not open');
    }, second);
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug && location.pathname === `/${slug}/`, second);
    await page.waitForFunction(() => document.querySelectorAll('[data-param]').length === window.lab.params().length);
  }));

  test('undo and redo by keys and buttons, double click and Reset restore', () => site.play(`${first}/`, async (page) => {
    const [id, text] = Object.entries(await page.evaluate(otherValues))[0];
    const start = await page.evaluate(() => window.lab.query());
    await page.evaluate((values) => window.lab.set(values), { [id]: text });
    const changed = await page.evaluate(() => window.lab.query());
    assert.notEqual(changed, start);
    await page.keyboard.press('Control+z');
    assert.equal(await page.evaluate(() => window.lab.query()), start);
    await page.keyboard.press('Control+Shift+z');
    assert.equal(await page.evaluate(() => window.lab.query()), changed);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.evaluate(() => window.lab.query()), start);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('button', { name: 'Reset', exact: true }).first().click();
    assert.equal(await page.evaluate(() => window.lab.query()), start);
  }));

  test('the Share panel writes link, iframe and element for what is on screen, and saves files', () => site.play(`${first}/`, async (page) => {
    await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
    const url = await page.evaluate(() => window.lab.url());
    await page.getByRole('button', { name: 'Share' }).click();
    const texts = await page.locator('.share textarea').evaluateAll((boxes) => boxes.map((box) => box.value));
    assert.equal(texts[0], url);
    assert.match(texts[1], /^<iframe src="http.*embed\.html\?lesson=/);
    assert.match(texts[2], /<attention-lab lesson="/);
    assert.deepEqual(await audit(page), []);
    for (const format of ['PNG', 'SVG', 'CSV']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format, exact: true }).click()]);
      assert.ok(download.suggestedFilename().endsWith(format.toLowerCase()));
    }
    await page.keyboard.press('Escape');
    assert.ok(!await page.locator('.share').isVisible());
  }));

  test('a PNG has the canvas in it', () => site.play(`${first}/`, async (page) => {
    const colours = await page.evaluate(async () => {
      const bitmap = await createImageBitmap(await window.lab.export('png'));
      const sheet = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      sheet.drawImage(bitmap, 0, 0);
      return new Set(new Uint32Array(sheet.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size;
    });
    assert.ok(colours > 20, `${colours} colours`);
  }));
});

describe('a reader\'s table', { timeout: 120_000 }, () => {
  const address = 'kernel-regression/';
  const data = (page) => page.evaluate(() => window.lab.get('data'));
  const notice = (page) => page.locator('.figure-notice').innerText();

  test('is pasted', () => site.play(address, async (page) => {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x;y\n0;1,5\n1;2\n2;0,5\n');
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    assert.deepEqual(await data(page), [[0, 1.5], [1, 2], [2, 0.5]]);
  }));

  test('is dropped, and a bad line is named', () => site.play(address, async (page) => {
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x,y\n0,1\n1,2\nbad,line\n2,0.5\n'], 'mine.csv', { type: 'text/csv' }));
      document.querySelector('.figure').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => window.lab.get('data').length > 0);
    assert.deepEqual(await data(page), [[0, 1], [1, 2], [2, 0.5]]);
    assert.match(await notice(page), /\b4\b/);
  }));

  test('is opened from a file', () => site.play(address, async (page) => {
    await page.getByRole('button', { name: 'Controls as text' }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a table' }).click()]);
    await chooser.setFiles({ name: 'mine.tsv', mimeType: 'text/plain', buffer: Buffer.from('0\t1\n3\t4\n') });
    await page.waitForFunction(() => window.lab.get('data').length === 2);
  }));

  test('that is none is refused with a message and nothing lost', () => site.play(address, async (page) => {
    const before = await page.evaluate(() => window.lab.query());
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['no numbers here'], 'mine.csv', { type: 'text/csv' }));
      document.querySelector('.figure').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.querySelector('.figure-notice').textContent.length > 10);
    assert.equal(await page.evaluate(() => window.lab.query()), before);
  }));
});

describe('typing on the picture', { timeout: 60_000 }, () => {
  test('is done in a field of the page, in any script, with Enter and Escape', () => site.play('self-attention/', async (page) => {
    const open = async () => {
      const { x, y } = await middleOf(page, 'text');
      await page.mouse.click(x, y + 6);
      await page.locator('.figure-input').waitFor();
    };
    await open();
    await page.keyboard.type('猫 が 好き');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => window.lab.get('text')), '猫 が 好き');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'lab-keys');
    await open();
    await page.keyboard.type('never mind');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => window.lab.get('text')), '猫 が 好き');
  }));
});

describe('hands and keys', { timeout: 180_000 }, () => {
  const [first] = slugs;
  const overFigure = async (page) => {
    const box = await page.locator('canvas').boundingBox();
    return [box.x + box.width / 2, box.y + 12];
  };

  test('the page scrolls over the figure until the figure has the focus and something to scroll', () => site.play(`${first}/`, async (page) => {
    await page.mouse.move(...await overFigure(page));
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 100);
  }));

  test('Tab goes through the figure and leaves it, Escape leaves it', () => site.play(`${first}/`, async (page) => {
    await page.locator('#lab-keys').focus();
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.closest('.scene-bar') !== null), 'on to the buttons');
    await page.keyboard.press('Shift+Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'lab-keys');
    await page.keyboard.press('Escape');
    assert.notEqual(await page.evaluate(() => document.activeElement.id), 'lab-keys');
  }));

  test('keys of the browser pass through the figure untouched', () => site.play(`${first}/`, async (page) => {
    await page.evaluate(() => {
      window.prevented = [];
      addEventListener('keydown', (event) => window.prevented.push([event.key, event.defaultPrevented]));
    });
    await page.locator('#lab-keys').focus();
    // Stopped in the capture phase means the module never sees them; nothing may have prevented their default.
    for (const key of ['F5', 'F11', 'Control+l', 'Control+f', 'Control+t', 'Control+Equal'])
      assert.ok(await page.evaluate(([name]) => {
        const parts = name.split('+');
        const event = new KeyboardEvent('keydown', { key: parts.at(-1), ctrlKey: parts.length > 1, bubbles: true, cancelable: true });
        return document.getElementById('lab-keys').dispatchEvent(event);
      }, [key]), `${key} keeps its default`);
  }));

  test('no focus is taken on load, and pressing the figure does not scroll the page', () => site.play(`${first}/`, async (page) => {
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(() => scrollY > 100);
    const before = await page.evaluate(() => scrollY);
    await page.mouse.click(...await overFigure(page));
    assert.equal(await page.evaluate(() => document.activeElement.id), 'lab-keys');
    assert.equal(await page.evaluate(() => scrollY), before);
  }));

  test('a finger drags a handle, and scrolls the page elsewhere', () => site.play(`${first}/`, async (page, context) => {
    const session = await context.newCDPSession(page);
    const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const swipe = async (from, to) => {
      await touch('touchStart', [from]);
      for (let i = 1; i <= 8; ++i) await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 8, y: from.y + ((to.y - from.y) * i) / 8 }]);
      await touch('touchEnd', []);
      await settled(page);
    };
    await page.locator('.figure').scrollIntoViewIfNeeded();
    await settled(page);
    const handle = await middleOf(page, 'query');
    const before = await page.evaluate(() => ({ query: window.lab.query(), scroll: scrollY }));
    await swipe(handle, { x: handle.x + 50, y: handle.y - 40 });
    const dragged = await page.evaluate(() => ({ query: window.lab.query(), scroll: scrollY }));
    assert.notEqual(dragged.query, before.query, 'the handle followed');
    assert.equal(dragged.scroll, before.scroll, 'the page did not');
    const [x] = await overFigure(page);
    const { y } = await page.locator('.title .lead').boundingBox().then((box) => (box.y > 0 ? box : { y: 500 }));
    await swipe({ x, y: y + 30 }, { x, y: y - 250 });
    assert.equal(await page.evaluate(() => window.lab.query()), dragged.query);
    assert.ok(await page.evaluate(() => scrollY) > dragged.scroll, 'the page scrolls');
  }, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }));
});
