// The GPU kernels in Chromium's WebGL2: the same cases as natively (tests/unit_gl), each reported here by its own name, and the loss of the
// context. Where the browser has no GPU it draws in software; without float render targets the test fails rather than pass unseen.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const build = process.env.ATTENTION_LAB_WEB_BUILD ?? fileURLToPath(new URL('../../build/web', import.meta.url));
const files = {
  '/': fileURLToPath(new URL('gl_parity.html', import.meta.url)),
  '/gl_parity.mjs': `${build}/gl_parity.mjs`,
  '/gl_parity.wasm': `${build}/gl_parity.wasm`,
};
const types = { '.html': 'text/html', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const softwareGl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

const serve = async (request, response) => {
  const file = files[request.url];
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': types[extname(file)] }).end(await readFile(file));
};

describe('GPU kernels in the browser', { timeout: 180_000 }, () => {
  let server, browser, page, run;

  const open = async (preparation) => {
    const opened = await browser.newPage();
    if (preparation) await opened.addInitScript(preparation);
    await opened.goto(`http://127.0.0.1:${server.address().port}/`);
    await opened.waitForFunction('window.loaded');
    return opened;
  };

  before(async () => {
    server = createServer(serve);
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', ...softwareGl] });
    page = await open();
    run = await page.evaluate('runTests()');
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const finished = () => run.lines.map((line) => /^\[ +(OK|FAILED|SKIPPED) +\] (\w+\.\w+) \(/.exec(line)).filter(Boolean);

  test('every case of tests/unit_gl passes', async (t) => {
    for (const [, verdict, name] of finished()) {
      await t.test(name, () => assert.equal(verdict, 'OK', run.lines.join('\n')));
    }
    assert.equal(run.status, 0, run.lines.join('\n'));
  });

  test('cases really ran on the GPU, and none was left out', () => {
    const announced = Number(/Running (\d+) tests/.exec(run.lines.join('\n'))?.[1]);
    assert.ok(announced >= 20, run.lines.join('\n'));
    assert.equal(finished().length, announced);
    // How many cases there have to be is asserted by the program (case_count_test.cpp).
    assert.match(run.lines.join('\n'), /GPU cases: \d{4,}/);
  });

  test('a lost context costs no result, and the GPU comes back with it', async () => {
    assert.deepEqual(await page.evaluate('loseAndRestore()'), { before: 'gpu', atOnce: 'cpu', during: 'cpu', stale: 'cpu', after: 'gpu' });
  });
  test('a browser that cannot serve is told from one that can, with the reason', async () => {
    assert.equal(await (await open()).evaluate('whyNoGpu()'), '');
    const without = (what) => async () => (await open(what)).evaluate('whyNoGpu()');
    const noFloats = without(() => {
      const { getExtension } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.getExtension = function (name) {
        return name === 'EXT_color_buffer_float' ? null : getExtension.call(this, name);
      };
    });
    assert.match(await noFloats(), /EXT_color_buffer_float/);
    const noWebGl2 = without(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind === 'webgl2' ? null : getContext.call(this, kind, ...rest);
      };
    });
    assert.match(await noWebGl2(), /no OpenGL or WebGL context/);
  });
});
