// The native program from outside: pictures with and without a display, sentences, files, mistakes; and its numbers against the web build's.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const native = process.env.ATTN_NATIVE_BUILD ?? path.join(root, 'build/native');
const web = process.env.ATTN_WEB_BUILD ?? path.join(root, 'build/web');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attention-lab-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const program = path.join(native, 'attention-lab');
const { DISPLAY, WAYLAND_DISPLAY, ...noDisplay } = process.env;
const lab = (...args) => spawnSync(program, args, { encoding: 'utf8', env: noDisplay, timeout: 120_000 });
const underXvfb = (...args) =>
  spawnSync('xvfb-run', ['-a', '-s', '-screen 0 1600x1200x24', program, ...args], { encoding: 'utf8', timeout: 120_000 });

const slugs = lab('--list').stdout.trim().split('\n').map((line) => line.split(/\s+/)[1]);

/** Size of a PNG file, and how many different rows of pixels it has (as filtered, which a blank picture makes alike). */
function picture(file) {
  const bytes = fs.readFileSync(file);
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  const parts = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const width = bytes.readUInt32BE(16), height = bytes.readUInt32BE(20);
  const pixels = zlib.inflateSync(Buffer.concat(parts));
  const stride = pixels.length / height;
  const rows = new Set();
  for (let y = 0; y < height; ++y) rows.add(pixels.toString('latin1', y * stride, (y + 1) * stride));
  return { width, height, rows: rows.size };
}

test('there are lessons', () => assert.ok(slugs.length >= 4, slugs.join()));

for (const slug of slugs) {
  test(`${slug}: a picture without any display`, () => {
    const file = path.join(folder, `${slug}.png`);
    const run = lab('--lesson', slug, '--screenshot', file, '--size', '900x640');
    assert.equal(run.status, 0, run.stderr);
    const { width, height, rows } = picture(file);
    assert.deepEqual([width, height], [900, 640]);
    assert.ok(rows > 150, `only ${rows} different rows: blank`);
  });

  test(`${slug}: described, and exported as text and as vectors`, () => {
    assert.match(lab('--lesson', slug, '--describe').stdout, /\d/);
    const csv = path.join(folder, `${slug}.csv`), svg = path.join(folder, `${slug}.svg`);
    assert.equal(lab('--lesson', slug, '--export', csv).status, 0);
    assert.equal(lab('--lesson', slug, '--export', svg, '--theme', 'dark').status, 0);
    const lines = fs.readFileSync(csv, 'utf8').trimEnd().split('\r\n');
    assert.equal(lines[0], 'result,row,column,value');
    assert.ok(lines.length > 5);
    assert.match(fs.readFileSync(svg, 'utf8'), /^<svg[\s\S]*<\/svg>\s*$/);
  });
}

test('a picture under Xvfb, light and dark differ', () => {
  const file = (theme) => path.join(folder, `${theme}.png`);
  for (const theme of ['light', 'dark']) {
    const run = underXvfb('--screenshot', file(theme), '--theme', theme, '--size', '400x320');
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual([picture(file(theme)).width, picture(file(theme)).height], [400, 320]);
  }
  assert.notDeepEqual(fs.readFileSync(file('light')), fs.readFileSync(file('dark')));
});

