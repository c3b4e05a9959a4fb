// attention-kernels.mjs in a page under the site's policy: the same cases as in Node, also inside a worker, with plain and with relaxed SIMD.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { Site, siteFolder } from './site.mjs';

const CASES = ['kernel_cases.mjs', 'kernel_torch_cases.mjs', 'kernel_graph_cases.mjs', 'kernel_graph_torch_cases.mjs', 'kernel_memory_cases.mjs',
  'kernel_memory_torch_cases.mjs'];
let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

/** Opens the front page with the cases beside it as a module of the site. */
const withCases = (use, options) => site.visit('404.html', async (page, context) => {
  for (const file of CASES) {
    const body = readFileSync(new URL(file, import.meta.url));
    await context.route(`**/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
  }
  const worker = "import { failures } from './kernel_cases_run.mjs'; postMessage(await failures());";
  const run = `import createKernels from './attention-kernels.mjs';
    import { kernelCases, near } from './kernel_cases.mjs';
    export async function failures(options) {
      const kernels = await createKernels(options);
      const failed = [];
      const all = kernelCases();
      for (const { name, run, expected } of all) {
        try { near(run(kernels), expected()); } catch (error) { failed.push(name + ': ' + error.message); }
      }
      return { count: all.length, failed, simd: kernels.simd };
    }`;
  await context.route('**/kernel_cases_run.mjs', (route) => route.fulfill({ body: run, contentType: 'text/javascript' }));
  await context.route('**/kernel_cases_worker.mjs', (route) => route.fulfill({ body: worker, contentType: 'text/javascript' }));
  await use(page, context);
}, options);

test('agrees with plain loops in a page', () => withCases(async (page) => {
  const { count, failed } = await page.evaluate(async () => (await import('/kernel_cases_run.mjs')).failures());
  assert.deepEqual(failed, []);
  assert.ok(count > 100);
}));

/** Whether the build's compiler could make the second module. */
const hasSecond = existsSync(`${siteFolder}/attention-kernels.relaxed.mjs`);

for (const simd of hasSecond ? ['plain', 'relaxed'] : ['plain'])
  test(`agrees with plain loops with ${simd} SIMD`, () => withCases(async (page) => {
    const result = await page.evaluate(async (wanted) => (await import('/kernel_cases_run.mjs')).failures({ simd: wanted }), simd);
    assert.deepEqual(result.failed, []);
    assert.equal(result.simd, simd);
  }));

test('of the two modules, the second is fetched only where it runs', () => withCases(async (page, context) => {
  const asked = [];
  context.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const kinds = await page.evaluate(async () => {
    const { default: createKernels, hasRelaxedSimd } = await import('/attention-kernels.mjs');
    return { plain: (await createKernels({ simd: 'plain' })).simd, can: hasRelaxedSimd() };
  });
  assert.equal(kinds.plain, 'plain');
  assert.deepEqual(asked.filter((name) => name.includes('relaxed')), []);
  const chosen = await page.evaluate(async () => (await (await import('/attention-kernels.mjs')).default()).simd);
  assert.equal(chosen, hasSecond && kinds.can ? 'relaxed' : 'plain');
  assert.deepEqual(asked.filter((name) => name.includes('relaxed')), chosen === 'relaxed' ? ['/attention-kernels.relaxed.mjs'] : []);
}));

test('alone, without its second module, the file runs with plain SIMD', () => withCases(async (page, context) => {
  await context.route('**/attention-kernels.relaxed.mjs', (route) => route.fulfill({ status: 404, body: '' }));
  assert.equal(await page.evaluate(async () => (await (await import('/attention-kernels.mjs')).default()).simd), 'plain');
}, { allowed: /404/ }));

test('with relaxed SIMD the results are those of plain SIMD to a few roundings', { skip: !hasSecond && 'the compiler makes no relaxed SIMD' }, () => withCases(async (page) => {
  const apart = await page.evaluate(async () => {
    const { default: createKernels } = await import('/attention-kernels.mjs');
    const { randomTensor } = await import('/kernel_cases.mjs');
    const random = randomTensor(3);
    const args = { q: random(200, 64), k: random(300, 64), v: random(300, 64), causal: true, outputOnly: true };
    const [a, b] = [(await createKernels({ simd: 'plain' })).attention(args).output.data, (await createKernels({ simd: 'relaxed' })).attention(args).output.data];
    return a.reduce((worst, x, i) => Math.max(worst, Math.abs(x - b[i])), 0);
  });
  assert.ok(apart <= 1e-6, `${apart}`);
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

test('memory that is used up is an Error in a page too, and the next call is answered at once', () => withCases(async (page) => {
  const [message, next] = await page.evaluate(async () => {
    const { default: createKernels } = await import('/attention-kernels.mjs');
    const kernels = await createKernels();
    const long = { shape: [14000, 1], data: new Float32Array(14000) };
    let said = null;
    try {
      kernels.attention({ q: long, k: long, v: long });
    } catch (error) {
      said = error.message;
    }
    return [said, [...kernels.softmax([[0, 0]]).data]];
  });
  assert.match(message, /^attention: arguments and results of 15\d{8} bytes do not fit into memory$/);
  assert.deepEqual(next, [0.5, 0.5]);
}));

test('is one file of at most 120 kB as the network carries it, with its types beside it', async () => {
  const { brotliCompressSync } = await import('node:zlib');
  assert.ok(brotliCompressSync(readFileSync(`${siteFolder}/attention-kernels.mjs`)).length <= 120_000);
  assert.match(readFileSync(`${siteFolder}/attention-kernels.d.ts`, 'utf8'), /multiHeadAttention/);
});
