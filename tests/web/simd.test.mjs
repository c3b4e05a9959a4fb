// The hot loops of the WebAssembly build are made of SIMD128 instructions.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {count} from '../tools/disassembly.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const library = path.join(process.env.ATTN_WEB_BUILD ?? path.join(root, 'build/web'), 'libattn_kernels.a');

/// The disassembler that came with the compiler.
function objdump() {
  const own = path.join(execFileSync('em-config', ['LLVM_ROOT'], {encoding: 'utf8'}).trim(), 'llvm-objdump');
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
