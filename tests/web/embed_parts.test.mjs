// What the address of an embed asks for is what it gets, and what it tells the page around it has the names that page can use.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { frameOf, Host } from './host.mjs';
import { audit, eventually, settled, slugs } from './site.mjs';

const [first] = slugs;
const TRAINED = 'alignment';
let host;

before(async () => { host = await Host.start(); });
after(() => host.stop());

const inFrame = (query, use, { width = 640, height = 480 } = {}) => host.show(
  `<iframe width="${width}" height="${height}" style="border:0" title="figure" src="${host.embed(query)}"></iframe>`,
  async (page) => use(await frameOf(page), page));

describe('parts', { timeout: 240_000 }, () => {
  const strips = [['', true], ['&ui=figure', false], ['&controls=temperature', false], ['&controls=', false], ['&ui=figure&training=1', true], ['&controls=&training', true], ['&training=0', false], ['&ui=full', true]];
  for (const [query, shown] of strips) {
    test(`${query || 'nothing'} asked for: ${shown ? 'the' : 'no'} buttons of training`, () => inFrame(`lesson=${TRAINED}&figure=training${query.replace('temperature', 'seed')}`, async (frame) => {
      await settled(frame);
      assert.equal(await frame.evaluate(() => window.lab.training().shown), true, 'the figure shows the model');
      assert.equal(await frame.evaluate(() => window.lab.rect('train:run') !== null), shown);
      assert.equal(await frame.locator('.training [data-train=run]').count(), shown ? 1 : 0, 'nor for the keyboard');
    }, { width: 760, height: 560 }));
  }

  test('scale makes everything larger, and is a number from 0.5 to 3', async () => {
    const measure = async (query, size = { width: 900, height: 700 }) => {
      let sizes;
      await inFrame(`lesson=${first}&controls=temperature&${query}`, async (frame) => {
        await settled(frame);
        sizes = await frame.evaluate(() => ({
          handle: window.lab.rect('query').width, type: parseFloat(getComputedStyle(document.querySelector('.embed-link')).fontSize),
          canvas: document.querySelector('canvas').clientWidth, over: document.documentElement.scrollHeight - innerHeight, said: document.querySelector('.stage-notice p')?.textContent ?? '',
        }));
      }, size);
      return sizes;
    };
    const [plain, twice, wrong, small] = [await measure(''), await measure('scale=2'), await measure('scale=9'), await measure('scale=2', { width: 400, height: 600 })];
    assert.equal(twice.type, 2 * plain.type);
    assert.ok(twice.handle > 1.4 * plain.handle, `${plain.handle}, ${twice.handle}: drawn larger, in a figure that has fewer of its own pixels`);
    assert.ok(Math.abs(twice.canvas - plain.canvas) < 20, 'the frame stays');
    assert.ok(twice.over <= 0);
    assert.equal(twice.said, '');
    assert.match(wrong.said, /scale is a number from 0\.5 to 3\./);
    assert.equal(wrong.type, plain.type);
    assert.equal(small.type, 1.25 * plain.type, 'no larger than there is room for');
  });

  test('scale is the parameter of a lesson that has one, where it is no number', () => inFrame('lesson=transformer-block&scale=false', async (frame) => {
    assert.equal(await frame.evaluate(() => window.lab.get('scale')), false);
    assert.equal(await frame.locator('.stage-notice').isVisible(), false);
  }));

  test('the element asks for the height that suits a larger scale', () => host.show(
    `<div style="width:600px"><attention-lab lesson="${first}"></attention-lab><attention-lab lesson="${first}" scale="1.5" loading="eager"></attention-lab></div>${host.script}`,
    async (page) => {
      await frameOf(page, 'attention-lab:last-of-type iframe');
      await eventually(async () => {
        const heights = await page.locator('iframe').evaluateAll((frames) => frames.map(({ clientHeight }) => clientHeight));
        assert.ok(heights[1] > heights[0] * 1.02, `${heights}`);
      });
    }));

  test('a table of fields costs the keyboard one stop, and arrow keys go through it', () => inFrame(`lesson=${first}&controls=keys`, async (frame, page) => {
    await settled(frame);
    const table = frame.locator('[data-param=keys] .grid');
    const stops = () => frame.locator('[data-param=keys]').evaluate((widget) => [...widget.querySelectorAll('*')].filter((node) => node.tabIndex >= 0 && !node.hidden && !node.disabled).map((node) => node.ariaLabel ?? node.className));
    assert.ok(await table.locator('input').count() >= 10);
    const [stop, ...more] = (await stops()).filter((name) => /cells|row/.test(name));
    assert.match(stop, /row 1/);
    assert.deepEqual(more, []);
    await table.locator('input').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const there = () => frame.evaluate(() => document.activeElement.ariaLabel);
    assert.match(await there(), /row 2, y/);
    await page.keyboard.type('0.5');
    await page.keyboard.press('ArrowLeft');
    assert.match(await there(), /row 2, y/, 'left and right are the field\'s while one types');
    await page.keyboard.press('ArrowDown');
    assert.match(await there(), /row 3, y/);
    assert.equal(await frame.evaluate(() => window.lab.get('keys')[1][1]), 0.5);
    await page.keyboard.press('Home');
    assert.match(await there(), /row 3, x/);
    assert.equal((await stops()).filter((name) => /cells|row/.test(name)).length, 1);
    assert.deepEqual(await audit(frame), []);
  }, { width: 640, height: 800 }));

  test('a locked value stays though another parameter would bring it along, and who asked hears of it', () => inFrame('lesson=encoder-decoder&lock=source', async (frame) => {
    const { before, answer, after } = await frame.evaluate(() => {
      const source = () => window.lab.get('source');
      return { before: source(), answer: window.lab.set({ task: 'sorting' }), after: source() };
    });
    assert.equal(after, before);
    assert.match(answer.errors.source, /is locked here and stays as it is\.$/);
    const { note } = await frame.evaluate((present) => {
      const wanted = ({ query }) => new URLSearchParams(query).get('source') ?? present;
      return window.lab.scene(window.lab.scenes().find((scene) => wanted(scene) !== present).id);
    }, before);
    assert.match(note, /is locked here and stays as it is\.$/, 'a scene that wants another one says so');
    assert.equal(await frame.evaluate(() => window.lab.get('source')), before);
  }));
});

