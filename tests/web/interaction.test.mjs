// Real hands on every lesson's figures: the mouse goes where lab.rect says a thing is, and the numbers follow it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { middleOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const get = (page, id) => page.evaluate((name) => window.lab.get(name), id);
const read = (page, name) => page.evaluate((of) => Array.from(window.lab.read(of).data), name);
const query = (page) => page.evaluate(() => window.lab.query());

/** Opens a figure and waits until its things are where they stay. */
async function figure(page, id) {
  await page.evaluate((name) => window.lab.figure(name), id);
  await settled(page);
}

/** Presses at `from`, goes to `to`, calls `meanwhile` with the button still down, and lets go. */
async function drag(page, from, to, meanwhile = async () => {}) {
  await page.mouse.move(from.x, from.y);
  await settled(page);
  await page.mouse.down();
  for (let i = 1; i <= 6; ++i) {
    await page.mouse.move(from.x + ((to.x - from.x) * i) / 6, from.y + ((to.y - from.y) * i) / 6);
    await page.waitForTimeout(16);
  }
  await settled(page);
  await meanwhile();
  await page.mouse.up();
  await settled(page);
}

/** Double clicks where `place()` says until `done()`: where frames take long, two presses are not always near enough in time. */
async function doubleClickUntil(page, place, done) {
  for (let i = 0; i < 8 && !await done(); ++i) {
    const { x, y } = await place();
    await page.mouse.dblclick(x, y, { delay: 10 });
    await settled(page);
  }
  assert.ok(await done(), 'the double click acts');
}

const moved = (point, dx, dy) => ({ x: point.x + dx, y: point.y + dy });
const largest = (numbers) => numbers.indexOf(Math.max(...numbers));
const near = (a, b, tolerance = 1e-5) => assert.ok(Math.abs(a - b) <= tolerance, `${a} is ${b}`);

describe('pooling', { timeout: 180_000 }, () => {
  test('the query is dragged onto a key: its weight becomes the largest, while the hand still holds it', () => site.play('pooling/?figure=pairs', async (page) => {
    await settled(page);
    const start = await query(page), weights = await read(page, 'weights');
    const target = (largest(weights) + 1) % weights.length;
    await drag(page, await middleOf(page, 'query'), await middleOf(page, `key[${target}]`), async () => {
      assert.equal(largest(await read(page, 'weights')), target, 'before the button is let go');
    });
    const after = await read(page, 'weights');
    assert.equal(largest(after), target);
    near(after.reduce((sum, weight) => sum + weight, 0), 1);
    await page.evaluate(() => window.lab.undo());
    assert.equal(await query(page), start, 'a drag is one step to undo');
  }));

  test('a value is dragged and the output goes with it by the value\'s weight', () => site.play('pooling/?figure=pairs', async (page) => {
    await settled(page);
    const [weights, values, output] = [await read(page, 'weights'), await get(page, 'values'), await read(page, 'output')];
    const i = largest(weights);
    await drag(page, await middleOf(page, `value[${i}]`), moved(await middleOf(page, `value[${i}]`), -40, 30));
    const nowValues = await get(page, 'values'), nowOutput = await read(page, 'output');
    assert.notDeepEqual(nowValues[i], values[i]);
    for (const axis of [0, 1]) near(nowOutput[axis] - output[axis], weights[i] * (nowValues[i][axis] - values[i][axis]), 1e-4);
    assert.deepEqual(await read(page, 'weights'), weights, 'values have no part in the weights');
  }));

  test('a double click adds a pair, one on a key takes it away', () => site.play('pooling/?figure=pairs', async (page) => {
    await settled(page);
    const count = (await get(page, 'keys')).length;
    const plane = await page.evaluate(() => window.lab.rect('key-plane'));
    const box = await page.locator('canvas').boundingBox();
    const pairs = async () => (await get(page, 'keys')).length;
    await doubleClickUntil(page, () => ({ x: box.x + plane.x + 14, y: box.y + plane.y + plane.height - 14 }), async () => await pairs() === count + 1);
    assert.equal((await get(page, 'values')).length, count + 1);
    await doubleClickUntil(page, () => middleOf(page, `key[${count}]`), async () => await pairs() === count);
  }));

  test('the temperature is dragged on its axis', () => site.play('pooling/?figure=temperature-sweep', async (page) => {
    await settled(page);
    const before = await get(page, 'temperature'), weights = await read(page, 'weights');
    const at = await middleOf(page, 'temperature');
    await drag(page, at, moved(at, -60, 0));
    assert.ok(await get(page, 'temperature') < before);
    assert.ok(Math.max(...await read(page, 'weights')) > Math.max(...weights), 'colder is sharper');
  }));

  test('what can be dragged is moved by keyboard as well', () => site.play('pooling/?figure=pairs', async (page) => {
    await settled(page);
    const before = await query(page);
    await page.focus('#lab-keys');
    for (let i = 0; i < 40 && await query(page) === before; ++i) { // n goes to the next thing; not everything moves
      await page.keyboard.press('n', { delay: 30 });
      await page.keyboard.press('ArrowRight', { delay: 30 });
      await settled(page);
    }
    assert.notEqual(await query(page), before);
  }));
});

