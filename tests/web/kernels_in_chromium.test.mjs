// attention-kernels.mjs in a page under the site's policy: the same cases as in Node, also inside a worker.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { Site, siteFolder } from './site.mjs';

const CASES = ['kernel_cases.mjs', 'kernel_torch_cases.mjs'];
let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

/** Opens the front page with the cases beside it as a module of the site. */
const withCases = (use) => site.visit('404.html', async (page, context) => {
  for (const file of CASES) {
    const body = readFileSync(new URL(file, import.meta.url));
    await context.route(`**/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  }
  const worker = "import { failures } from './kernel_cases_run.mjs'; postMessage(await failures());";
  const run = `import createKernels from './attention-kernels.mjs';
    import { kernelCases, near } from './kernel_cases.mjs';
    export async function failures() {
      const kernels = await createKernels();
      const failed = [];
      const all = kernelCases();
      for (const { name, run, expected } of all) {
        try { near(run(kernels), expected()); } catch (error) { failed.push(name + ': ' + error.message); }
      }
      return { count: all.length, failed };
    }`;
  await context.route('**/kernel_cases_run.mjs', (route) => route.fulfill({ body: run, contentType: 'text/javascript' }));
  await context.route('**/kernel_cases_worker.mjs', (route) => route.fulfill({ body: worker, contentType: 'text/javascript' }));
  await use(page);
});

test('agrees with plain loops in a page', () => withCases(async (page) => {
  const { count, failed } = await page.evaluate(async () => (await import('/kernel_cases_run.mjs')).failures());
  assert.deepEqual(failed, []);
  assert.ok(count > 100);
}));

test('agrees with plain loops in a worker', () => withCases(async (page) => {
  const { failed } = await page.evaluate(() => new Promise((done, fail) => {
    const worker = new Worker('/kernel_cases_worker.mjs', { type: 'module' });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => fail(new Error(message));
  }));
  assert.deepEqual(failed, []);
}));

test('refusals are Errors with a message', () => withCases(async (page) => {
  const message = await page.evaluate(async () => {
    const { default: createKernels } = await import('/attention-kernels.mjs');
    const kernels = await createKernels();
    try {
      kernels.attention({ q: [[1, 2]], k: [[1]], v: [[1]] });
    } catch (error) {
      return error instanceof Error && error.message;
    }
    return null;
  });
  assert.match(message, /attention: k: .*\[m, 2\].*\[1, 1\]/);
}));

test('is one file of at most 120 kB as the network carries it, with its types beside it', async () => {
  const { brotliCompressSync } = await import('node:zlib');
  assert.ok(brotliCompressSync(readFileSync(`${siteFolder}/attention-kernels.mjs`)).length <= 120_000);
  assert.match(readFileSync(`${siteFolder}/attention-kernels.d.ts`, 'utf8'), /multiHeadAttention/);
});
