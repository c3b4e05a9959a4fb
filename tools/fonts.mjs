// Reduces the fonts to the characters of the course.
//
//   node tools/fonts.mjs --out FOLDER
//
// Each face is one file. Pages and figures share inter-regular, inter-semibold, katex-main and katex-math as TrueType files, because the
// figures' rasteriser reads these, and because under a host's compression one such file is smaller than WOFF2 and TrueType together. Only
// pages use inter-italic. The faces keep kerning and digits of equal width. Characters outside these sets are drawn with the system's
// fonts.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const subset = require('subset-font');

const folderOf = (name) => path.dirname(require.resolve(`${name}/package.json`));
const inter = (style) => path.join(folderOf('inter-ui'), 'web', `Inter-${style}.woff2`);
const katex = (style) => path.join(folderOf('katex'), 'dist', 'fonts', `KaTeX_${style}.ttf`);

/** Inclusive ranges of code points. */
const LATIN = [[0x20, 0x7e], [0xa0, 0x17f]];
const GREEK = [[0x391, 0x3a1], [0x3a3, 0x3a9], [0x3b1, 0x3c9], [0x3d1, 0x3d1], [0x3d5, 0x3d5], [0x3f5, 0x3f5]];
const PUNCTUATION = [[0x2010, 0x2026], [0x2030, 0x2033], [0x2039, 0x203a], [0x20ac, 0x20ac], [0xfffd, 0xfffd]];
const MATHEMATICS = [[0x2070, 0x209c], [0x210e, 0x2113], [0x211d, 0x211d], [0x2190, 0x2199], [0x21a6, 0x21a6], [0x21d0, 0x21d5],
  [0x2200, 0x22a5], [0x22c5, 0x22c6], [0x22ee, 0x22f1], [0x27e8, 0x27e9], [0x27f5, 0x27f8]];
const SHAPES = [[0x25a0, 0x25a1], [0x25b2, 0x25b3], [0x25b6, 0x25b7], [0x25bc, 0x25bd], [0x25c0, 0x25c1], [0x25c6, 0x25c7],
  [0x25cb, 0x25cf], [0x2713, 0x2717]];
const TEXT = [...LATIN, ...GREEK, ...PUNCTUATION, ...MATHEMATICS, ...SHAPES];
// Headings, strong and slanted words are those of the course, and need no more than it has in them.
const EMPHASIS = [[0x20, 0x7e], [0xa0, 0xff], [0x152, 0x153], ...PUNCTUATION, [0x2070, 0x207b], [0x2190, 0x2193], [0x2211, 0x2212],
  [0x221a, 0x221a], [0x221e, 0x221e], [0x2248, 0x2248], [0x2264, 0x2265], [0x22ef, 0x22ef], [0x1d40, 0x1d40]];
// What formulas of the course are made of, with the accents that KaTeX sets above letters. The faces of letters keep all that they have.
const SIGNS = [[0x20, 0x7e], [0xa0, 0xa0], [0xaf, 0xaf], [0xb7, 0xb7], [0xd7, 0xd7], [0x2c6, 0x2dc], ...GREEK, [0x2026, 0x2026], [0x2032, 0x2032],
  [0x2190, 0x2193], [0x2200, 0x2212], [0x221a, 0x221e], [0x2223, 0x222b], [0x2248, 0x2248], [0x2260, 0x2265], [0x2295, 0x2299],
  [0x22a4, 0x22a5], [0x22c5, 0x22c5], [0x22ee, 0x22f1], [0x27e8, 0x27e9]];
const LETTERS = [[0x20, 0xffff]];

const FONTS = [
  { name: 'inter-regular.ttf', source: inter('Regular'), characters: TEXT },
  { name: 'inter-semibold.ttf', source: inter('SemiBold'), characters: EMPHASIS },
  { name: 'inter-italic.woff2', source: inter('Italic'), characters: EMPHASIS },
  { name: 'katex-main.ttf', source: katex('Main-Regular'), characters: SIGNS },
  { name: 'katex-math.ttf', source: katex('Math-Italic'), characters: LETTERS },
];

const FEATURES = ['kern', 'tnum'];
const UNUSED = ['DSIG', 'FFTM', 'STAT', 'gasp'];

function textOf(ranges) {
  let text = '';
  for (const [first, last] of ranges) for (let c = first; c <= last; c++) if (c < 0xd800 || c > 0xdfff) text += String.fromCodePoint(c);
  return text;
}

async function main(args) {
  const out = args[0] === '--out' && args.length === 2 ? args[1] : null;
  if (!out) {
    console.error('usage: node tools/fonts.mjs --out FOLDER');
    return 2;
  }
  await mkdir(out, { recursive: true });
  let transfer = 0;
  for (const { name, source, characters } of FONTS) {
    const targetFormat = name.endsWith('.ttf') ? 'truetype' : 'woff2';
    const font = await subset(await readFile(source), textOf(characters),
      { targetFormat, keepFeatures: FEATURES, noHinting: true, dropTables: UNUSED });
    if (targetFormat === 'truetype') transfer += brotliCompressSync(font).length;
    await writeFile(path.join(out, name), font);
  }
  console.log(`fonts of pages and figures: ${(transfer / 1000).toFixed(1)} kB compressed`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