describe('kernel-regression', { timeout: 180_000 }, () => {
  test('the query is dragged along its axis and the weights follow', () => site.play('kernel-regression/?figure=fit', async (page) => {
    await settled(page);
    const [before, weights] = [await get(page, 'query'), await read(page, 'weights')];
    const at = await middleOf(page, 'query');
    await drag(page, at, moved(at, before > 2.5 ? -110 : 110, 0));
    assert.ok(Math.abs(await get(page, 'query') - before) > 0.2);
    const now = await read(page, 'weights');
    assert.notDeepEqual(now, weights);
    near(now.reduce((sum, weight) => sum + weight, 0), 1);
  }));

  test('the width is dragged where its error is drawn', () => site.play('kernel-regression/?figure=width-search', async (page) => {
    await settled(page);
    const before = await get(page, 'width');
    const at = await middleOf(page, 'width');
    await drag(page, at, moved(at, 60, 0));
    assert.ok(await get(page, 'width') > before);
  }));

  test('a point of the reader\'s own data is dragged', () => site.play('kernel-regression/?figure=fit&data=0,0;1,2;2,1;3,3', async (page) => {
    await settled(page);
    const fit = await read(page, 'output'), at = await middleOf(page, 'point[1]');
    await drag(page, at, moved(at, 0, 40));
    const put = await get(page, 'moved');
    assert.equal(put.length, 1, 'one point, whatever way it went');
    assert.equal(put[0][0], 1);
    assert.ok(put[0][2] < 2, 'down is less');
    assert.notDeepEqual(await read(page, 'output'), fit);
  }));
});

describe('scoring', { timeout: 180_000 }, () => {
  test('a query is dragged and both kinds of weights follow', () => site.play('scoring/?figure=geometry', async (page) => {
    await settled(page);
    const before = [await read(page, 'dot-weights'), await read(page, 'distance-weights')];
    const at = await middleOf(page, 'query');
    await drag(page, at, moved(at, -70, 50));
    const now = [await read(page, 'dot-weights'), await read(page, 'distance-weights')];
    for (const which of [0, 1]) {
      assert.notDeepEqual(now[which], before[which]);
      near(now[which].reduce((sum, weight) => sum + weight, 0), 1);
    }
  }));

  test('a key is dragged: its own score changes and no other', () => site.play('scoring/?figure=geometry', async (page) => {
    await settled(page);
    const before = await get(page, 'keys'), at = await middleOf(page, 'key[1]');
    await drag(page, at, moved(at, 50, 40));
    const now = await get(page, 'keys');
    assert.notDeepEqual(now[1], before[1]);
    assert.deepEqual(now.filter((_, i) => i !== 1), before.filter((_, i) => i !== 1));
  }));

  test('the width d is dragged and the entropy answers', () => site.play('scoring/?figure=width', async (page) => {
    await settled(page);
    const before = await get(page, 'width'), at = await middleOf(page, 'width');
    await drag(page, at, moved(at, before > 16 ? -120 : 120, 0));
    assert.notEqual(await get(page, 'width'), before);
  }));
});

