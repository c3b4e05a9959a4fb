// attention-train from outside: training, interrupt, files, mistakes, and its weights against the web build's.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const native = process.env.ATTN_NATIVE_BUILD ?? path.join(root, 'build/native');
const web = process.env.ATTN_WEB_BUILD ?? path.join(root, 'build/web');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attention-train-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const program = path.join(native, 'attention-train');
const inNode = path.join(web, 'attention-train.js');
const train = (...args) => spawnSync(program, args, { encoding: 'utf8', cwd: folder, timeout: 120_000 });
const trainInNode = (...args) => spawnSync(process.execPath, [inNode, ...args], { encoding: 'utf8', cwd: folder, timeout: 240_000 });
const models = train('--list').stdout.split('\n\n')[0].split('\n').slice(1).map((line) => line.trim().split(/\s+/)[0]);
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'assets/weights/manifest.json'), 'utf8'));

/** Header and numbers of a safetensors file of 16-bit tensors, read without our code. */
function safetensors(file) {
  const bytes = fs.readFileSync(file);
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  const data = bytes.subarray(8 + length);
  const tensors = {};
  let end = 0;
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    assert.equal(dtype, 'F16');
    assert.equal(offsets[0], end, `${name} follows the tensor before it`);
    end = offsets[1];
    assert.equal(offsets[1] - offsets[0], 2 * shape.reduce((a, b) => a * b, 1));
    tensors[name] = [];
    for (let at = offsets[0]; at < offsets[1]; at += 2) tensors[name].push(half(data.readUInt16LE(at)));
  }
  assert.equal(end, data.length);
  return tensors;
}

function half(bits) {
  const exponent = (bits >> 10) & 31, fraction = bits & 1023, sign = bits & 0x8000 ? -1 : 1;
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -14 * (fraction / 1024));
}

test('there are models of every task', () => {
  for (const task of ['reversal', 'sorting', 'dates', 'grammar']) assert.ok(models.some((name) => name.startsWith(task)), task);
});

test('a short training lowers the loss, says what it reaches and writes finite weights', () => {
  const run = train('reversal-additive', '--steps', '300', '--out', 'short.safetensors');
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stderr, /step 300\/300 {2}loss 0\.\d+ {2}held-out \d+\.\d %/);
  assert.match(run.stdout, /^reversal-additive: exact match (\d+\.\d) % \(held-out, 1000 sources\)/);
  assert.ok(Number(/exact match (\S+)/.exec(run.stdout)[1]) > 50, run.stdout);
  const tensors = safetensors(path.join(folder, 'short.safetensors'));
  for (const [name, numbers] of Object.entries(tensors)) assert.ok(numbers.every(Number.isFinite) && numbers.some((x) => x !== 0), name);
});

test('the same seed gives the same bytes, another seed others', () => {
  const bytes = (file, ...args) => {
    assert.equal(train('sorting-additive', '--steps', '20', '--out', file, ...args).status, 0);
    return fs.readFileSync(path.join(folder, file));
  };
  const first = bytes('a.safetensors');
  assert.ok(first.equals(bytes('b.safetensors')));
  assert.ok(!first.equals(bytes('c.safetensors', '--seed', '9')));
});

test('without --out the file has the model\'s name', () => {
  assert.equal(train('reversal-none', '--steps', '2').status, 0);
  assert.ok(fs.existsSync(path.join(folder, 'reversal-none.safetensors')));
});

/** Runs the program until it has told of a step, sends Ctrl-C, and gives status and output. */
async function interrupted(...args) {
  const child = spawn(program, args, { cwd: folder });
  let out = '', err = '';
  child.stdout.on('data', (data) => out += data);
  child.stderr.on('data', (data) => err += data);
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (!/step \d/.test(err) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 100));
  child.kill('SIGINT');
  return { status: await ended, out, err };
}

test('an interrupt saves what there is and ends with status 130', async () => {
  const file = path.join(folder, 'interrupted.safetensors');
  const { status, out, err } = await interrupted('grammar-additive', '--steps', '1000000', '--out', file);
  assert.equal(status, 130, err);
  assert.match(out, /^Interrupted at step \d+ of 1000000 of grammar-additive; the weights are in /);
  assert.match(err, /loss \d.*steps\/s {2}.* left/);
  assert.ok(Object.keys(safetensors(file)).length > 5);
  assert.ok(!fs.existsSync(`${file}.part`));
});

