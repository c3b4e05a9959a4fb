// The two backends through the page: the same numbers, a reason in words, and a way on without float targets; and lesson 02 with as many
// points as a reader may bring.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { eventually, everyThird, otherValues, settled, Site, slugs } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const TOLERANCE = 1e-4;

/** Every result of what is shown now, by name. */
const readAll = (page) => page.evaluate(() => Object.fromEntries(window.lab.results().map((name) => [name, Array.from(window.lab.read(name).data)])));

/** The largest difference of two lists of numbers, relative where they are large. */
const worst = (a, b) => Math.max(0, ...a.map((x, i) => (x === b[i] ? 0 : Math.abs(x - b[i]) / Math.max(Math.abs(x), Math.abs(b[i]), 1))));

/**
 * Fails on what differs between GPU and CPU in what is shown now, and unless the CPU's numbers come back as they were. Compared in the page.
 * Returns whether the GPU did anything.
 */
async function compareBackends(page, state) {
  const { found: faults, acts } = await page.evaluate(async (tolerance) => {
    const { lab } = window, found = [];
    const all = () => Object.fromEntries(lab.results().map((name) => [name, lab.read(name).data]));
    const off = (x, y) => (Object.is(x, y) || x === y ? 0 : Math.abs(x - y) / Math.max(Math.abs(x), Math.abs(y), 1));
    const compare = (expected, got, allowed, what) => {
      if (Object.keys(got).join() !== Object.keys(expected).join()) found.push(`${what}: ${Object.keys(got)}, not ${Object.keys(expected)}`);
      for (const [name, numbers] of Object.entries(expected)) {
        if (got[name]?.length !== numbers.length) found.push(`${what}: ${name} has ${got[name]?.length} numbers, not ${numbers.length}`);
        else {
          const at = numbers.findIndex((x, i) => !(off(x, got[name][i]) <= allowed));
          if (at >= 0) found.push(`${what}: ${name}[${at}] is ${got[name][at]}, not ${numbers[at]}`);
        }
      }
    };
    await lab.idle(); // a model that is still being measured changes its numbers
    lab.setBackend('cpu');
    const cpu = all(), before = lab.stats().gpuCalls, chosen = lab.setBackend('gl');
    compare(cpu, all(), tolerance, 'on the GPU');
    const acts = lab.stats().gpuCalls > before; // elsewhere the page claims no GPU
    if (chosen.name !== (acts ? 'gl' : 'cpu') || chosen.byChoice !== acts || /as chosen/.test(chosen.reason) !== acts) found.push(`${acts}: ${chosen.reason}`);
    const back = lab.setBackend('cpu');
    if (back.name !== 'cpu' || /as chosen/.test(back.reason) !== acts) found.push(`the CPU does not come back: ${back.reason}`);
    compare(cpu, all(), 0, 'back on the CPU');
    return { found, acts };
  }, TOLERANCE);
  assert.deepEqual(faults, [], state);
  return acts;
}

/** Where the GPU trains, weights are close to the CPU's, not the same; so what begins another training is left as it is. */
const trains = () => (window.lab.training().trained ? window.lab.params() : [])
  .filter(({ id, restartsTraining }) => restartsTraining || id === 'steps').map(({ id }) => id);

for (const slug of slugs) {
  const also = everyThird(1).includes(slug) ? ', whatever is set' : '';
  test(`${slug}: the GPU computes when it is chosen, and gives the CPU's numbers${also}`, { timeout: 180_000 }, () => site.play(`${slug}/`, async (page) => {
    assert.ok(await compareBackends(page, 'default'), 'the GPU computes');
    if (!also) return;
    const training = await page.evaluate(trains);
    const others = Object.entries(await page.evaluate(otherValues)).filter(([id]) => !training.includes(id));
    for (const [id, value] of others) {
      await page.evaluate((values) => { window.lab.reset(); window.lab.set(values); }, { [id]: value });
      await compareBackends(page, `${id}=${value}`.slice(0, 60));
    }
    await page.evaluate((values) => window.lab.set(values), Object.fromEntries(others));
    await compareBackends(page, 'everything changed');
  }));
}

