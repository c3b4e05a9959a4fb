// Setting a machine up: tools/setup.sh as a command, what the README says before it calls CMake, what CMake says where something is missing,
// and whether the package lists have whatever commands the tests call.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const read = (name) => readFileSync(path.join(root, name), 'utf8');
const setup = (...builds) => spawnSync(path.join(root, 'tools/setup.sh'), builds, { encoding: 'utf8' });

test('without a build, or with an unknown one, it says which there are and does nothing', () => {
  assert.match(setup().stderr, /^Sets a machine up[^]*tools\/setup\.sh native\|web\|test/);
  assert.deepEqual([setup().status, setup().stdout], [2, '']);
  const { status, stdout, stderr } = setup('native', 'desktop');
  assert.deepEqual([status, stdout, stderr], [2, '', 'unknown build \'desktop\'; known are native, web and test\n']);
});

test('the README sets up before it calls CMake, and builds for the web before it packs', () => {
  const blocks = [...read('README.md').matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block);
  const firstOf = (block, words) => block.split('\n').findIndex((line) => line.startsWith(words));
  const presets = blocks.filter((block) => firstOf(block, 'cmake --preset native') >= 0);
  assert.ok(presets.length >= 2);
  for (const block of presets) assert.ok(firstOf(block, 'tools/setup.sh native') >= 0 && firstOf(block, 'tools/setup.sh native') < firstOf(block, 'cmake'), block);
  const pack = blocks.find((block) => block.includes('npm pack'));
  assert.ok(firstOf(pack, 'tools/run.sh --build-only') === 0 && /^npm pack \.\/build\/web\/package\/attention-kernels$/m.test(pack), pack);
});

/** What CMake says with nothing on PATH but these commands. */
function configure(commands, environment = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-setup-'));
  mkdirSync(path.join(folder, 'bin'));
  for (const name of commands) symlinkSync(spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim(), path.join(folder, 'bin', name));
  const { CXX, CC, ...others } = process.env;
  const run = spawnSync('cmake', ['-G', 'Ninja', '-S', root, '-B', path.join(folder, 'build')],
    { encoding: 'utf8', env: { ...others, PATH: path.join(folder, 'bin'), ...environment } });
  rmSync(folder, { recursive: true });
  return { status: run.status, said: (run.stderr ?? '').replace(/\s+/g, ' ') };
}

test('where the compiler is missing CMake names the command that installs it', () => {
  const { status, said } = configure(['cmake', 'ninja']);
  assert.equal(status, 1);
  assert.match(said, /no C\+\+ compiler\. tools\/setup\.sh native/);
});

/** What tools/setup.sh says on a system without apt that has these commands, beside those that the script itself needs. */
function setupElsewhere(builds, commands, environment = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-elsewhere-'));
  const needed = ['bash', 'env', 'dirname', 'mkdir', 'cut', 'id', 'grep', 'sed', 'awk', 'date', 'cat', 'tr', 'cmake', 'ninja', 'node', 'npm'];
  for (const name of [...needed, ...commands])
    symlinkSync(spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim(), path.join(folder, name));
  const { CXX, CHROMIUM, ...others } = process.env;
  const { stderr } = spawnSync(path.join(root, 'tools/setup.sh'), builds, { encoding: 'utf8', env: { ...others, PATH: folder, ...environment } });
  rmSync(folder, { recursive: true });
  return stderr;
}

test('elsewhere it names all that is missing, and nothing that is there', () => {
  const bare = setupElsewhere(['native', 'test'], [], { CHROMIUM: '/nowhere/chromium' });
  for (const words of ['this is not Debian', '- a C++20 compiler', '- pkg-config', '- clang-format', '- xvfb-run', '- objdump', '- python3', '- Chromium at /nowhere/chromium'])
    assert.ok(bare.includes(words), `${words}: ${bare}`);
  const some = setupElsewhere(['native'], ['g++', 'pkg-config'], { PKG_CONFIG_LIBDIR: '/nowhere' });
  assert.match(some, /- the development files of OpenGL and EGL/);
  assert.match(some, /- SDL2's development files, or X11's or Wayland's/);
  assert.doesNotMatch(some, /compiler|- pkg-config|clang-format/);
});

/** Commands that a test or a script starts, and the package of Debian that has each; null: of every system's base, or of the builds themselves. */
const COMMANDS = {
  'xvfb-run': 'xvfb', objdump: 'binutils', python3: 'python3', cmake: 'cmake', 'clang-format': 'clang-format', ninja: 'ninja-build',
  npm: 'npm', node: 'nodejs', sh: null, script: null, tar: null,
};

test('whatever command a test starts is in the package lists', () => {
  const lists = read('tools/setup.sh');
  const files = ['tests/tools', 'tests/native', 'tests/web', 'tools'].flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`));
  const started = files.filter((name) => name.endsWith('.mjs') && !name.endsWith('setup.test.mjs')).flatMap((name) =>
    [...read(name).matchAll(/\b(spawn|spawnSync|execFile|execFileSync|run|count)\('([a-z][\w-]*)'/g)]
      .filter(([, by]) => !['run', 'count'].includes(by) || /package|simd/.test(name)).map(([, , command]) => [command, name]));
  assert.ok(started.length > 5);
  for (const [command, name] of started) {
    assert.ok(command in COMMANDS, `${name} starts ${command}: which package has it?`);
    if (COMMANDS[command]) assert.ok(new RegExp(`[\\s"(]${COMMANDS[command]}[\\s")]`).test(lists), `${command} of ${name}: ${COMMANDS[command]} is in no list of tools/setup.sh`);
  }
});