test('an interrupt while all are remade leaves shipped weights as they are', async () => {
  const shipped = path.join(folder, 'shipped'), first = path.join(shipped, 'grammar-additive.safetensors');
  fs.mkdirSync(shipped);
  fs.writeFileSync(first, 'as it was');
  const { status, out, err } = await interrupted('--all', '--out', shipped);
  assert.equal(status, 130, err);
  assert.match(out, /nothing is written of it/);
  assert.equal(fs.readFileSync(first, 'utf8'), 'as it was');
  const done = /^(antecedent|lamp-)/; // models of a moment, which are remade before the interrupt
  assert.deepEqual(fs.readdirSync(shipped).filter((name) => !done.test(name)), [path.basename(first)]);
});

test('on a terminal the progress is one line that is drawn again, never wider than the terminal', () => {
  for (const columns of [130, 80, 40]) {
    const run = spawnSync('script', ['-qec', `stty cols ${columns}; ${program} reversal-none --steps 1500 --out t.safetensors`, '/dev/null'],
                          { encoding: 'utf8', cwd: folder, timeout: 120_000 });
    assert.equal(run.status, 0, run.stdout);
    const lines = run.stdout.trim().split('\n');
    assert.equal(lines.length, 2, run.stdout);
    const drawn = lines[0].split('\r').filter((text) => text).map((text) => text.replace('\x1b[K', ''));
    assert.ok(drawn.length > 1);
    for (const text of drawn) {
      assert.ok(text.length < columns, text);
      assert.match(text, columns === 130 ? /^reversal-none \[=* *\] step \d+\/1500 {2}loss/ : /^reversal-none .*step \d+\/1500/);
    }
    if (columns === 130) assert.match(drawn.at(-1), /\[={24}\] step 1500\/1500/);
  }
});

const mistakes = [
  [['grammar-aditive'], 2, /There is no model "grammar-aditive"; there are .*grammar-additive/],
  [['--show', 'gramar'], 2, /There is no task "gramar"; there are antecedent, lamp, reversal, sorting, dates, grammar/],
  [['--show'], 2, /--show wants TASK/],
  [['reversal-none', '--steps', '0'], 2, /--steps is a whole number from 1 to/],
  [['reversal-none', '--steps', '1e3'], 2, /not "1e3"/],
  [['reversal-none', '--seed', '-1'], 2, /--seed is a whole number/],
  [['reversal-none', 'sorting-none'], 2, /One model at a time/],
  [['reversal-none', '--all'], 2, /exclude each other/],
  [['--all', '--steps', '5'], 2, /go with one model/],
  [['--steps', '5'], 2, /Which model/],
  [['--all', '--json'], 2, /--json goes with --evaluate or --list/],
  [['--frobnicate'], 2, /Unknown option "--frobnicate"[^]*Usage/],
  [['reversal-none', '--out', '/nowhere/at/all/x.safetensors'], 1, /x\.safetensors cannot be written: No such file or directory/],
  [['reversal-none', '--out', '.'], 1, /cannot be written: Is a directory/],
  [['--all', '--out', 'nowhere'], 1, /nowhere\/.* cannot be written/],
  [['--manifest', '--out', 'nowhere'], 1, /Name the folder of the weights with --out/],
];
for (const [args, status, message] of mistakes)
  test(`a mistake is answered: ${args.join(' ')}`, () => {
    const run = train(...args);
    assert.equal(run.status, status, run.stdout + run.stderr);
    assert.match(run.stderr, message);
  });

test('weights that are missing or damaged are named when the manifest is made', () => {
  const weights = path.join(folder, 'weights');
  fs.mkdirSync(weights);
  const shipped = fs.readFileSync(path.join(root, 'assets/weights/reversal-additive.safetensors'));
  fs.writeFileSync(path.join(weights, 'reversal-additive.safetensors'), shipped);
  fs.writeFileSync(path.join(weights, 'reversal-none.safetensors'), shipped.subarray(0, 1000));
  const run = train('--manifest', '--out', weights);
  assert.equal(run.status, 1);
  assert.match(run.stderr, /sorting-additive: .* cannot be read: No such file or directory/);
  assert.match(run.stderr, /reversal-none: The file ends within its header\./);
  const written = JSON.parse(fs.readFileSync(path.join(weights, 'manifest.json'), 'utf8'));
  assert.deepEqual(written.models.map((m) => m.name), ['reversal-additive']);
});