describe('training on the GPU', { timeout: 240_000 }, () => {
  test('a Transformer learns the same as on the CPU, and goes on when a lost context has come back', () => site.play('transformer/', async (page) => {
    const said = await page.evaluate(async () => {
      const { lab } = window, read = () => ({ step: lab.training().step, loss: lab.metrics().loss, calls: lab.stats().gpuCalls, reason: lab.backend().reason });
      const steps = async (count) => { lab.train(count); await lab.idle(); return read(); };
      await lab.idle();
      lab.set({ weights: 'seed' });
      lab.setBackend('cpu');
      const cpu = [await steps(6), await steps(3)];
      lab.set({ steps: 0 });
      await lab.idle();
      lab.setBackend('gl');
      await lab.idle();
      const before = read(), gpu = await steps(6);
      window.lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
      window.lost.loseContext();
      lab.train(3);
      return { cpu, before, gpu };
    });
    const { cpu, before, gpu } = said;
    const near = (loss, wanted) => assert.ok(Math.abs(loss - wanted) < 1e-3 * wanted, JSON.stringify(said));
    assert.match(cpu[0].reason, /Training runs on the CPU: a step takes the CPU [\d.]+ ms\.$/, JSON.stringify(said));
    assert.equal(gpu.step, 6);
    assert.ok(gpu.calls - before.calls > 6 * 100, JSON.stringify(said));
    assert.match(gpu.reason, /Training runs on the GPU, as chosen: a step takes .*the GPU [\d.]+ ms\.$/);
    near(gpu.loss, cpu[0].loss);
    await page.evaluate(() => window.lost.restoreContext());
    await page.waitForFunction(() => window.lab.training().step === 9 && window.lab.training().phase === 'idle');
    near(await page.evaluate(() => window.lab.metrics().loss), cpu[1].loss);
  }, { allowed: /CONTEXT_LOST|context lost/i }));
});

describe('choosing', { timeout: 60_000 }, () => {
  test('the button stands in every lesson, for it acts there', () => site.play(`${slugs[0]}/`, async (page) => {
    const button = page.locator('[data-action=backend]');
    for (const slug of slugs) {
      await page.evaluate((name) => window.lab.open(name), slug);
      assert.ok(await button.isVisible(), slug);
      assert.ok(await page.evaluate(() => window.lab.backend().byChoice), slug);
    }
  }));

  test('the button changes sides and says in a sentence who computes', () => site.play(`${slugs[0]}/`, async (page) => {
    const button = page.locator('[data-action=backend]');
    for (const [shown, name, chosen] of [['GPU', 'gl', 'gl'], ['CPU', 'cpu', 'cpu'], ['Auto: CPU', 'cpu', null]]) {
      await button.click();
      await page.waitForFunction((text) => document.querySelector('.backend-name').textContent === text, shown);
      assert.equal(await page.evaluate(() => window.lab.backend().name), name);
      const said = new RegExp(`^[A-Z].*\\b${name === 'gl' ? 'GPU' : 'CPU'}\\b.*\\.$`);
      assert.match(await button.getAttribute('title'), said);
      await page.waitForFunction(() => document.querySelector('.figure-notice').textContent === window.lab.backend().reason);
      assert.equal(new URL(await page.evaluate(() => window.lab.url())).searchParams.get('backend'), chosen);
    }
    assert.equal(await page.evaluate(() => { try { window.lab.setBackend('abacus'); } catch (error) { return error.message; } return ''; }).then((why) => /cpu, gl/.test(why)), true);
  }));

  test('automatic measures both for a model and a size, once, and takes the faster', () => site.play('transformer/', async (page) => {
    const chosen = () => page.evaluate(async () => {
      window.lab.setBackend('auto');
      await window.lab.idle();
      return { ...window.lab.backend(), calls: window.lab.stats().gpuCalls };
    });
    const first = await chosen();
    assert.ok(first.cpuMs > 0 && first.gpuMs > 0, JSON.stringify(first));
    assert.equal(first.name, first.gpuMs < 0.9 * first.cpuMs ? 'gl' : 'cpu');
    assert.match(first.reason, /the CPU takes [\d.]+ ms, the GPU [\d.]+ ms\.$/);
    const again = await chosen();
    if (first.name === 'cpu') assert.equal(again.calls, first.calls, 'it is not measured twice');
    await page.evaluate(() => window.lab.set({ heads: 8 }));
    const other = await chosen();
    assert.ok(other.calls > again.calls, 'another model is measured anew');
    assert.ok(other.gpuMs > 0);
  }, { init: () => { const now = performance.now.bind(performance); performance.now = () => now() / 10; } })); // every machine is quick enough for a trial

  test('automatic fetches no code for the GPU while the CPU is quick', () => site.play(`${slugs[0]}/`, async (page) => {
    const { reason, cpuMs, gpuMs, preferred } = await page.evaluate(() => window.lab.idle().then(() => window.lab.backend()));
    assert.equal(preferred, 'auto');
    assert.ok(cpuMs < 4 && gpuMs === null, reason);
    assert.match(reason, /^Computed on the CPU, in [\d.]+ ms\. The GPU is tried where the CPU takes more than 4 ms/);
    assert.ok(!await page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('gpu.later'))));
  }, { init: () => { const now = performance.now.bind(performance); performance.now = () => now() / 100; } })); // every machine is quick

  test('without float targets the CPU computes, and the reason names them', () => site.play(`${slugs[0]}/`, async (page) => {
    const cpu = await readAll(page);
    const { name, reason } = await page.evaluate(() => window.lab.setBackend('gl'));
    assert.equal(name, 'cpu');
    assert.match(reason, /EXT_color_buffer_float/);
    assert.match(reason, /CPU/);
    assert.deepEqual(await readAll(page), cpu);
  }, {
    init: () => {
      const get = WebGL2RenderingContext.prototype.getExtension;
      WebGL2RenderingContext.prototype.getExtension = function (extension) { return extension === 'EXT_color_buffer_float' ? null : get.call(this, extension); };
      const list = WebGL2RenderingContext.prototype.getSupportedExtensions;
      WebGL2RenderingContext.prototype.getSupportedExtensions = function () { return list.call(this).filter((extension) => extension !== 'EXT_color_buffer_float'); };
    },
  }));
});

