// From page to page in Chromium: lessons open in place, tables and words of the reader's own come in, hands and keys go where they belong.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { drop, paste } from './own_files.mjs';
import { addressWritten, audit, middleOf, otherValues, ready, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

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
    const own = new RegExp(`\\.(${second}|shared-\\d+)\\.wasm$`);
    assert.ok(code.every((name) => own.test(name)) && code.length <= 2, `nothing but the lesson's own part and one that it shares: ${code}`);
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

  test('an address is not written over while Back is on its way to its lesson', () => site.play(`${first}/`, async (page) => {
    await page.evaluate(() => window.lab.set({ temperature: 0.5 }));
    await addressWritten(page);
    const leftAt = page.url();
    await page.evaluate((slug) => window.lab.open(slug), second);
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug && location.pathname === `/${slug}/`, second);
    await page.evaluate(() => { // its page arrives when the address of the lesson that is left has long been due
      const fetchNow = window.fetch;
      window.fetch = async (...wanted) => {
        await new Promise((done) => { setTimeout(done, 800); });
        return fetchNow(...wanted);
      };
    });
    await page.evaluate((values) => window.lab.set(values), await page.evaluate(otherValues));
    await page.goBack();
    await page.waitForFunction((slug) => document.body.dataset.lesson === slug && window.lab.lesson().slug === slug, first);
    assert.equal(page.url(), leftAt);
    assert.equal(await page.evaluate(() => window.lab.url()), leftAt);
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
    await page.locator('.share textarea').first().waitFor(); // the panel's code comes when it is first asked for
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
    await paste(page, 'x;y\n0;1,5\n1;2\n2;0,5\n');
    assert.deepEqual(await data(page), [[0, 1.5], [1, 2], [2, 0.5]]);
  }));

  test('is dropped, and a bad line is named', () => site.play(address, async (page) => {
    await drop(page, 'x,y\n0,1\n1,2\nbad,line\n2,0.5\n');
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
    await drop(page, 'no numbers here');
    await page.waitForFunction(() => document.querySelector('.figure-notice').textContent.length > 10);
    assert.equal(await page.evaluate(() => window.lab.query()), before);
  }));
});

describe('typing on the picture', { timeout: 60_000 }, () => {
  test('is done in a field of the page, in any script, with Enter and Escape', () => site.play('self-attention/?figure=attention', async (page) => {
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
    assert.ok(await page.evaluate(() => document.activeElement.closest('.toolbar') !== null), 'on to the buttons');
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
    const now = () => page.evaluate(() => ({ query: window.lab.query(), scroll: scrollY }));
    let dragged;
    for (const [dx, dy] of [[50, -40], [-20, 10], [10, 20]]) { // each time from the very place where the finger was lifted
      const [before, handle] = [await now(), await middleOf(page, 'query')];
      await swipe(handle, { x: handle.x + dx, y: handle.y + dy });
      dragged = await now();
      assert.notEqual(dragged.query, before.query, 'the handle followed');
      assert.equal(dragged.scroll, before.scroll, 'the page did not');
    }
    const [x] = await overFigure(page);
    const { y } = await page.locator('.title .lead').boundingBox().then((box) => (box.y > 0 ? box : { y: 500 }));
    await swipe({ x, y: y + 30 }, { x, y: y - 250 });
    assert.equal(await page.evaluate(() => window.lab.query()), dragged.query);
    assert.ok(await page.evaluate(() => scrollY) > dragged.scroll, 'the page scrolls');
  }, { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } }));
});
