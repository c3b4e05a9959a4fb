// Computes what a reader downloads for each lesson, compressed as by a good host.
import { brotliCompressSync, constants } from 'node:zlib';
import path from 'node:path';

// With a program in one piece, where the compiler cannot cut it, every lesson's code comes with the first.
const FIRST = 680_000, FURTHER = 90_000, FIRST_IN_ONE_PIECE = 900_000;
const COMPRESSED = new Set(['.woff2', '.png']);

const compressed = (bytes) => brotliCompressSync(bytes, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
}).length;

export const transfer = (name, bytes, cache) => COMPRESSED.has(path.extname(name)) ? bytes.length :
  Number(cache.remember(['brotli 11', bytes], () => Buffer.from(String(compressed(bytes)))));

/**
 * `lessons`: [slug, {page, style, scripts, program, lesson, fonts, later}], each the names of what is loaded, whose contents `files` has;
 * `cache` keeps sizes between builds. Prints a table: a first visit to each lesson, and what it adds to a visit of another. Pictures, which
 * come lazily, weights, and a lesson's later part, which is fetched when it is missed, are no part of it. Returns whether all lessons keep
 * the limits.
 */
export function checkTransfer(lessons, files, cache, inOnePiece) {
  const limit = inOnePiece ? FIRST_IN_ONE_PIECE : FIRST;
  const columns = ['page', 'style', 'scripts', 'program', 'lesson', 'fonts', 'first visit', 'further', 'later'];
  const line = (cells) => console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(20) : cell.padStart(12))).join(''));
  console.log(`Transfer (brotli, kB; at most ${limit / 1000} at a first visit and ${FURTHER / 1000} for a further lesson):`);
  line(['', ...columns]);
  const kept = lessons.map(([slug, groups]) => {
    const size = Object.fromEntries(Object.entries(groups).map(([group, names]) => [group, names.reduce((sum, name) => sum + transfer(name, files.get(name), cache), 0)]));
    size['first visit'] = Object.values(size).reduce((sum, bytes) => sum + bytes, -size.later);
    size.further = size.page + size.lesson;
    line([slug, ...columns.map((column) => (size[column] / 1000).toFixed(1))]);
    return size['first visit'] <= limit && size.further <= FURTHER;
  });
  return kept.every(Boolean);
}

/** Trained weights come on demand, each with its lesson, so they are no part of the budget. */
export function printWeights(files, cache) {
  const sizes = [...files].filter(([name]) => name.startsWith('weights/')).map(([name, bytes]) => transfer(name, bytes, cache));
  if (sizes.length === 0) return;
  const kilobytes = (size) => `${(size / 1000).toFixed(1)} kB`;
  console.log(`Weights, on demand (brotli): ${sizes.length} files, ${kilobytes(sizes.reduce((sum, size) => sum + size, 0))}, the largest ${kilobytes(Math.max(...sizes))}`);
}
