// A few thousand calls of attention-kernels.mjs from a seed (kernel_fuzz.mjs says which). More of them, or others:
//
//   node tests/web/kernel_fuzz.mjs build/web/site/attention-kernels.mjs SEED CALLS
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { siteFolder } from './site.mjs';

const program = fileURLToPath(new URL('kernel_fuzz.mjs', import.meta.url));

for (const seed of [1, 2])
  test(`seed ${seed}: right calls agree with plain loops, spoiled ones are refused or computed, none stops the module`, () => {
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [program, path.join(siteFolder, 'attention-kernels.mjs'), seed, 3000],
      { encoding: 'utf8', timeout: 240_000, maxBuffer: 1 << 26 });
    const last = stdout.trim().split('\n').at(-1);
    assert.equal(signal, null, `no end to ${last}`);
    assert.equal(status, 0, `${last}\n${stderr}`);
    const { computed, refused } = JSON.parse(last);
    assert.equal(computed + refused, 3000);
    assert.ok(computed > 1000 && refused > 500, last);
  });
