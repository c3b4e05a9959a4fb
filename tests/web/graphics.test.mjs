// The canvas and its context: what the page keeps in mind of WebGL's state is what WebGL has, and a size takes effect with the next picture.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

/** Of each value that the page keeps in mind: what it says, and what WebGL says. */
const told = (page) => page.evaluate(() => {
  const gl = document.querySelector('canvas').getContext('webgl2');
  const names = ['VIEWPORT', 'SCISSOR_BOX', 'BLEND_SRC_RGB', 'BLEND_DST_RGB', 'BLEND_SRC_ALPHA', 'BLEND_DST_ALPHA', 'BLEND_EQUATION_RGB', 'BLEND_EQUATION_ALPHA'];
  const ask = (of) => Object.fromEntries(names.map((name) => [name, String(of.call(gl, gl[name]))]));
  return { kept: ask(gl.getParameter), real: ask(WebGL2RenderingContext.prototype.getParameter) };
});
const agree = async (page) => {
  const { kept, real } = await told(page);
  assert.deepEqual(kept, real);
  return real;
};
/** The canvas's size as the page is told it, as the browser has it, and that of the buffer. */
const sizes = (page) => page.evaluate(() => {
  const canvas = document.querySelector('canvas'), gl = canvas.getContext('webgl2');
  const real = (side) => Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side).get.call(canvas);
  const { width, height } = canvas.getBoundingClientRect();
  return { told: [canvas.width, canvas.height], real: [real('width'), real('height')], buffer: [gl.drawingBufferWidth, gl.drawingBufferHeight], shown: [Math.round(width), Math.round(height)] };
});

describe("WebGL's state", { timeout: 120_000 }, () => {
  test('is kept in mind as WebGL has it, also when figures have been drawn', () => site.play(`${slugs[0]}/`, async (page) => {
    await settled(page);
    await agree(page);
    for (const { id } of await page.evaluate(() => window.lab.figures())) {
      await page.evaluate((figure) => window.lab.figure(figure), id);
      await settled(page);
      assert.match((await agree(page)).VIEWPORT, /^0,0,[1-9]/);
    }
    const blending = await page.evaluate(() => {
      const gl = document.querySelector('canvas').getContext('webgl2');
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE);
      gl.blendEquationSeparate(gl.MAX, gl.MIN);
      gl.scissor(1, 2, 3, 4);
      return gl.getParameter(gl.BLEND_DST_ALPHA) === gl.ONE && gl.getParameter(gl.BLEND_EQUATION_ALPHA) === gl.MIN;
    });
    assert.ok(blending);
    await agree(page);
  }));

  test('starts afresh with a context that came back', () => site.play(`${slugs[0]}/`, async (page) => {
    await settled(page);
    const [kept, real] = await page.evaluate(() => new Promise((done) => {
      const gl = document.querySelector('canvas').getContext('webgl2');
      const extension = gl.getExtension('WEBGL_lose_context');
      const box = (ask) => String(ask.call(gl, gl.SCISSOR_BOX));
      gl.scissor(1, 2, 3, 4);
      gl.canvas.addEventListener('webglcontextlost', () => setTimeout(() => extension.restoreContext()));
      gl.canvas.addEventListener('webglcontextrestored', () => done([box(gl.getParameter), box(WebGL2RenderingContext.prototype.getParameter)]));
      extension.loseContext();
    }));
    assert.equal(kept, real);
    await settled(page);
    await agree(page);
  }));
});

describe("the canvas's size", { timeout: 120_000 }, () => {
  test('is that of its place on the page, times the pixel ratio, and follows it', () => site.play(`${slugs[0]}/`, async (page) => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 900, height: 700 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      await eventually(async () => {
        const { told, real, buffer, shown } = await sizes(page);
        assert.deepEqual(told, shown.map((side) => 2 * side));
        assert.deepEqual(real, told);
        assert.deepEqual(buffer, told);
      });
    }
  }, { context: { deviceScaleFactor: 2 } }));

  test('is assigned once while the page starts', () => site.play(`${slugs[0]}/`, async (page) => {
    await settled(page);
    const assigned = await page.evaluate(() => window.assigned);
    assert.equal(assigned.length, new Set(assigned).size, assigned.join(', '));
  }, { init: () => {
    window.assigned = [];
    for (const side of ['width', 'height']) {
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
      Object.defineProperty(HTMLCanvasElement.prototype, side, {
        configurable: true,
        get,
        set(pixels) {
          if (this.id === 'canvas') window.assigned.push(side);
          set.call(this, pixels);
        },
      });
    }
  } }));
});
