// The graph of ten thousand nodes in lesson 16: under the hand, and in buffers of the GPU that stay there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { ready, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const address = 'graph-attention/?figure=scale';
const shown = (page) => page.evaluate(async () => {
  await window.lab.whole();
  await window.lab.idle();
});

/** Runs in the page before its scripts: counts the bytes that go into buffers, and the buffers there are. */
function countBuffers() {
  const { prototype } = WebGL2RenderingContext;
  const counts = { bytes: 0, buffers: 0 };
  const wrap = (name, count) => {
    const plain = prototype[name];
    prototype[name] = function counted(...values) {
      count(...values);
      return plain.apply(this, values);
    };
  };
  const add = (...values) => { counts.bytes += values[4] ?? 0; };
  wrap('bufferData', add);
  wrap('bufferSubData', add);
  wrap('createBuffer', () => { ++counts.buffers; });
  wrap('deleteBuffer', (buffer) => { counts.buffers -= buffer ? 1 : 0; });
  window.counts = counts;
}

/** The same, for a context that refuses the shaders of clouds, so that they are drawn as ImGui's triangles. */
function refuseClouds() {
  const { prototype } = WebGL2RenderingContext;
  const plain = prototype.shaderSource;
  prototype.shaderSource = function changed(shader, source) { plain.call(this, shader, source.includes('uniform float opacity') ? 'refused' : source); };
}

/** Draws `count` frames, each of another place, and returns the bytes that went into buffers for each. */
const pan = (page, count) => page.evaluate(async (frames) => {
  const { lab, counts } = window;
  const sent = [];
  for (let i = 0; i < frames; ++i) {
    const { frames: before } = lab.stats(), { bytes } = counts;
    lab.set({ 'scale-x': 0.01 * (i + 1) });
    while (lab.stats().frames === before) await new Promise(requestAnimationFrame);
    sent.push(counts.bytes - bytes);
  }
  return sent;
}, count);

/** The pixels of the graph: red, green, blue and alpha, row by row. */
async function pixels(page) {
  await shown(page);
  await settled(page);
  return Buffer.from(await page.evaluate(async () => {
    const bitmap = await createImageBitmap(await window.lab.export('png'));
    const { x, y, width, height } = window.lab.rect('scale');
    const scale = bitmap.width / document.querySelector('.figure canvas').clientWidth;
    const [left, top, across, down] = [x, y, width, height].map((pixel) => Math.round(scale * pixel));
    const sheet = new OffscreenCanvas(across, down).getContext('2d');
    sheet.drawImage(bitmap, -left, -top);
    return Array.from(sheet.getImageData(0, 0, across, down).data);
  }));
}

/** How much two pictures differ: the mean of all values, of 255, and the share of pixels that differ much. */
function difference(one, other) {
  assert.equal(one.length, other.length);
  let sum = 0, much = 0;
  for (let i = 0; i < one.length; i += 4) {
    const of = [0, 1, 2].map((k) => Math.abs(one[i + k] - other[i + k]));
    sum += of[0] + of[1] + of[2];
    much += Math.max(...of) > 64;
  }
  return { mean: sum / (0.75 * one.length), much: 4 * much / one.length };
}

/** Opens the figure where the context refuses the shaders of clouds. */
const playRefusing = (query, use, options) => site.visit('404.html', async (page) => {
  await page.addInitScript(refuseClouds);
  await page.goto(new URL(address + query, site.address).href);
  await ready(page);
  await use(page);
}, options);

const loseContext = (page) => page.evaluate(async () => {
  const canvas = document.querySelector('.figure canvas'), extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
  const happened = (name) => new Promise((done) => { canvas.addEventListener(name, () => setTimeout(done), { once: true }); });
  const lost = happened('webglcontextlost');
  extension.loseContext();
  await lost;
  const restored = happened('webglcontextrestored');
  extension.restoreContext();
  await restored;
});

