// Reads a linked WebAssembly module with its relocations (wasm-ld --emit-relocs): the names and sizes of its functions, and what refers to
// what. The format is that of the WebAssembly core specification, chapter 5, and for symbols and relocations that of "Object file linking"
// in the tool conventions.

const CUSTOM = 0, IMPORT = 2, EXPORT = 7, CODE = 10, DATA = 11, DATA_COUNT = 12;
const SYMBOL_TABLE = 8;
const FUNCTION = 0, DATA_SYMBOL = 1, SECTION_SYMBOL = 3;
const UNDEFINED = 0x10, EXPLICIT_NAME = 0x40;
/** Relocations that carry an addend, and those that name a type or a place in a section instead of a symbol (WebAssembly/tool-conventions, Linking.md). */
const WITH_ADDEND = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);
const NO_SYMBOL = new Set([6]);
const I32_CONST = 0x41, END = 0x0b;
const PADDING = 16; // the widest alignment of data

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() { return this.bytes[this.at++]; }
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  skipSigned() { while (this.byte() >= 128); }
  signed() { // of 32 bits
    let value = 0, shift = 0, byte;
    do {
      byte = this.byte();
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte >= 128);
    return shift < 32 && byte & 64 ? value | -1 << shift : value;
  }
  text() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }
}

/** The sections in order: {id, name (of custom ones), begin, end, header}; `begin` is where the content begins, `header` the whole section. */
export function sections(bytes) {
  const reader = new Reader(bytes, 8), found = [];
  while (reader.at < bytes.length) {
    const header = reader.at, id = reader.byte(), size = reader.number(), end = reader.at + size;
    const start = reader.at, name = id === CUSTOM ? reader.text() : '';
    found.push({ id, name, header, start, begin: reader.at, end });
    reader.at = end;
  }
  return found;
}

function countImportedFunctions(bytes, section) {
  const reader = new Reader(bytes, section.begin);
  let functions = 0;
  for (let left = reader.number(); left > 0; --left) {
    reader.text(), reader.text();
    const kind = reader.byte();
    if (kind === 0) ++functions;
    if (kind === 1) reader.byte();
    if (kind === 4) reader.byte();
    if (kind === 1 || kind === 2) {
      const limits = reader.number();
      reader.number();
      if (limits & 1) reader.number();
    } else if (kind === 3) {
      reader.byte(), reader.byte();
    } else {
      reader.number();
    }
  }
  return functions;
}

/** The indices of the functions that the host can call. */
function exportedFunctions(bytes, section) {
  const reader = new Reader(bytes, section.begin), found = [];
  for (let left = reader.number(); left > 0; --left) {
    reader.text();
    const kind = reader.byte(), index = reader.number();
    if (kind === 0) found.push(index);
  }
  return found;
}

/** The place of each defined function's body, relative to the code section. */
function bodies(bytes, section) {
  const reader = new Reader(bytes, section.begin), found = [];
  for (let left = reader.number(); left > 0; --left) {
    const size = reader.number();
    found.push({ from: reader.at - section.begin, to: reader.at - section.begin + size });
    reader.at += size;
  }
  return found;
}

function readSymbols(bytes, section) {
  const reader = new Reader(bytes, section.begin), symbols = [];
  reader.number(); // the version
  while (reader.at < section.end) {
    const kind = reader.byte(), end = reader.number() + reader.at;
    if (kind === SYMBOL_TABLE) {
      for (let left = reader.number(); left > 0; --left) {
        const type = reader.byte(), flags = reader.number(), symbol = { type, name: '' };
        if (type === DATA_SYMBOL) {
          symbol.name = reader.text();
          if (!(flags & UNDEFINED)) [symbol.segment, symbol.offset, symbol.size] = [reader.number(), reader.number(), reader.number()];
        } else {
          symbol.index = reader.number();
          if (type !== SECTION_SYMBOL && (!(flags & UNDEFINED) || flags & EXPLICIT_NAME)) symbol.name = reader.text();
        }
        symbols.push(symbol);
      }
    }
    reader.at = end;
  }
  return symbols;
}

/** [{offset, symbol}] of the code or data section. */
function readRelocations(bytes, section) {
  const reader = new Reader(bytes, section.begin), found = [];
  reader.number(); // the section they are of
  for (let left = reader.number(); left > 0; --left) {
    const type = reader.byte(), offset = reader.number(), symbol = reader.number();
    if (WITH_ADDEND.has(type)) reader.skipSigned();
    if (!NO_SYMBOL.has(type)) found.push({ offset, symbol });
  }
  return found;
}

/** Of each data segment where its bytes begin, relative to the data section, and the address that they are for. */
function segments(bytes, section) {
  const reader = new Reader(bytes, section.begin), found = [];
  for (let left = reader.number(); left > 0; --left) {
    if (reader.number() !== 0 || reader.byte() !== I32_CONST) throw new Error('a data segment is not for a constant address of the first memory');
    const address = reader.signed();
    if (reader.byte() !== END) throw new Error('the address of a data segment is not a constant alone');
    const size = reader.number();
    found.push({ from: reader.at - section.begin, address });
    reader.at += size;
  }
  return found;
}

/** Data symbols at `places` [{symbol, from, to, address}] as nodes: what overlaps (aliases, the tails of merged strings) is one. */
function pieces(places) {
  const nodes = new Map(), found = [];
  let last;
  for (const { symbol, from, to, address } of places.sort((a, b) => a.from - b.from)) {
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else found.push(last = { name: symbol.name, from, to, address, refers: new Set() });
    nodes.set(symbol, last);
  }
  for (const node of found) node.size = node.to - node.from;
  return { nodes, found };
}