describe('self-attention', { timeout: 240_000 }, () => {
  test('a mask is painted by dragging: what is hidden gets no weight, what is opened gets some', () => site.play('self-attention/?figure=mask', async (page) => {
    await settled(page);
    const allowed = async () => (await page.evaluate(() => { const { data, shape } = window.lab.read('allowed'); return { data: [...data], m: shape.at(-1) }; }));
    const before = await allowed();
    await drag(page, await middleOf(page, 'mask[1,0]'), await middleOf(page, 'mask[1,3]'));
    const now = await allowed();
    for (let j = 0; j <= 3; ++j) assert.equal(now.data[now.m + j], 1 - before.data[now.m], `cell 1,${j} has what was painted`);
    const weights = await page.evaluate(() => { const { data, shape } = window.lab.read('weights'); return [...data].slice(-shape.at(-1) * shape.at(-2)); });
    for (let j = 0; j < now.m; ++j) assert.equal(weights[now.m + j] > 0, now.data[now.m + j] === 1, `weight 1,${j}`);
    near(weights.slice(now.m, 2 * now.m).reduce((sum, weight) => sum + weight, 0), 1);
    await page.evaluate(() => window.lab.undo());
    assert.deepEqual(await allowed(), before, 'a stroke is one step to undo');
  }));

  test('a name hides its whole row: zero weights, zero output, nothing else', () => site.play('self-attention/?figure=mask', async (page) => {
    await settled(page);
    const at = await middleOf(page, 'mask-row[2]');
    await page.mouse.click(at.x, at.y, { delay: 40 });
    await settled(page);
    const { rows, bad } = await page.evaluate(() => {
      const { data, shape } = window.lab.read('output');
      return { rows: Array.from({ length: shape[0] }, (_, i) => data.slice(i * shape[1], (i + 1) * shape[1]).every((x) => x === 0)), bad: [...data].some(Number.isNaN) };
    });
    assert.deepEqual(rows.map((zero, i) => (zero ? i : -1)).filter((i) => i >= 0), [2]);
    assert.ok(!bad);
  }));

  test('heads: another number of them, another one shown by a press on its picture', () => site.play('self-attention/?figure=attention', async (page) => {
    await page.evaluate(() => window.lab.set({ heads: 4, head: 1 }));
    await settled(page);
    assert.deepEqual((await page.evaluate(() => window.lab.read('head-width').data[0])), 2);
    const at = await middleOf(page, 'head[2]');
    await page.mouse.click(at.x, at.y, { delay: 40 });
    await settled(page);
    assert.equal(await get(page, 'head'), 3);
  }));

  test('a number under the mouse explains itself, and its card can be pinned', () => site.play('self-attention/?figure=attention', async (page) => {
    await settled(page);
    const at = await middleOf(page, 'weights[0,1]');
    await page.mouse.move(at.x, at.y);
    await settled(page);
    const said = await page.evaluate(() => window.lab.explain('weights', 0, 1));
    const value = await page.evaluate(() => { const { data, shape } = window.lab.read('weights'); return data[data.length - shape.at(-1) * shape.at(-2) + 1]; });
    assert.ok(said.text.includes('exp') && said.latex.length > 10 && said.numpy.length > 10);
    assert.ok(Number.isFinite(said.value) && Number.isFinite(value));
    await page.mouse.click(at.x, at.y);
    await settled(page);
    assert.ok(await page.evaluate(() => window.lab.rect('inspector')), 'the card stays');
  }));

  test('typing changes tokens, rows and columns', () => site.play('self-attention/?figure=attention', async (page) => {
    for (const [text, tokens] of [['one', 1], ['שלום עולם טוב', 3], ['🙂 👩‍👩‍👧 e\u0301', 3], ['', 0]]) {
      await page.evaluate((sentence) => window.lab.set({ text: sentence }), text);
      await settled(page);
      const { shape, data } = await page.evaluate(() => { const { shape: of, data: numbers } = window.lab.read('weights'); return { shape: of, data: [...numbers] }; });
      if (tokens > 0) assert.equal(shape.at(-1), tokens, `${text}: ${shape}`);
      assert.ok(data.every(Number.isFinite), text);
      assert.ok((await page.evaluate(() => window.lab.describe())).length > 20);
    }
  }));
});

describe('an embed\'s own controls', { timeout: 120_000 }, () => {
  test('a slider is dragged, its number stepped, a double click restores', () => site.play('embed.html?lesson=pooling&ui=full', async (page) => {
    await settled(page);
    const place = await page.evaluate(() => window.lab.rect('temperature'));
    assert.ok(place, 'the control is on the canvas');
    const box = await page.locator('canvas').boundingBox();
    const at = (share) => ({ x: box.x + place.x + place.width * share, y: box.y + place.y + place.height / 2 });
    const before = await get(page, 'temperature');
    await drag(page, at(0.5), at(0.8));
    const dragged = await get(page, 'temperature');
    assert.notEqual(dragged, before);
    await doubleClickUntil(page, () => at(0.4), async () => Math.abs(await get(page, 'temperature') - before) <= 1e-5);
  }, { context: { viewport: { width: 1000, height: 600 } } }));

  test('locked parameters do not follow the hand', () => site.play('embed.html?lesson=pooling&ui=full&lock=query,temperature', async (page) => {
    await settled(page);
    const before = await query(page), at = await middleOf(page, 'query');
    await drag(page, at, moved(at, 60, 30));
    assert.equal(await query(page), before);
  }, { context: { viewport: { width: 1000, height: 600 } } }));
});
