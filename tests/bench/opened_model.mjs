// How much memory the page has when it has opened a GPT-2 of the smallest published size, and when it has read with it, beside the size of the
// file. The weights are random, the vocabulary is the published one.
//
//   node tests/bench/opened_model.mjs [F32] [F16] [BF16]        (after tools/run.sh --build-only)
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../../tools/serve.mjs';
import { gpt2Vocabulary } from '../native/gpt2_vocabulary.mjs';
import { CONFIG, forEachPiece, weights } from './web/gpt2_weights.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const TYPES = process.argv.length > 2 ? process.argv.slice(2) : ['F32', 'F16', 'BF16'];
const LONG = 120; // tokens that it adds, as many as the page lets it

/** A folder as such models are published. */
function publish(folder, type) {
  const { vocabulary, merges } = gpt2Vocabulary();
  writeFileSync(path.join(folder, 'config.json'), CONFIG);
  writeFileSync(path.join(folder, 'vocab.json'), JSON.stringify(vocabulary));
  writeFileSync(path.join(folder, 'merges.txt'), `#version: 0.2\n${merges.join('\n')}\n`);
  const file = openSync(path.join(folder, 'model.safetensors'), 'w');
  forEachPiece(weights(), type, (piece) => writeSync(file, piece));
  closeSync(file);
  return ['config.json', 'vocab.json', 'merges.txt', 'model.safetensors'].map((name) => path.join(folder, name));
}

/** Before the page's scripts: the memories of all modules that come. */
const INIT = `
globalThis.memories = new Set();
for (const name of ['instantiate', 'instantiateStreaming']) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const made = await original.apply(WebAssembly, args);
    for (const value of Object.values((made.instance ?? made).exports)) if (value instanceof WebAssembly.Memory) memories.add(value);
    return made;
  };
}`;

const folder = mkdtempSync(path.join(tmpdir(), 'gpt2-'));
const { server, address } = await serve(path.join(HERE, '../../build/web/site'), 0);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'] });
try {
  console.log('type   file, MB   memory, MB: before   with a short text   with a long one   most/file   most - before/file');
  for (const type of TYPES) {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    page.on('pageerror', (error) => console.error(error.message));
    await page.addInitScript({ content: `(() => {${INIT}})()` });
    await page.goto(new URL('language-models/', address).href);
    const heap = () => page.evaluate(async () => {
      await window.lab.idle();
      return Math.max(...[...window.memories].map(({ buffer }) => buffer.byteLength));
    });
    await page.evaluate(() => window.lab.ready.then(() => window.lab.whole()));
    const before = await heap();
    const files = publish(folder, type), file = statSync(files.at(-1)).size;
    await page.locator('.own-data input[multiple]').setInputFiles(files);
    await page.waitForFunction(() => window.lab.get('reads') === 'opened', null, { timeout: 0 });
    const short = await heap();
    await page.evaluate((length) => window.lab.set({ length }), LONG);
    const most = await heap();
    const mb = (bytes, room) => (bytes / 1e6).toFixed(1).padStart(room);
    console.log(type.padEnd(6), mb(file, 8), mb(before, 20), mb(short, 19), mb(most, 17), (most / file).toFixed(3).padStart(11), ((most - before) / file).toFixed(3).padStart(20));
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
}
