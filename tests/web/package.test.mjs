// The folder that goes to npm: packed, installed into an empty project without a registry, and used in every way its README shows. Every
// example of the README runs here as it stands there.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { build, transform } from 'esbuild';
import { chromium } from 'playwright-core';
import { serve } from '../../tools/serve.mjs';
import { siteFolder } from './site.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(siteFolder, '../package/attention-kernels');
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
/** The README's examples by the file names written beside their languages. */
const examples = new Map([...readme.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name, text]));
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

let project, tarball;
const run = async (command, ...args) => (await promisify(execFile)(command, args, { cwd: project })).stdout;

before(async () => {
  project = mkdtempSync(path.join(tmpdir(), 'attention-kernels-'));
  const [{ filename }] = JSON.parse(await run('npm', 'pack', folder, '--json'));
  tarball = filename;
  writeFileSync(path.join(project, 'package.json'), '{"name": "empty", "version": "1.0.0", "type": "module"}');
  await run('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${tarball}`);
  for (const [name, text] of examples) writeFileSync(path.join(project, name), text);
  for (const name of readdirSync(here).filter((file) => /^kernel_\w*cases\.mjs$/.test(file))) cpSync(path.join(here, name), path.join(project, name));
});
after(() => rmSync(project, { recursive: true, force: true }));

/** A program that prints or posts the cases (plain loops, and PyTorch's numbers) that the installed package fails: {count, failed}. */
const caseRun = (tell) => `import createKernels from 'attention-kernels';
import { kernelCases, near } from './kernel_cases.mjs';
const ready = createKernels();
(async () => {
  const kernels = await ready;
  const all = kernelCases(), failed = [];
  for (const { name, run, expected } of all) {
    try { near(run(kernels), expected()); } catch (error) { failed.push(name + ': ' + error.message); }
  }
  ${tell}
})();
`;
function assertAllPass({ count, failed }) {
  assert.deepEqual(failed, []);
  assert.ok(count > 100, `${count} cases`);
}

/** The first example's output: the values 1 and 2 under softmax of (1/sqrt 2, 0). */
const FIRST = 1 + 1 / (1 + Math.exp(Math.SQRT1_2));

describe('the tarball', () => {
  test('holds the module, types, words and licence, and nothing else', async () => {
    const names = (await run('tar', '-tzf', tarball)).trim().split('\n').map((name) => name.replace('package/', '')).sort();
    const others = names.filter((name) => !/^attention-kernels[\w.-]*\.mjs$/.test(name));
    assert.deepEqual(others, ['CHANGELOG.md', 'LICENSE', 'README.md', 'attention-kernels.d.ts', 'package.json']);
    assert.ok(names.includes('attention-kernels.mjs'));
  });

  test('says what npm and bundlers ask for', () => {
    const own = JSON.parse(readFileSync(path.join(project, 'node_modules/attention-kernels/package.json'), 'utf8'));
    const ours = JSON.parse(readFileSync(path.join(here, '../../package.json'), 'utf8'));
    const { name, version, license, type, sideEffects, engines, dependencies } = own;
    assert.deepEqual({ name, version, license, type, sideEffects, engines, dependencies }, {
      name: 'attention-kernels', version: ours.version, license: ours.license, type: 'module', sideEffects: false, engines: ours.engines,
      dependencies: undefined,
    });
    for (const field of ['homepage', 'repository', 'bugs']) assert.deepEqual(own[field], ours[field], field);
    for (const address of [own.homepage, own.repository.url, own.bugs.url]) assert.match(address, /^(git\+)?https:\/\/[^/]+\//);
    assert.ok(readFileSync(path.join(project, 'node_modules/attention-kernels/CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`));
    assert.deepEqual(own.exports['.'], { types: './attention-kernels.d.ts', default: './attention-kernels.mjs' });
    assert.ok(own.description.length > 40 && own.keywords.includes('attention'));
  });

  test('every example of the README is one that runs here', () => {
    assert.deepEqual([...examples.keys()], [
      'node.mjs', 'typed.ts', 'page.html', 'app.js', 'worker.js', 'esbuild', 'encoder.mjs', 'heads.mjs', 'graph.mjs', 'memory.mjs', 'wrong.mjs', 'plain.mjs',
    ]);
    const unnamed = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, , text]) => text.trim());
    assert.deepEqual(unnamed, ['npm install attention-kernels']);
  });
});

describe('in Node', () => {
  test('the example prints what it says', async () => {
    const printed = await run(process.execPath, 'node.mjs');
    const [, value] = /data: Float32Array\(1\) \[ ([\d.]+) \]/.exec(printed);
    assert.ok(Math.abs(value - FIRST) < 1e-6, printed);
  });

  test('a wrong call is answered with the sentence that the example shows', async () => {
    const [, promised] = /console\.log\(error\.message\); \/\/ (.*)/.exec(examples.get('wrong.mjs'));
    assert.equal((await run(process.execPath, 'wrong.mjs')).trim(), promised);
  });

  test('an encoder layer of embeddings with positions gives what its example says', async () => {
    const [, shape] = /console\.log\(y\.shape\); \/\/ (.*)/.exec(examples.get('encoder.mjs'));
    assert.equal((await run(process.execPath, 'encoder.mjs')).trim(), shape);
  });

  test('attention over a graph has the shapes that its example says', async () => {
    const [, shapes] = /console\.log\(weights\.shape, output\.shape\); \/\/ (.*)/.exec(examples.get('graph.mjs'));
    assert.equal((await run(process.execPath, 'graph.mjs')).trim(), shapes);
  });

  test('a memory is addressed, written and read as its example says', async () => {
    const said = [...examples.get('memory.mjs').matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map((line) => line[1]);
    assert.deepEqual((await run(process.execPath, 'memory.mjs')).trim().split('\n'), said);
  });

  test('the example in TypeScript runs, without its types', async () => {
    const { code } = await transform(examples.get('typed.ts'), { loader: 'ts' });
    writeFileSync(path.join(project, 'typed.mjs'), code);
    assert.equal(await run(process.execPath, 'typed.mjs'), '[ 2, 2 ] 6\n');
  });

  test('the examples of the repository\'s README, one after the other, give what their comments say', async () => {
    const own = readFileSync(path.join(here, '../../README.md'), 'utf8');
    const [, section] = /^## Call the kernels\n([\s\S]*?)^## /m.exec(own);
    const [first, second, ...others] = [...section.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text]) => text);
    assert.deepEqual(others, []);
    const [, shape, value] = /output; \/\/ \{shape: \[([\d, ]+)\], data: Float32Array \[([\d.]+)\.\.\.\]\}/.exec(first);
    const batches = 'const [q, k, v] = [[2, 3, 4], [2, 5, 4], [2, 5, 6]].map((shape) => ({ shape, data: new Float32Array(shape[0] * shape[1] * shape[2]) }));\n';
    const program = `${first}console.log(JSON.stringify([output.shape, output.data[0]]));\n{ ${batches} console.log(JSON.stringify(${second.trim().replace(/;$/, '')})); }`;
    writeFileSync(path.join(project, 'own.mjs'), program.replace("'./attention-kernels.mjs'", "'attention-kernels'"));
    const [one, two] = (await run(process.execPath, 'own.mjs')).trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(one[0], shape.split(',').map(Number));
    assert.ok(String(one[1]).startsWith(value) && Math.abs(one[1] - FIRST) < 1e-6, `${one[1]}`);
    assert.deepEqual([Object.keys(two), two.output.shape], [['output'], [2, 3, 6]]);
  });

  test('heads are stacked, and the plain module can be asked for', async () => {
    const [, shape] = /console\.log\(output\.shape\); \/\/ (.*)/.exec(examples.get('heads.mjs'));
    assert.equal((await run(process.execPath, 'heads.mjs')).trim(), shape);
    assert.match(await run(process.execPath, 'plain.mjs'), /^plain (of two|alone)\n$/);
  });

  test('agrees with plain loops and with PyTorch', async () => {
    writeFileSync(path.join(project, 'cases.mjs'), caseRun('console.log(JSON.stringify({ count: all.length, failed }));'));
    assertAllPass(JSON.parse(await run(process.execPath, 'cases.mjs')));
  });
});

describe('types', () => {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  /** What the compiler complains of. `module` goes with `resolution`. */
  const strict = ['--noEmit', '--strict', '--allowJs', '--checkJs', '--target', 'es2022', '--lib', 'es2022,dom'];
  const compile = (names, resolution, module = resolution) => run(process.execPath, tsc, ...strict, '--module', module,
    '--moduleResolution', resolution, ...names).catch(({ stdout }) => stdout);

  const typed = ['typed.ts', 'heads.mjs', 'plain.mjs'];
  test('the examples are well typed in Node', async () => assert.equal(await compile(typed, 'nodenext'), ''));
  test('the examples are well typed for a bundler', async () => assert.equal(await compile(typed, 'bundler', 'esnext'), ''));

  test('a wrong argument is not', async () => {
    writeFileSync(path.join(project, 'wrong.ts'), examples.get('typed.ts').replace("score: 'dot'", "score: 'dat'"));
    assert.match(await compile(['wrong.ts'], 'nodenext'), /'"dat"' is not assignable/);
  });
});

describe('in Chromium, from a static server', () => {
  let server, address, browser;
  before(async () => {
    writeFileSync(path.join(project, 'cases.js'), caseRun('globalThis.cases = { count: all.length, failed };'));
    writeFileSync(path.join(project, 'cases_worker.js'), caseRun('postMessage({ count: all.length, failed });'));
    for (const name of ['app', 'cases']) {
      const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${name}</title>`;
      const body = `<body><script type="module" src="dist/${name}.js"></script>`;
      writeFileSync(path.join(project, `${name}.html`), `<!doctype html>${head}${body}`);
    }
    ({ server, address } = await serve(project, 0));
    const args = ['--no-sandbox', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  });
  after(async () => {
    await browser?.close();
    server?.close();
    server?.closeAllConnections();
  });

  /** Opens `name`, and fails on what the browser complains of. */
  async function visit(name, use) {
    const page = await browser.newPage();
    const complaints = [];
    const isOurs = (url) => !url.endsWith('favicon.ico');
    page.on('console', (message) => message.type() === 'error' && isOurs(message.location().url) && complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('response', (answer) => !answer.ok() && isOurs(answer.url()) && complaints.push(`${answer.status()}: ${answer.url()}`));
    await page.goto(new URL(name, address).href);
    try {
      await use(page);
    } catch (error) {
      throw complaints.length > 0 ? new Error(complaints.join('\n'), { cause: error }) : error;
    } finally {
      await page.close();
    }
    assert.deepEqual(complaints, []);
  }

  test('the page without a bundler', () => visit('page.html', async (page) => {
    await page.waitForFunction(() => document.getElementById('output').textContent !== '…');
    const exps = [1, 2, 3].map(Math.exp);
    const sum = exps.reduce((a, b) => a + b);
    assert.equal(await page.innerText('#output'), exps.map((x) => (x / sum).toFixed(4)).join(' '));
  }));

  test('the command of the README bundles page and worker, and they run', async () => {
    assert.match(examples.get('esbuild'), /^npx esbuild (?=.*--outdir=dist)/);
    const [, , ...words] = examples.get('esbuild').trim().split(' ');
    await run(path.join(here, '../../node_modules/.bin/esbuild'), ...words, '--log-level=warning');
    await visit('app.html', async (page) => {
      await page.waitForFunction(() => document.body.textContent.trim() !== '');
      assert.equal((await page.innerText('body')).trim(), FIRST.toFixed(4));
    });
  });

  test('a minified bundle agrees with plain loops and with PyTorch under a policy, in a page and in a worker', async () => {
    const { warnings } = await build({
      absWorkingDir: project, entryPoints: ['cases.js', 'cases_worker.js'], outdir: 'dist', bundle: true, minify: true, format: 'esm',
      logLevel: 'silent',
    });
    assert.deepEqual(warnings, []);
    await visit('cases.html', async (page) => {
      await page.waitForFunction(() => globalThis.cases);
      assertAllPass(await page.evaluate(() => globalThis.cases));
      assertAllPass(await page.evaluate(() => new Promise((done, fail) => {
        const worker = new Worker('dist/cases_worker.js', { type: 'module' });
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
      })));
    });
  });
});
