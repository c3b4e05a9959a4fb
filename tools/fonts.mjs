// Cuts the fonts down to the characters of the course.
//
//   node tools/fonts.mjs --out FOLDER
//
// For the canvas, as TrueType without layout tables (the rasteriser uses none): inter-regular, inter-semibold, katex-main, katex-math.
// For the pages, as WOFF2 with kerning and ligatures: inter-regular, inter-italic, inter-semibold. Characters outside these sets are
// drawn with the system's fonts.
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import path from 'node:path';
import {brotliCompressSync} from 'node:zlib';

const require = createRequire(import.meta.url);
const subset = require('subset-font');

const folder_of = name => path.dirname(require.resolve(`${name}/package.json`));
const inter = style => path.join(folder_of('inter-ui'), 'web', `Inter-${style}.woff2`);
const katex = style => path.join(folder_of('katex'), 'dist', 'fonts', `KaTeX_${style}.ttf`);

// Inclusive ranges of code points.
const kLatin = [[0x20, 0x7e], [0xa0, 0xff], [0x131, 0x131], [0x152, 0x153], [0x160, 0x161], [0x178, 0x178], [0x17d, 0x17e]];
const kGreek = [[0x391, 0x3a1], [0x3a3, 0x3a9], [0x3b1, 0x3c9], [0x3d1, 0x3d1], [0x3d5, 0x3d5], [0x3f5, 0x3f5]];
const kPunctuation = [[0x2010, 0x2026], [0x2030, 0x2033], [0x2039, 0x203a], [0x20ac, 0x20ac], [0xfffd, 0xfffd]];
const kMathematics = [[0x2070, 0x209c], [0x210e, 0x2113], [0x211d, 0x211d], [0x2190, 0x2199], [0x21a6, 0x21a6], [0x21d0, 0x21d5],
  [0x2200, 0x22a5], [0x22c5, 0x22c6], [0x22ee, 0x22f1], [0x27e8, 0x27e9], [0x27f5, 0x27f8]];
const kShapes = [[0x25a0, 0x25a1], [0x25b2, 0x25b3], [0x25b6, 0x25b7], [0x25bc, 0x25bd], [0x25c0, 0x25c1], [0x25c6, 0x25c7],
  [0x25cb, 0x25cf], [0x2713, 0x2717]];
const kCanvas = [...kLatin, ...kGreek, ...kPunctuation, ...kMathematics, ...kShapes];
const kPages = [...kCanvas, [0x100, 0x17f]];

const kFonts = [
  {name: 'inter-regular.ttf', source: inter('Regular'), characters: kCanvas},
  {name: 'inter-semibold.ttf', source: inter('SemiBold'), characters: kCanvas},
  {name: 'katex-main.ttf', source: katex('Main-Regular'), characters: kCanvas},
  {name: 'katex-math.ttf', source: katex('Math-Italic'), characters: kCanvas},
  {name: 'inter-regular.woff2', source: inter('Regular'), characters: kPages},
  {name: 'inter-italic.woff2', source: inter('Italic'), characters: kPages},
  {name: 'inter-semibold.woff2', source: inter('SemiBold'), characters: kPages},
];

function text_of(ranges) {
  let text = '';
  for (const [first, last] of ranges) for (let c = first; c <= last; c++) text += String.fromCodePoint(c);
  return text;
}

// What a rasteriser without shaping and hinting reads of a TrueType file.
const kTables = ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post'];

function table_checksum(data) {
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) sum = (sum + data.readUInt32BE(i)) >>> 0;
  return sum;
}

/// `font`: a TrueType file. Returns it with the tables of kTables only.
function without_layout(font) {
  const tables = [];
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const row = 12 + 16 * i;
    const tag = font.toString('latin1', row, row + 4);
    const start = font.readUInt32BE(row + 8), length = font.readUInt32BE(row + 12);
    if (!kTables.includes(tag)) continue;
    const data = Buffer.alloc(Math.ceil(length / 4) * 4);
    font.copy(data, 0, start, start + length);
    if (tag === 'head') data.writeUInt32BE(0, 8);
    tables.push({tag, data, length});
  }
  const header = Buffer.alloc(12 + 16 * tables.length);
  const power = Math.floor(Math.log2(tables.length));
  header.writeUInt32BE(0x00010000, 0);
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(16 << power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * tables.length - (16 << power), 10);
  let offset = header.length;
  tables.forEach(({tag, data, length}, i) => {
    const row = 12 + 16 * i;
    header.write(tag, row, 'latin1');
    header.writeUInt32BE(table_checksum(data), row + 4);
    header.writeUInt32BE(offset, row + 8);
    header.writeUInt32BE(length, row + 12);
    offset += data.length;
  });
  const whole = Buffer.concat([header, ...tables.map(table => table.data)]);
  const head = tables.findIndex(table => table.tag === 'head');
  whole.writeUInt32BE((0xb1b0afba - table_checksum(whole)) >>> 0, header.readUInt32BE(12 + 16 * head + 8) + 8);
  return whole;
}

async function main(args) {
  const out = args[0] === '--out' && args.length === 2 ? args[1] : null;
  if (!out) {
    console.error('usage: node tools/fonts.mjs --out FOLDER');
    return 2;
  }
  await mkdir(out, {recursive: true});
  let canvas = 0;
  for (const {name, source, characters} of kFonts) {
    const for_canvas = name.endsWith('.ttf');
    const cut = await subset(await readFile(source), text_of(characters), {targetFormat: for_canvas ? 'truetype' : 'woff2'});
    const font = for_canvas ? without_layout(cut) : cut;
    if (for_canvas) canvas += brotliCompressSync(font).length;
    await writeFile(path.join(out, name), font);
  }
  console.log(`fonts of the canvas: ${(canvas / 1000).toFixed(1)} kB compressed`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
