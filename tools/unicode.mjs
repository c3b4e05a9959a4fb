// Writes the tables of Unicode that src/tasks/unicode.h declares: which code points are letters, numbers and so on, what they are in lower
// case, and what is left of them without accents. They come from the Unicode data of this Node.js.
//
//   node tools/unicode.mjs --out FILE.cpp
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SURROGATES = [0xD800, 0xDFFF], HANGUL = [0xAC00, 0xD7A3], LAST = 0x10FFFF;
const isIn = ([first, last], code) => code >= first && code <= last;
const KINDS = {
  letters: /\p{L}/u, numbers: /\p{N}/u, spaces: /\p{White_Space}/u, punctuation: /\p{P}/u, controls: /[\p{Cc}\p{Cf}\p{Co}]/u,
};

/** Ranges [first, last] of the code points for which `holds` does. */
function rangesOf(holds) {
  const found = [];
  for (let code = 0; code <= LAST; ++code) {
    if (!holds(code)) continue;
    if (found.length > 0 && found.at(-1)[1] === code - 1) found.at(-1)[1] = code;
    else found.push([code, code]);
  }
  return found;
}
const kind = (pattern) => rangesOf((code) => !isIn(SURROGATES, code) && pattern.test(String.fromCodePoint(code)));

/** [code, codes...] of all code points that `change` makes another text of. */
function mappings(change) {
  const found = [];
  for (let code = 0; code <= LAST; ++code) {
    if (isIn(SURROGATES, code) || isIn(HANGUL, code)) continue; // what Hangul is made of can be computed
    const text = String.fromCodePoint(code), changed = change(text);
    if (changed !== text) found.push([code, ...[...changed].map((sign) => sign.codePointAt(0))]);
  }
  return found;
}

const numbers = (list) => list.map((number) => `0x${number.toString(16)}`).join(',');
const wrapped = (rows) => rows.map((row) => `{${numbers(row)}}`).join(',').replace(/(.{1,120}),/g, '$1,\n');
const rangeTable = (name, rows) => `constexpr Range k_${name}[] = {\n${wrapped(rows)}};\nconst std::span<const Range> ${name}(k_${name});\n`;
function mappingTable(name, rows) {
  const to = rows.flatMap(([, ...codes]) => codes);
  let at = 0;
  const entries = rows.map(([code, ...codes]) => {
    at += codes.length;
    return [code, at - codes.length, codes.length];
  });
  return `constexpr char32_t k_${name}_to[] = {\n${numbers(to).replace(/(.{1,120}),/g, '$1,\n')}};\n` +
    `constexpr Mapping k_${name}[] = {\n${wrapped(entries)}};\nconst Mappings ${name}{k_${name}, k_${name}_to};\n`;
}

const [flag, out] = process.argv.slice(2);
if (flag !== '--out' || !out) {
  console.error('usage: node tools/unicode.mjs --out FILE.cpp');
  process.exit(2);
}
const marks = /\p{Mn}/gu;
await mkdir(path.dirname(out), { recursive: true });
await writeFile(out, `// Unicode ${process.versions.unicode}, written by tools/unicode.mjs.
#include "tasks/unicode_tables.h"

namespace attn::tasks::unicode {

${Object.entries(KINDS).map(([name, pattern]) => rangeTable(name, kind(pattern))).join('\n')}
${mappingTable('lower_case', mappings((text) => text.toLowerCase()))}
${mappingTable('without_accents', mappings((text) => text.normalize('NFD').replace(marks, '')))}
}  // namespace attn::tasks::unicode
`);
