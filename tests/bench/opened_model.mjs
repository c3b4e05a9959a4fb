// How much memory the page has when it has opened a GPT-2 of the smallest published size, and when it has read with it, beside the size of the
// file. The weights are random, the vocabulary is the published one.
//
//   node tests/bench/opened_model.mjs [F32] [F16] [BF16]        (after tools/run.sh --build-only)
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { serve } from '../../tools/serve.mjs';
import { gpt2Vocabulary } from '../native/gpt2_vocabulary.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const TYPES = process.argv.length > 2 ? process.argv.slice(2) : ['F32', 'F16', 'BF16'];
const { vocabulary, merges } = gpt2Vocabulary();
const TEXTS = { 'vocab.json': JSON.stringify(vocabulary), 'merges.txt': `#version: 0.2\n${merges.join('\n')}\n` };
const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(20);

/** Before the page's scripts: what makes the weights, and the memories of all modules that come. */
const INIT = `${readFileSync(path.join(HERE, 'web/gpt2_weights.mjs'), 'utf8').replaceAll(/^export /gm, '')}
globalThis.gpt2 = { CONFIG, weights, forEachPiece };
globalThis.memories = new Set();
for (const name of ['instantiate', 'instantiateStreaming']) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const made = await original.apply(WebAssembly, args);
    for (const value of Object.values((made.instance ?? made).exports)) if (value instanceof WebAssembly.Memory) memories.add(value);
    return made;
  };
}`;

const { server, address } = await serve(path.join(HERE, '../../build/web/site'), 0);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-background-networking', '--enable-unsafe-swiftshader'] });
try {
  console.log('type   file, MB   memory, MB: before   opened   with a short text   with a long one   most/file   most - before/file');
  for (const type of TYPES) {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    page.on('pageerror', (error) => console.error(error.message));
    await page.addInitScript({ content: `(() => {${INIT}})()` });
    await page.goto(new URL('language-models/', address).href);
    const { file, steps } = await page.evaluate(async ([kind, texts, long]) => {
      const { lab, gpt2, memories } = window;
      await lab.ready;
      await lab.whole?.();
      await lab.idle();
      const heap = () => Math.max(...[...memories].map(({ buffer }) => buffer.byteLength));
      const found = [heap()];
      const pieces = [];
      gpt2.forEachPiece(gpt2.weights(), kind, (piece) => pieces.push(piece.slice()));
      const weights = new File(pieces, 'model.safetensors');
      const given = [weights, new File([gpt2.CONFIG], 'config.json'), ...Object.entries(texts).map(([name, text]) => new File([text], name))];
      await lab.openModel(given);
      found.push(heap());
      await lab.idle();
      found.push(heap());
      lab.set({ prompt: long });
      await lab.idle();
      found.push(heap());
      return { file: weights.size, steps: found };
    }, [type, TEXTS, LONG]);
    const mb = (bytes, room) => (bytes / 1e6).toFixed(1).padStart(room);
    const [before, opened, short, most] = steps;
    console.log(type.padEnd(6), mb(file, 8), mb(before, 20), mb(opened, 8), mb(short, 19), mb(most, 17), (most / file).toFixed(3).padStart(11), ((most - before) / file).toFixed(3).padStart(20));
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
