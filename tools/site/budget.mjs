// What a reader downloads for one lesson, compressed as a good host would.
import {brotliCompressSync, constants} from 'node:zlib';
import path from 'node:path';

const kLimit = 900_000;
const kCompressed = new Set(['.woff2', '.png']);

const compressed = bytes => brotliCompressSync(bytes, {
  params: {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length},
}).length;

const transfer = (name, bytes, cache) => kCompressed.has(path.extname(name)) ? bytes.length :
  Number(cache.remember(['brotli 11', bytes], () => Buffer.from(String(compressed(bytes)))));

/// `cache` keeps sizes between builds. `groups`: [{title, names}] of what one page loads; `files`: name -> bytes. Prints the table; returns whether the sum keeps the limit.
export function checkBudget(title, groups, files, cache) {
  let total = 0;
  console.log(`Transfer of ${title} (brotli):`);
  for (const group of groups) {
    const size = group.names.reduce((sum, name) => sum + transfer(name, files.get(name), cache), 0);
    total += size;
    console.log(`  ${group.title.padEnd(28)} ${(size / 1000).toFixed(1).padStart(7)} kB`);
  }
  console.log(`  ${'total'.padEnd(28)} ${(total / 1000).toFixed(1).padStart(7)} kB of ${kLimit / 1000} kB`);
  return total <= kLimit;
}

/// Trained weights come on demand, each with its lesson, so they are no part of the budget.
export function printWeights(files, cache) {
  const sizes = [...files].filter(([name]) => name.startsWith('weights/')).map(([name, bytes]) => transfer(name, bytes, cache));
  if (sizes.length === 0) return;
  const kilobytes = size => `${(size / 1000).toFixed(1)} kB`;
  console.log(`Weights, on demand (brotli): ${sizes.length} files, ${kilobytes(sizes.reduce((sum, size) => sum + size, 0))}, the largest ${kilobytes(Math.max(...sizes))}`);
}
