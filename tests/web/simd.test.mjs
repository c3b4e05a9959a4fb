// The hot loops of the WebAssembly build are made of SIMD128 instructions, those of its second form of relaxed ones.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { count } from '../tools/disassembly.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const build = process.env.ATTN_WEB_BUILD ?? path.join(root, 'build/web');
const library = path.join(build, 'libattn_kernels.a');
const relaxed = path.join(build, 'attention-kernels.relaxed.wasm');

/** The disassembler that came with the compiler of the build, wherever that lies. */
function objdump() {
  const [, emcc] = /^ATTN_EMCC:\w+=(.+)$/m.exec(readFileSync(path.join(build, 'CMakeCache.txt'), 'utf8'));
  const config = [emcc, realpathSync(emcc)].map((file) => path.join(path.dirname(file), 'em-config')).find(existsSync);
  assert.ok(config, `no em-config beside ${emcc}`);
  const own = path.join(execFileSync(config, ['LLVM_ROOT'], { encoding: 'utf8' }).trim(), 'llvm-objdump');
  return existsSync(own) ? own : 'llvm-objdump';
}

test('products: f32x4 multiplies and adds in every tile', () => {
  const tiles = count(objdump(), library, /N_WASM\d+tileI/, /f32x4\.(mul|add)/);
  assert.ok(tiles.size >= 10, `tiles found: ${[...tiles.keys()]}`);
  for (const [name, vectors] of tiles) assert.ok(vectors >= 4, `${name} has ${vectors}`);
});

test('softmax, additive scores and kernel regression: f32x4', () => {
  const rows = count(objdump(), library, /(N_WASM|rows)\d+(softmax|additive|regress)E/, /f32x4\./);
  for (const kernel of ['softmax', 'additive', 'regress']) {
    const vectors = [...rows].filter(([name]) => name.includes(kernel)).reduce((sum, [, n]) => sum + n, 0);
    assert.ok(vectors >= 20, `${kernel} has ${vectors}`);
  }
});

test('relaxed SIMD: a multiply-add is one instruction', { skip: !existsSync(relaxed) && 'the compiler makes no relaxed SIMD' }, () => {
  const multiplyAdd = Buffer.from([0xfd, 0x85, 0x02]);
  const countIn = (file) => readFileSync(file).toString('latin1').split(multiplyAdd.toString('latin1')).length - 1;
  assert.ok(countIn(relaxed) >= 100, `${countIn(relaxed)} of them`);
  assert.ok(countIn(path.join(build, 'attention-kernels.wasm')) <= 2, 'the plain module has them too'); // two by chance
});
