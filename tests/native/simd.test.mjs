// The native library holds AVX2 and AVX-512 versions of the hot loops, to choose from at run time.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { count } from '../tools/disassembly.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const library = path.join(process.env.ATTN_NATIVE_BUILD ?? path.join(root, 'build/native'), 'libattn_kernels.a');
const skip = process.arch === 'x64' ? false : `no AVX on ${process.arch}`;

for (const [target, registers] of [['N_AVX2', 'ymm'], ['N_AVX3', 'zmm']])
  test(`${target}: products and softmax in ${registers} registers`, { skip }, () => {
    const tiles = count('objdump', library, new RegExp(`${target}\\d+tileI`), new RegExp(`vfmadd.*%${registers}`));
    assert.ok(tiles.size >= 6, `tiles found: ${[...tiles.keys()]}`);
    for (const [name, fused] of tiles) assert.ok(fused >= 2, `${name} has ${fused} fused multiply-adds`);
    const softmax = count('objdump', library, new RegExp(`${target}\\d+softmaxE`), new RegExp(`v(fmadd|max|sub|mul).*%${registers}`));
    assert.equal(softmax.size, 1);
    for (const [name, vectors] of softmax) assert.ok(vectors >= 10, `${name} has ${vectors} vector instructions`);
  });