test('the manifest names every shipped model, its bytes and its numbers', () => {
  assert.deepEqual(manifest.models.map((m) => m.name), models);
  for (const m of manifest.models) {
    const bytes = fs.readFileSync(path.join(root, 'assets/weights', `${m.name}.safetensors`));
    assert.equal(bytes.length, m.bytes, m.name);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), m.sha256, m.name);
    assert.equal(m.command, `attention-train ${m.name}`);
    const shares = Object.entries(m).filter(([key, value]) => key.startsWith('held_out_') && value >= 0 && value <= 1);
    assert.ok(m.steps > 0 && shares.length > 0, m.name);
    const tensors = safetensors(path.join(root, 'assets/weights', `${m.name}.safetensors`));
    assert.equal(Object.values(tensors).reduce((count, numbers) => count + numbers.length, 0), m.parameters, m.name);
  }
  const files = fs.readdirSync(path.join(root, 'assets/weights')).filter((name) => name.endsWith('.safetensors'));
  assert.equal(files.length, models.length);
});

const python = spawnSync('python3', ['--version']).status === 0;
test('Python reads the shipped weights and new ones without our code, and refuses damaged ones', { skip: !python && 'python3 is missing' }, () => {
  const weights = path.join(root, 'assets/weights'), fresh = path.join(folder, 'fresh.safetensors');
  assert.equal(train('sorting-additive', '--steps', '20', '--out', fresh).status, 0);
  const read = (...files) => spawnSync('python3', [path.join(root, 'tests/parity/check_weights.py'), ...files], { encoding: 'utf8' });
  const run = read(...manifest.models.map((m) => path.join(weights, `${m.name}.safetensors`)), fresh);
  assert.equal(run.status, 0, run.stderr);
  const numbers = run.stdout.trim().split('\n').map((line) => Number(/ (\d+) numbers/.exec(line)[1]));
  const sorting = manifest.models.find((m) => m.name === 'sorting-additive');
  assert.deepEqual(numbers, [...manifest.models, sorting].map((m) => m.parameters));
  const damages = {
    'belong to no tensor': (bytes) => Buffer.concat([bytes, Buffer.alloc(2)]),
    'not from \\d+ on': (bytes) => bytes.subarray(0, -2),
    'numbers that are none': (bytes) => Buffer.concat([bytes.subarray(0, -2), Buffer.from([0, 0x7c])]), // infinity
  };
  for (const [message, damage] of Object.entries(damages)) {
    const damaged = path.join(folder, 'damaged.safetensors');
    fs.writeFileSync(damaged, damage(fs.readFileSync(fresh)));
    const refused = read(damaged);
    assert.equal(refused.status, 1, message);
    assert.match(refused.stderr, new RegExp(message));
  }
});

test('the shipped weights reach every required result', () => {
  const { stdout, status } = train('--evaluate', '--out', path.join(root, 'assets/weights'));
  assert.equal(status, 0, stdout);
  const [, reached, required] = /\n(\d+) of (\d+) required results reached\./.exec(stdout);
  assert.equal(reached, required);
  assert.ok(Number(required) >= 13, stdout);
  assert.equal(stdout.match(/ passed$/gm).length, Number(required));
  for (const model of models) assert.match(stdout, new RegExp(`^${model} .* \\d+\\.\\d %`, 'm'));
});

test('the evaluation and the list as JSON say what the tables say', () => {
  const rows = JSON.parse(train('--evaluate', '--json', '--out', path.join(root, 'assets/weights')).stdout);
  const table = train('--evaluate', '--out', path.join(root, 'assets/weights')).stdout;
  assert.equal(rows.filter((row) => row.required !== null).length, Number(/of (\d+) required/.exec(table)[1]));
  const exact = rows.find((row) => row.name === 'dates-additive' && row.metric.startsWith('exact match'));
  assert.deepEqual([exact.required, exact.percent, exact.atMost, exact.passed, exact.problem], [0.99, true, false, true, '']);
  assert.ok(exact.value >= 0.99 && exact.value <= 1);
  const list = JSON.parse(train('--list', '--json').stdout);
  assert.deepEqual(list.models.map((model) => model.name), models);
  const graphs = ['karate', 'karate-four', 'noisy', 'lookup', 'ties', 'molecules', 'pixels'];
  assert.deepEqual(list.tasks.slice(0, 22), ['antecedent', 'lamp', 'reversal', 'sorting', 'dates', 'grammar', 'before', 'in-order', 'letters', 'stories', 'copies', 'masked', 'digits', 'relation', 'scenes', ...graphs]);
  const { settings, lesson, query } = list.models.find((model) => model.name === 'grammar-local-p');
  assert.equal(lesson, 'alignment');
  assert.match(query, /^task=grammar&.*reach=local-p/);
  const compared = rows.find((row) => row.name === 'grammar-local-p' && row.versus);
  assert.deepEqual([compared.score, compared.versus, compared.below, compared.atMost],
                   ['exact-match', 'grammar-general-feeding', true, true]);
  assert.deepEqual([settings.score, settings.reach, settings.timing], ['general', 'local-p', 'current']);
});