describe('100,000 points of one\'s own', { timeout: 300_000 }, () => {
  const MOST_MS = 100; // in one piece, besides the numbers themselves

  /** Pastes as a reader does: the event goes to the page's own listener. */
  const pasteMany = (page, count) => page.evaluate((n) => {
    const lines = ['x;y'];
    for (let i = 0; i < n; ++i) {
      const x = 4 * ((i * 0.6180339887) % 1);
      lines.push(`${x.toFixed(5)};${(2 * Math.sin(x) + x + Math.sin(12.9898 * i)).toFixed(4)}`);
    }
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', lines.join('\n'));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, count);

  test('both backends fit the same, changes stay quick, and repeating them takes no more memory', () => site.play('kernel-regression/', async (page) => {
    await pasteMany(page, 100_000);
    assert.match(await page.locator('.figure-notice').innerText(), /100000 points taken/);
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.lab.read('points').shape), [100_000, 2]);
    const fits = {};
    for (const name of ['cpu', 'gl']) {
      await page.evaluate((backend) => window.lab.setBackend(backend), name);
      fits[name] = await page.evaluate(() => ({ fit: Array.from(window.lab.read('fit').data), computeMs: window.lab.stats().computeMs }));
      assert.ok(fits[name].computeMs < 5000, `${name}: ${fits[name].computeMs} ms`);
    }
    assert.ok(worst(fits.cpu.fit, fits.gl.fit) <= TOLERANCE, `the fits differ by ${worst(fits.cpu.fit, fits.gl.fit)}`);

    await page.evaluate(() => window.lab.setBackend('cpu'));
    await settled(page);
    // A change, drawn and told to the page: what it takes besides computing. The least of several, since other programs run here too.
    const costs = await page.evaluate(async () => {
      const rows = [];
      for (let k = 0; k < 8; ++k) {
        const start = performance.now();
        window.lab.set({ query: 0.2 + 0.05 * k });
        await new Promise((done) => { requestAnimationFrame(() => setTimeout(done, 0)); });
        rows.push(performance.now() - start - window.lab.stats().computeMs);
      }
      return rows;
    });
    assert.ok(Math.min(...costs) < MOST_MS, `changes take ${costs.map(Math.round)} ms besides computing`);

    const heap = () => page.evaluate(() => window.lab.stats().heapBytes);
    const repeat = () => page.evaluate(() => {
      for (let k = 0; k < 5; ++k) {
        window.lab.setBackend('gl');
        window.lab.read('fit');
        window.lab.setBackend('cpu');
        window.lab.read('fit');
      }
    });
    await repeat();
    await settled(page);
    const once = await heap();
    await repeat();
    await eventually(async () => { // the frame that was asked for gives back what it takes
      const twice = await heap();
      assert.ok(twice <= 1.02 * once, `${once} bytes grow to ${twice}`);
    });
  }));
});