/** The last of `sorted` (by `from`) that holds `offset`, or undefined. */
function holder(sorted, offset) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle].from <= offset) low = middle + 1;
    else high = middle;
  }
  const found = sorted[low - 1];
  return found && offset < found.to ? found : undefined;
}

/**
 * What `bytes` holds: {imported, functions: [{name, short, size, refers}], data: [{name, size, address, from, refers}], roots}. Functions
 * stand in the order of their indices from `imported` on; `short` is a name that no other has; `refers` are the functions and data that the
 * code names, each once, and so on for data, which stand in the order of their addresses and in the data section at `from`; `roots` are the
 * functions that the host can call.
 */
export function readLinked(bytes) {
  const all = sections(bytes), named = (name) => all.find((section) => section.id === CUSTOM && section.name === name);
  const code = all.find(({ id }) => id === CODE), linking = named('linking'), data = all.find(({ id }) => id === DATA);
  if (!linking || !named('reloc.CODE')) throw new Error('the module was linked without --emit-relocs');
  const imported = countImportedFunctions(bytes, all.find(({ id }) => id === IMPORT));
  const functions = bodies(bytes, code).map(({ from, to }, i) => ({ name: '', short: `f${i.toString(36)}`, size: to - from, from, to, refers: new Set() }));
  const symbols = readSymbols(bytes, linking), starts = segments(bytes, data);
  const defined = symbols.filter((symbol) => symbol.segment !== undefined).map((symbol) => {
    const start = starts[symbol.segment], from = start.from + symbol.offset;
    return { symbol, from, to: from + Math.max(1, symbol.size), address: start.address + symbol.offset };
  });
  const { nodes: dataNodes, found } = pieces(defined);
  const nodes = symbols.map((symbol) => {
    if (symbol.type !== FUNCTION) return dataNodes.get(symbol);
    const node = functions[symbol.index - imported];
    if (node) node.name ||= symbol.name;
    return node;
  });
  for (const [section, holders] of [['reloc.CODE', functions], ['reloc.DATA', found]]) {
    if (!named(section)) continue;
    for (const { offset, symbol } of readRelocations(bytes, named(section))) {
      const from = holder(holders, offset);
      if (!from) throw new Error(`${section}: nothing holds the reference at ${offset}`);
      if (nodes[symbol]) from.refers.add(nodes[symbol]);
    }
  }
  const roots = exportedFunctions(bytes, all.find(({ id }) => id === EXPORT)).filter((index) => index >= imported).map((index) => functions[index - imported]);
  return { imported, functions, data: found, roots };
}

function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return Buffer.from([...bytes, value]);
}
function signedLeb(value) {
  const bytes = [];
  for (; value < -64 || value > 63; value >>= 7) bytes.push(value & 127 | 128);
  return Buffer.from([...bytes, value & 127]);
}
const sized = (bytes) => Buffer.concat([leb(bytes.length), bytes]);

/** The bytes of `chosen` of all `data` (readLinked) as segments [{address, bytes}]: neighbours are one, with the padding between them. */
function segmentsOf(bytes, data, chosen) {
  const { begin } = sections(bytes).find(({ id }) => id === DATA), runs = [];
  let last;
  for (const node of data) {
    const { from, size, address } = node;
    if (!chosen.has(node)) last = undefined;
    else if (last && from - last.from === address - last.address && from - last.to < PADDING) last.to = from + size;
    else runs.push(last = { from, to: from + size, address });
  }
  return runs.map(({ from, to, address }) => ({ address, bytes: bytes.subarray(begin + from, begin + to) }));
}

/** `bytes` with zeros in place of `data`. */
export function withoutData(bytes, data) {
  const left = Buffer.from(bytes), { begin } = sections(bytes).find(({ id }) => id === DATA);
  for (const { from, size } of data) left.fill(0, begin + from, begin + from + size);
  return left;
}

/**
 * The module `part`, which has no data yet, with `chosen` of all `data` of the linked module `bytes`: they are put in their places as it is
 * instantiated.
 */
export function withData(part, bytes, data, chosen) {
  if (chosen.length === 0) return part;
  const all = sections(part), code = all.find(({ id }) => id === CODE), found = segmentsOf(bytes, data, new Set(chosen));
  if (all.some(({ id }) => id === DATA || id === DATA_COUNT)) throw new Error('a part has data of its own');
  const content = found.flatMap(({ address, bytes: text }) => [Buffer.from([0, I32_CONST]), signedLeb(address), Buffer.from([END]), sized(text)]);
  return Buffer.concat([part.subarray(0, code.end), Buffer.from([DATA]), sized(Buffer.concat([leb(found.length), ...content])), part.subarray(code.end)]);
}

/**
 * `bytes` without relocations and debug information, its functions called by their short names: distinct, and short where they become
 * the names of exports.
 */
export function withShortNames(bytes, { imported, functions }) {
  const kept = sections(bytes).filter(({ id, name }) => id !== CUSTOM || name === 'target_features');
  const names = Buffer.concat([leb(functions.length), ...functions.map(({ short }, i) => Buffer.concat([leb(imported + i), sized(Buffer.from(short))]))]);
  const section = Buffer.concat([sized(Buffer.from('name')), Buffer.from([1]), sized(names)]);
  return Buffer.concat([bytes.subarray(0, 8), ...kept.map(({ header, end }) => bytes.subarray(header, end)), Buffer.from([CUSTOM]), sized(section)]);
}