test('the window opens under Xvfb and stays until it is closed', async () => {
  const child = spawn('xvfb-run', ['-a', program, '--size', '800x600'], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const ended = new Promise((done) => child.on('exit', done));
  const early = await Promise.race([ended, new Promise((done) => setTimeout(done, 4000, 'open'))]);
  if (early === 'open') process.kill(-child.pid, 'SIGTERM');
  await ended;
  assert.equal(early, 'open', `the program ended: ${errors}`);
  assert.doesNotMatch(errors, /attention-lab:/);
});

test('presenter mode and a larger scale are other pictures of the same size; a link opens what it says', () => {
  const file = (name) => path.join(folder, `${name}.png`);
  const looks = { plain: [], present: ['--present'], scale: ['--scale', '1.5'] };
  for (const [name, args] of Object.entries(looks)) {
    const run = lab('--screenshot', file(name), '--size', '1200x700', ...args);
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual([picture(file(name)).width, picture(file(name)).height], [1200, 700]);
  }
  const pictures = new Set(Object.keys(looks).map((name) => fs.readFileSync(file(name), 'latin1')));
  assert.equal(pictures.size, 3);
  const linked = lab('--link', 'https://a.site/scoring/?figure=product', '--describe');
  assert.equal(linked.status, 0, linked.stderr);
  assert.equal(linked.stdout, lab('--lesson', 'scoring', '--figure', 'product', '--describe').stdout);
  const section = lab('--link', 'pooling/#temperature', '--describe');
  assert.equal(section.stdout, lab('--figure', 'temperature-sweep', '--describe').stdout);
});

test('--source names what stands behind each region of a figure, and a link can ask for it', () => {
  const plain = lab('--lesson', 'pooling', '--describe').stdout;
  const run = lab('--lesson', 'pooling', '--source', '--describe');
  assert.equal(run.status, 0, run.stderr);
  assert.ok(run.stdout.startsWith(plain));
  const [weights] = run.stdout.match(/^weights\n.*\n.*/m);
  assert.match(weights, /\n {2}result weights, Weights: src\/lessons\/01_pooling\/lesson\.cpp:\d+\n/);
  assert.match(weights, /\n {2}drawn by src\/lessons\/01_pooling\/figure_pairs_rows\.cpp:\d+$/);
  assert.match(lab('--lesson', 'alignment', '--source', '--describe').stdout, /\n {2}drawn by src\/lessons\/07_alignment\/\w+\.cpp:\d+ by src\/charts\/\w+\.cpp:\d+\n/, 'and through which chart');
  assert.equal(lab('--link', 'pooling/?source', '--describe').stdout, run.stdout);
  const own = lab('--link', 'alignment/?source=the+cat', '--describe').stdout; // with a value it is the lesson's parameter
  assert.ok(own.includes('"the cat"') && !own.includes('drawn by'));
  const files = [[], ['--source'], ['--link', 'pooling/?source:key[0]']].map((args, i) => {
    const file = path.join(folder, `source${i}.png`);
    assert.equal(lab('--lesson', 'pooling', ...args, '--screenshot', file, '--size', '900x640').status, 0);
    return fs.readFileSync(file, 'latin1');
  });
  assert.equal(new Set(files).size, 3);
});

test('settings and figures change what is shown', () => {
  assert.notEqual(lab('--describe').stdout, lab('--describe', '--set', 'temperature=20').stdout);
});

test('mistakes name what is legal and end with status 2', () => {
  const mistakes = [
    [['--lesson', 'nonsense'], /pooling/],
    [['--set', 'nonsense=1', '--describe'], /temperature/],
    [['--set', 'temperature=-1', '--describe'], /from .* to /],
    [['--set', 'temperature', '--describe'], /id=value/],
    [['--figure', 'nonsense', '--describe'], /there are/],
    [['--backend', 'tpu', '--describe'], /cpu, gl/],
    [['--size', '3x3', '--describe'], /1280x800/],
    [['--theme', 'pink', '--describe'], /light, dark or system/],
    [['--scale', '40', '--describe'], /from 0.5 to 4/],
    [['--link', 'https://a.site/nonsense/', '--describe'], /pooling/],
    [['--link', 'pooling/?temperature=-1', '--describe'], /from .* to /],
    [['--export', 'a.doc'], /\.csv/],
    [['--fly'], /--lesson/],
  ];
  for (const [args, message] of mistakes) {
    const run = lab(...args);
    assert.equal(run.status, 2, args.join(' '));
    assert.match(run.stderr, message, args.join(' '));
    assert.equal(run.stdout, '', args.join(' '));
  }
});

test('a file that cannot be written is said, with status 1', () => {
  const run = lab('--export', path.join(folder, 'no', 'such', 'folder.csv'));
  assert.equal(run.status, 1);
  assert.match(run.stderr, /cannot be written/);
});

test('a disk without room keeps no beginning of a file', () => {
  for (const [option, name] of [['--screenshot', 'full.png'], ['--export', 'full.svg']]) {
    const file = path.join(folder, name); // a limit on what may be written stands for the end of the disk
    const run = spawnSync('sh', ['-c', 'trap "" XFSZ; ulimit -f 1; exec "$@"', 'sh', program, option, file], { encoding: 'utf8', env: noDisplay, timeout: 120_000 });
    assert.equal(run.status, 1, option);
    assert.match(run.stderr, new RegExp(`attention-lab: ${file.replaceAll('.', '\\.')} cannot be written: .*\\.`));
    assert.deepEqual(fs.readdirSync(folder).filter((one) => one.startsWith('full')), []);
  }
});

test('a device is written to and not replaced', () => {
  const run = lab('--export', '/dev/full');
  assert.equal(run.status, 2, 'its name says no format');
  assert.ok(fs.statSync('/dev/full').isCharacterDevice());
  const pipe = path.join(folder, 'pipe.csv');
  fs.symlinkSync('/dev/full', pipe);
  const full = lab('--export', pipe);
  assert.equal(full.status, 1);
  assert.match(full.stderr, /pipe\.csv cannot be written: .*\./);
  assert.ok(fs.lstatSync(pipe).isSymbolicLink() && fs.statSync('/dev/full').isCharacterDevice());
});

test('without a display the window is refused with a sentence', () => {
  const run = lab();
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stderr, /attention-lab: There is no display to open a window on\. Without a window there are --screenshot, --export and --describe\./);
});

