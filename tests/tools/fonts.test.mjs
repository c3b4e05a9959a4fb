// tools/fonts.mjs: well-formed files with the characters the course needs, small enough for a first visit.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-fonts-'));
after(() => rmSync(folder, { recursive: true }));
execFileSync(process.execPath, [path.join(root, 'tools/fonts.mjs'), '--out', folder]);
const read = (name) => readFileSync(path.join(folder, name));

/** Tables of a TrueType file by tag, each checked against its checksum. */
function tablesOf(font) {
  const tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const row = 12 + 16 * i;
    const tag = font.toString('latin1', row, row + 4), start = font.readUInt32BE(row + 8), length = font.readUInt32BE(row + 12);
    let sum = 0;
    for (let k = 0; k < Math.ceil(length / 4); k++)
      if (tag !== 'head' || k !== 2) sum = (sum + font.readUInt32BE(start + 4 * k)) >>> 0; // the third word of head is the file's own sum
    assert.equal(sum, font.readUInt32BE(row + 4), `checksum of ${tag}`);
    tables.set(tag, font.subarray(start, start + length));
  }
  return tables;
}

/** The code points of a font, from its cmap tables of format 4 and 12. */
function charactersOf(font) {
  const cmap = tablesOf(font).get('cmap');
  const found = new Set();
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4));
    if (table.readUInt16BE(0) === 4) {
      const segments = table.readUInt16BE(6) / 2;
      for (let s = 0; s < segments; s++) {
        const last = table.readUInt16BE(14 + 2 * s), first = table.readUInt16BE(16 + 2 * (segments + s));
        for (let c = first; c <= last && c < 0xffff; c++) found.add(c);
      }
    } else if (table.readUInt16BE(0) === 12) {
      for (let g = 0; g < table.readUInt32BE(12); g++)
        for (let c = table.readUInt32BE(16 + 12 * g); c <= table.readUInt32BE(20 + 12 * g); c++) found.add(c);
    }
  }
  return found;
}

const lessons = path.join(root, 'assets/lessons');
const shared = ['inter-regular.ttf', 'inter-semibold.ttf', 'katex-main.ttf', 'katex-math.ttf'];

test('one file a face: those of pages and figures, and the italics of the pages', () => {
  assert.deepEqual(readdirSync(folder).sort(), [...shared, 'inter-italic.woff2'].sort());
  assert.equal(read('inter-italic.woff2').toString('latin1', 0, 4), 'wOF2');
});
test('the shared ones have what a rasteriser needs and no instructions for it', () => {
  for (const name of shared) {
    const tables = tablesOf(read(name));
    for (const tag of ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']) assert.ok(tables.has(tag), `${name} lacks ${tag}`);
    for (const tag of ['fpgm', 'prep', 'cvt ']) assert.ok(!tables.has(tag), `${name} has ${tag}`);
  }
});
test('Inter keeps kerning and figures of equal width for the pages, and no other layout', () => {
  const features = (table) => { // tags of a GSUB or GPOS table's list of features
    const list = table.readUInt16BE(6);
    return new Set(Array.from({ length: table.readUInt16BE(list) }, (_, i) => table.toString('latin1', list + 2 + 6 * i, list + 6 + 6 * i)));
  };
  for (const name of shared.slice(0, 2)) {
    const tables = tablesOf(read(name));
    assert.deepEqual([...features(tables.get('GPOS'))], ['kern'], name);
    assert.deepEqual([...features(tables.get('GSUB'))], ['tnum'], name);
  }
});
test('Inter draws Latin, Greek and the signs of the figures, its strong face what the course has in it', () => {
  const wanted = { 'inter-regular.ttf': 'AZaz09éßœŁőαβλσΣ→−×≤≥≈∞…–—“”°²', 'inter-semibold.ttf': 'AZaz09éßœ→−×≤≥≈∞…–—“”°²' };
  for (const [name, signs] of Object.entries(wanted)) {
    const characters = charactersOf(read(name));
    for (const c of signs) assert.ok(characters.has(c.codePointAt(0)), `${name} lacks ${c}`);
  }
});
test('KaTeX has every letter of its own face, and the signs of the course\'s formulas', () => {
  const require = createRequire(import.meta.url);
  const katex = require('katex');
  const letters = charactersOf(read('katex-math.ttf')), signs = charactersOf(read('katex-main.ttf'));
  const whole = charactersOf(readFileSync(require.resolve('katex/dist/fonts/KaTeX_Math-Italic.ttf')));
  assert.deepEqual([...whole].filter((c) => c >= 0x20 && !letters.has(c)).map((c) => c.toString(16)), []);
  for (const c of 'qkvαβθλσ') assert.ok(letters.has(c.codePointAt(0)), c);
  const texts = readdirSync(lessons).filter((name) => /^\d\d_.*\.md$/.test(name)).map((name) => readFileSync(path.join(lessons, name), 'utf8'));
  const macros = Object.fromEntries(['q', 'k', 'v', 'o'].map((role) => [`\\${role}`, '#1']));
  const formulas = texts.flatMap((text) => [...text.replace(/^```[^]*?^```/gm, '').matchAll(/\$\$([^]*?)\$\$|\$([^$\s](?:[^$]*[^$\s])?)\$/g)].map(([, block, inline]) => block ?? inline));
  assert.ok(formulas.length > 300, `${formulas.length} formulas`);
  const drawn = new Set(formulas.flatMap((tex) => [...katex.renderToString(tex, { output: 'html', macros, throwOnError: true }).replace(/<svg[^]*?<\/svg>/g, '').replace(/<[^>]*>/g, '')]));
  const own = ['AMS-Regular', 'Size1-Regular', 'SansSerif-Regular', 'Caligraphic-Regular'].map((face) => charactersOf(readFileSync(require.resolve(`katex/dist/fonts/KaTeX_${face}.ttf`))));
  for (const c of drawn) {
    const point = c.codePointAt(0);
    if (point > 0x7e && point !== 0x200b) assert.ok(signs.has(point) || letters.has(point) || own.some((face) => face.has(point)), `${c} (${point.toString(16)})`);
  }
});
test('the shared ones are under 100 kB compressed', () => {
  const bytes = shared.reduce((sum, name) => sum + brotliCompressSync(read(name)).length, 0);
  assert.ok(bytes < 100e3, `${bytes} bytes`);
});