describe('what it tells', { timeout: 240_000 }, () => {
  test('an answer names its exercise, and an exercise has question, choices and explanation', () => host.show(
    `<attention-lab id="lab" lesson="${first}"></attention-lab>${host.script}<script>window.heard = []; document.getElementById('lab').addEventListener('answer', ({ detail }) => heard.push(detail));</script>`,
    async (page) => {
      await frameOf(page);
      const call = (name, ...args) => page.evaluate(([what, values]) => document.getElementById('lab').call(what, ...values), [name, args]);
      const copy = (await call('exercises')).find(({ id }) => id === 'copy');
      assert.match(copy.question, /^You add a copy of pair 1.*\?$/);
      assert.deepEqual(copy.choices, ['As much as key 1 alone had: they share it', 'Exactly twice as much', 'More than before, but less than twice as much']);
      assert.equal(copy.choices.length, copy.predictions);
      assert.match(copy.explanation, /^Let \$e\$ be the exponential of key 1’s score/);
      await call('predict', 'copy', 2);
      await call('check', 'copy');
      await page.waitForFunction(() => window.heard.length > 0);
      const [{ exercise, correct, id, event }] = await page.evaluate(() => window.heard);
      assert.deepEqual([exercise, correct, event], ['copy', true, 'answer']);
      assert.equal(id, 'lab', 'the frame\'s');
      assert.ok((await call('open', slugs[1])) && (await call('exercises')).every(({ question, explanation }) => question && explanation), 'the next lesson\'s too');
    }));

  test('the course\'s own pages have them as well', () => host.site.play(`${first}/`, async (page) => {
    for (const { id, question, choices, explanation, predictions } of await page.evaluate(() => window.lab.exercises())) {
      assert.ok(question.length > 20 && explanation.length > 40, id);
      assert.equal(choices.length, predictions, id);
    }
  }));

  test('slides turn by keys that the figure does not want, in the frame of a plain iframe and of the element', () => host.show(
    `<attention-lab id="lab" lesson="${first}" height="480"></attention-lab>${host.script}
     <script>window.slide = 0; window.told = [];
       document.addEventListener('keydown', (event) => { const by = { 33: -1, 34: 1, 37: -1, 39: 1 }[event.keyCode] ?? 0; window.slide += by; window.told.push(event.code); }, false);</script>`,
    async (page) => { // as reveal.js reads them
      const frame = await frameOf(page);
      await frame.locator('#lab-keys').focus();
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageDown');
      await page.keyboard.press('PageUp');
      await page.waitForFunction(() => window.slide === 1 && window.told.length === 3);
      assert.deepEqual(await page.evaluate(() => window.told), ['PageDown', 'PageDown', 'PageUp']);
      await frame.evaluate(() => document.activeElement.blur());
      await frame.locator('body').press('ArrowRight');
      await page.waitForFunction(() => window.slide === 2);
    }));
});