test('without weights the evaluation says so and ends with status 1', () => {
  const empty = path.join(folder, 'empty');
  fs.mkdirSync(empty);
  const run = train('--evaluate', '--out', empty);
  assert.equal(run.status, 1);
  assert.match(run.stdout, /^grammar-additive .* MISSED$/m);
});

test('examples are shown for both splits, with their alignment', () => {
  const { stdout, status } = train('--show', 'grammar', '--count', '3');
  assert.equal(status, 0);
  const [head, training, heldOut] = stdout.split(/\n(?:Training|Held out)\n/);
  assert.match(head, /^English to French: /);
  for (const part of [training, heldOut]) {
    assert.equal(part.match(/ -> /g).length, 3);
    assert.match(part, /\S+=\S+@\d+/);
  }
  for (const task of ['reversal', 'sorting', 'dates', 'before', 'in-order']) assert.match(train('--show', task).stdout, /Held out\n( .*\n){15}/);
});

test('what is trained from scratch says where a reader would train it, and how far', () => {
  const rows = JSON.parse(train('--evaluate', '--json', '--out', path.join(root, 'assets/weights')).stdout).filter((row) => row.lesson);
  const dictionary = rows.find((row) => row.name === 'the dictionary from scratch');
  assert.deepEqual([dictionary.lesson, dictionary.score, dictionary.reach, dictionary.required, dictionary.passed],
                   ['graph-attention', 'nodes-right', 1, 10, true]);
  for (const row of rows) assert.match(row.query, /&weights=seed$/);
  assert.deepEqual(rows.map((row) => row.name), [...new Set(rows.map((row) => row.name))]);
});

test('examples of graphs are shown for both splits', () => {
  for (const task of ['karate', 'karate-four', 'noisy', 'lookup', 'ties', 'molecules', 'pixels'])
    assert.match(train('--show', task, '--count', '2').stdout, /\nTraining\n {2}[^]+\nHeld out\n {2}\S/);
});

test('examples of drawings are shown for both splits, as they are drawn', () => {
  for (const task of ['digits', 'relation'])
    assert.match(train('--show', task, '--count', '2').stdout, /\nTraining\n(  \S.*\n( {2}[ .:*#]{48}\n){24}){2}\nHeld out\n(  \S.*\n( {2}[ .:*#]{48}\n){24}){2}$/);
});

test('examples of pictures are shown for both splits, as they are told', () => {
  assert.match(train('--show', 'scenes', '--count', '3').stdout, /\nTraining\n( {2}a (small|big) .*\n){3}\nHeld out\n( {2}a (small|big) .*\n){3}$/);
});

test('examples of bits are shown for both splits, as they are laid out', () => {
  const one = '(\\d+ cop\\S+\\n)?bit 1 +[.#]+\\n([^\\n]+\\n)+';
  for (const task of ['copy', 'repeat-copy', 'associative-recall', 'copy-small'])
    assert.match(train('--show', task, '--count', '2').stdout, new RegExp(`\\nTraining\\n(${one}\\n){2}\\nHeld out\\n(${one}\\n){2}$`));
});

test('help names every option and model', () => {
  const { stdout, status } = train('--help');
  assert.equal(status, 0);
  for (const word of ['--steps', '--seed', '--out', '--all', '--manifest', '--evaluate', '--show', '--count', '--list', ...models])
    assert.ok(stdout.includes(word), word);
});

// The C libraries' exp and tanh differ in a last bit now and then. After 20 steps hardly a 16-bit weight is another, and then its neighbour:
// half a thousandth further for weights from 1/2 to 1.
test('the web build in Node trains the same weights', () => {
  assert.equal(train('reversal-additive', '--steps', '20', '--out', 'native.safetensors').status, 0);
  const run = trainInNode('reversal-additive', '--steps', '20', '--out', 'web.safetensors');
  assert.equal(run.status, 0, run.stderr);
  const a = safetensors(path.join(folder, 'native.safetensors')), b = safetensors(path.join(folder, 'web.safetensors'));
  assert.deepEqual(Object.keys(a), Object.keys(b));
  let worst = 0;
  for (const name of Object.keys(a)) a[name].forEach((x, i) => worst = Math.max(worst, Math.abs(x - b[name][i])));
  assert.ok(worst < 0.001, `largest difference ${worst}`);
  assert.equal(trainInNode('--show', 'dates').stdout, train('--show', 'dates').stdout);
  assert.equal(trainInNode('nothing').status, 2);
});