describe('ten thousand nodes', { timeout: 300_000 }, () => {
  const view = (page) => page.evaluate(() => ({ x: window.lab.get('scale-x'), zoom: window.lab.get('scale-zoom') }));
  test('the wheel zooms and a drag moves', () => site.play(address, async (page) => {
    const box = await page.evaluate(() => {
      const place = document.querySelector('.figure canvas').getBoundingClientRect();
      const { x, y, width, height } = window.lab.rect('scale');
      return { x: place.x + x + width / 2, y: place.y + y + height / 2 };
    });
    await page.mouse.click(box.x, box.y);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(() => window.lab.get('scale-zoom') > 1);
    const near = await view(page);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((x) => window.lab.get('scale-x') < x, near.x);
    assert.equal((await view(page)).zoom, near.zoom);
  }));

  test('another view of them sends none of them again', () => site.play(address, async (page) => {
    await shown(page);
    const sent = await pan(page, 20);
    assert.ok(await page.evaluate(() => window.counts.bytes) > 1e6, 'they were sent once');
    assert.ok(Math.max(...sent) < 150_000, `${sent} bytes`);
    await page.evaluate(() => window.lab.set({ 'scale-zoom': 5 }));
    const near = await pan(page, 5);
    assert.ok(Math.max(...near) < 150_000, `${near} bytes`);
  }, { init: countBuffers }));

  test('a context that refuses their shaders draws what has room', () => playRefusing('', async (page) => {
    await shown(page);
    const sent = await pan(page, 3);
    assert.ok(Math.min(...sent) > 500_000, `${sent} bytes`);
    assert.match(await page.evaluate(() => window.lab.call('export', 'svg')), /the strongest/);
  }, { init: countBuffers }));

  // As triangles, lines are a whole number of pixels wide, which is most of the difference.
  for (const [zoom, most] of [[9, 16], [25, 8]]) {
    test(`they look as ImGui's triangles do, at zoom ${zoom}`, async () => {
      const query = `&scale-zoom=${zoom}&scale-x=0.1&scale-y=0.1`, options = { context: { viewport: { width: 700, height: 500 } } };
      let triangles;
      await playRefusing(query, async (page) => { triangles = await pixels(page); }, options);
      await site.play(address + query, async (page) => {
        const kept = await pixels(page), { mean, much } = difference(triangles, kept);
        assert.ok(mean < most && much < 0.01, `the mean differs by ${mean.toFixed(2)}, ${(100 * much).toFixed(2)} % of the pixels much`);
        await page.evaluate(() => window.lab.set({ 'scale-y': 0.13 }));
        const moved = difference(triangles, await pixels(page));
        assert.ok(moved.mean > 16 && moved.much > 0.05, 'another view is another picture');
      }, options);
    });
  }

  test('they come back with a lost context', () => site.play(address, async (page) => {
    const before = await pixels(page);
    await loseContext(page);
    const after = difference(before, await pixels(page));
    assert.ok(after.mean < 0.1, `the mean differs by ${after.mean.toFixed(2)}`);
  }, { allowed: /CONTEXT_LOST|context lost/i }));

  test('they leave no buffers behind', () => site.play('pooling/', async (page) => {
    await settled(page);
    const before = await page.evaluate(() => window.counts.buffers);
    await page.evaluate(() => window.lab.open('graph-attention'));
    await page.evaluate(() => window.lab.figure('scale'));
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      await shown(page);
      await settled(page);
    }
    assert.ok(await page.evaluate(() => window.counts.buffers) >= before + 4, 'a cloud for each theme');
    await page.evaluate(() => window.lab.open('pooling'));
    const left = await page.evaluate(async (wanted) => {
      const { lab, counts } = window, { frames } = lab.stats();
      while (counts.buffers > wanted && lab.stats().frames < frames + 200) {
        lab.set({ temperature: 0.5 + 0.001 * (lab.stats().frames % 500) });
        await new Promise(requestAnimationFrame);
      }
      return counts.buffers;
    }, before);
    assert.equal(left, before);
  }, { init: countBuffers }));
});
