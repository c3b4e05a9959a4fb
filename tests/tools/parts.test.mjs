// tools/parts/ownership.mjs: what belongs to a lesson's part, what to a shared one, and what to the primary one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withData, withoutData } from '../../tools/parts/linked.mjs';
import { divide } from '../../tools/parts/ownership.mjs';

/** A program from {name: [names it refers to]}; `size` of each function as given, 100 otherwise; `roots` are what the host calls. */
function program(graph, { roots, size = {} }) {
  const nodes = new Map(Object.keys(graph).map((name) => [name, { name, size: size[name] ?? 100, refers: new Set() }]));
  for (const [name, refers] of Object.entries(graph)) for (const other of refers) nodes.get(name).refers.add(nodes.get(other));
  const isData = ({ name }) => name.startsWith('data:'), all = [...nodes.values()];
  return { linked: { functions: all.filter((node) => !isData(node)), data: all.filter(isData), roots: roots.map((name) => nodes.get(name)) }, node: (name) => nodes.get(name) };
}
const named = (parts) => Object.fromEntries(parts.map(({ lessons, later, functions, data }) => [`${lessons.join(' ')}${later ? ' later' : ''}`, [...functions, ...data].map(({ name }) => name)]));

test('what one lesson alone reaches is its own, through data too; what the start reaches is the primary part\'s', () => {
  const { linked, node } = program({
    main: ['data:table', 'draw'], draw: [], 'data:table': ['first', 'second'], first: ['draw', 'data:first'], 'data:first': ['helper'], helper: [], second: ['alone'], alone: [],
  }, { roots: ['main'] });
  assert.deepEqual(named(divide(linked, new Map([['first', node('first')], ['second', node('second')]]))),
    { '': ['main', 'draw', 'data:table'], first: ['first', 'helper', 'data:first'], second: ['second', 'alone'] });
});

test('what lessons share is a part where it is large and they are few or it is written for lessons, and the primary part\'s otherwise', () => {
  const large = '_ZN4attn7lessons11translation4drawEv', small = '_ZN4attn7lessons5words4nameEv', library = '_ZN4attn2nn5layerEv';
  const rarer = '_ZN4attn2nn4rareEv', all = ['a', 'b', 'c', 'd'];
  const { linked, node } = program({
    main: all, a: [large, small, library, rarer], b: [large, library, rarer], c: [large, small, library], d: [large, library],
    [large]: [], [small]: [], [library]: [], [rarer]: [],
  }, { roots: ['main'], size: { [large]: 20_000, [library]: 50_000, [rarer]: 15_000 } });
  const entries = new Map(all.map((name) => [name, node(name)]));
  assert.deepEqual(named(divide(linked, entries)), { '': ['main', library, small], a: ['a'], 'a b c d': [large], 'a b': [rarer], b: ['b'], c: ['c'], d: ['d'] });
});

test('a function that a lesson reaches only through another lesson\'s entry is not its own', () => {
  const { linked, node } = program({ main: ['a'], a: ['b'], b: ['inner'], inner: [] }, { roots: ['main'] });
  assert.deepEqual(named(divide(linked, new Map([['a', node('a')], ['b', node('b')]]))), { '': ['main'], a: ['a'], b: ['b', 'inner'] });
});

/** Functions as C++ names them: `later<f>` and what it stands for. */
const later = (name) => `_ZN4attn5LaterIPFvvETnDaXadL_Z${name.length}${name}vEEE4callEv`;

test('what a lesson reaches through later<> alone comes later, where that is much; what it reaches otherwise too does not', () => {
  const graph = {
    main: ['a', 'b'], a: ['draw', 'data:figures'], 'data:figures': [later('explain'), later('train')], draw: ['common'], common: [],
    [later('explain')]: ['explain'], explain: ['common', 'rare'], [later('train')]: ['step'], step: [], rare: [],
    b: [later('hint')], [later('hint')]: ['hint'], hint: [],
  };
  const { linked, node } = program(graph, { roots: ['main'], size: { rare: 40_000, hint: 20_000 } });
  assert.deepEqual(named(divide(linked, new Map(['a', 'b'].map((name) => [name, node(name)])))), {
    '': ['main'], a: ['a', 'draw', 'common', 'data:figures'], 'a later': [later('explain'), 'explain', later('train'), 'step', 'rare'], b: ['b', later('hint'), 'hint'],
  });
});

test('what two lessons reach later, or the start reaches, is where it would be otherwise', () => {
  const shared = '_ZN4attn8autodiff4stepEv';
  const graph = { main: [later('start'), 'a', 'b'], [later('start')]: ['start'], start: [], a: [later('a')], b: [later('b')], [later('a')]: [shared, 'large'], [later('b')]: [shared], [shared]: [], large: [] };
  const { linked, node } = program(graph, { roots: ['main'], size: { [shared]: 90_000, large: 90_000 } });
  assert.deepEqual(named(divide(linked, new Map(['a', 'b'].map((name) => [name, node(name)])))),
    { '': ['main', later('start'), 'start'], a: ['a'], 'a later': [later('a'), 'large'], 'a b': [shared], b: ['b', later('b')] });
});

/** A module with these sections [id, content...]; each content is shorter than 128 bytes. */
const wasm = (...all) => Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, ...all.flatMap(([id, ...content]) => [id, content.length, ...content])]);
const CODE = 10, DATA = 11, END = 0x0b;
/** One segment for address 70, of which the program has pieces: letters of three parts, and padding. */
const text = 'aabb..aaacaa';
const linkedBytes = wasm([DATA, 1, 0, 0x41, 0xc6, 0x00, END, text.length, ...Buffer.from(text)]);
const pieces = [[0, 2], [2, 2], [6, 3], [9, 1], [10, 2]].map(([place, size]) => ({ from: 7 + place, size, address: 70 + place, of: text[place] }));
const of = (part) => pieces.filter((piece) => piece.of === part);

test('data that leaves the primary part leaves zeros, and comes to its place with its part', async () => {
  const left = (...parts) => withoutData(linkedBytes, parts.flatMap(of)).subarray(-text.length).toString('latin1');
  assert.equal(left('a'), '\0\0bb..\0\0\0c\0\0');
  assert.equal(left('a', 'b', 'c'), '\0\0\0\0..\0\0\0\0\0\0');

  const memory = new WebAssembly.Memory({ initial: 1 }), there = () => Buffer.from(memory.buffer, 69, 14).toString('latin1');
  const importing = [2, 1, 1, 112, 1, 109, 2, 0, 1]; // (import "p" "m" (memory 1))
  const part = (chosen) => withData(wasm(importing, [CODE, 0]), linkedBytes, pieces, chosen);
  await WebAssembly.instantiate(part([...of('a'), ...of('b')]), { p: { m: memory } });
  assert.equal(there(), `\0aabb..aaa\0aa\0`, 'padding between neighbours goes along, what another part has between them does not');
  await WebAssembly.instantiate(part(of('c')), { p: { m: memory } });
  assert.equal(there(), `\0${text}\0`);
  assert.deepEqual(withData(part(of('a')), linkedBytes, pieces, []), part(of('a')), 'nothing chosen changes nothing');
  assert.throws(() => withData(part(of('a')), linkedBytes, pieces, of('b')), /data of its own/);
});