test('--help lists every option', () => {
  const { status, stdout } = lab('--help');
  assert.equal(status, 0);
  for (const option of ['--lesson', '--link', '--set', '--size', '--scale', '--theme', '--present', '--screenshot', '--export', '--describe', '--list', '--backend', '--figure', '--source'])
    assert.ok(stdout.includes(option), option);
});

test('the web build computes the same numbers for every lesson (1e-5)', () => {
  const stills = (command, args, name) => {
    const out = path.join(folder, name);
    const run = spawnSync(command, [...args, '--out', out], { encoding: 'utf8', timeout: 300_000 });
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(fs.readFileSync(path.join(out, 'numbers.json'), 'utf8'));
  };
  const flags = Number(process.versions.node.split('.')[0]) >= 18 ? ['--no-experimental-fetch'] : [];
  const ours = stills(path.join(native, 'attention-stills'), [], 'native');
  const theirs = stills(process.execPath, [...flags, path.join(web, 'attention-stills.js')], 'web');
  assert.deepEqual(Object.keys(theirs), slugs);
  let compared = 0;
  for (const slug of slugs)
    for (const [name, { shape, data }] of Object.entries(ours[slug])) {
      const other = theirs[slug][name];
      assert.deepEqual(other.shape, shape, `${slug} ${name}`);
      const cols = shape.at(-1) ?? 1;
      data.forEach((a, i) => {
        const b = other.data[i];
        // Scores of the words of a whole model: a small one is a difference of terms as large as the others of its row, with eight digits.
        const row = name.endsWith('-fit') ? data.slice(i - (i % cols), i - (i % cols) + cols) : [];
        const large = Math.max(0, ...row.map(Math.abs));
        ++compared;
        if (a === null || b === null) return assert.equal(a, b, `${slug} ${name}[${i}]`);
        assert.ok(Math.abs(a - b) <= Math.max(1e-5 * Math.max(Math.abs(a), Math.abs(b), 1), 1e-6 * large), `${slug} ${name}[${i}]: ${a} and ${b}`);
      });
    }
  assert.ok(compared > 100, `only ${compared} numbers`);
});

test('weights are saved, begun with, and refused with the reason', () => {
  const file = path.join(folder, 'mine.safetensors');
  const model = ['--lesson', 'encoder-decoder', '--set', 'task=reversal', '--set', 'weights=seed', '--set', 'hidden=16'];
  const saved = lab(...model, '--set', 'steps=60', '--save-weights', file);
  assert.equal(saved.status, 0, saved.stderr);
  const bytes = fs.readFileSync(file);
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))));
  assert.equal(header.__metadata__.steps, '60');
  const opened = lab(...model, '--weights', file, '--set', 'steps=5', '--describe');
  assert.match(opened.stdout, /your own weights from mine\.safetensors, 5 steps on/, opened.stderr);
  const refused = lab('--lesson', 'encoder-decoder', '--set', 'hidden=32', '--weights', file, '--describe');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /mine\.safetensors does not fit this model\. .* in the file and .* in the model/);
  const elsewhere = lab('--lesson', 'encoder-decoder', '--set', 'task=sorting', '--set', 'hidden=16', '--weights', file, '--describe');
  assert.match(elsewhere.stderr, /mine\.safetensors does not fit this model\. The file's task is "reversal", the model's is "sorting"\./);
});

test('a published model is opened from its folder', () => {
  const published = path.join(root, 'tests/parity/fixtures/published');
  const gpt2 = lab('--model', path.join(published, 'gpt2-f16'), '--prompt', 'the cat sat', '--set', 'length=2', '--describe');
  assert.match(gpt2.stdout, /A model of GPT-2: 2 layers, 2 heads each, .* opened from your files\. After \u201cthe cat sat\u201d it writes/, gpt2.stderr);
  const file = path.join(folder, 'bert.csv');
  const bert = lab('--model', path.join(published, 'bert-f32', 'config.json'), '--prompt', 'the cat _ on', '--set', 'place=4', '--export', file);
  assert.equal(bert.status, 0, bert.stderr);
  assert.match(fs.readFileSync(file, 'utf8'), /\nattention,/);
  const nothing = lab('--model', folder, '--describe');
  assert.equal(nothing.status, 1);
  assert.match(nothing.stderr, /config\.json/);
  assert.match(lab('--model', path.join(folder, 'none'), '--describe').stderr, /cannot be opened|config\.json/);
  assert.match(lab('--lesson', 'pooling', '--model', published, '--describe').stderr, /opens no files/);
});
