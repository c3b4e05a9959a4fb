// tools/parts/ownership.mjs: what belongs to a lesson's part, what to a shared one, and what to the primary one.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { divide } from '../../tools/parts/ownership.mjs';

/** A program from {name: [names it refers to]}; `size` of each function as given, 100 otherwise; `roots` are what the host calls. */
function program(graph, { roots, size = {} }) {
  const nodes = new Map(Object.keys(graph).map((name) => [name, { name, size: size[name] ?? 100, refers: new Set() }]));
  for (const [name, refers] of Object.entries(graph)) for (const other of refers) nodes.get(name).refers.add(nodes.get(other));
  const functions = [...nodes.values()].filter(({ name }) => !name.startsWith('data:'));
  return { linked: { functions, roots: roots.map((name) => nodes.get(name)) }, node: (name) => nodes.get(name) };
}
const named = (parts) => Object.fromEntries(parts.map(({ lessons, later, functions }) => [`${lessons.join(' ')}${later ? ' later' : ''}`, functions.map(({ name }) => name)]));

test('what one lesson alone reaches is its own, through data too; what the start reaches is the primary part\'s', () => {
  const { linked, node } = program({
    main: ['data:table', 'draw'], draw: [], 'data:table': ['first', 'second'], first: ['draw', 'data:first'], 'data:first': ['helper'], helper: [], second: ['alone'], alone: [],
  }, { roots: ['main'] });
  assert.deepEqual(named(divide(linked, new Map([['first', node('first')], ['second', node('second')]]))),
    { '': ['main', 'draw'], first: ['first', 'helper'], second: ['second', 'alone'] });
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
    '': ['main'], a: ['a', 'draw', 'common'], 'a later': [later('explain'), 'explain', later('train'), 'step', 'rare'], b: ['b', later('hint'), 'hint'],
  });
});

test('what two lessons reach later, or the start reaches, is where it would be otherwise', () => {
  const shared = '_ZN4attn8autodiff4stepEv';
  const graph = { main: [later('start'), 'a', 'b'], [later('start')]: ['start'], start: [], a: [later('a')], b: [later('b')], [later('a')]: [shared, 'large'], [later('b')]: [shared], [shared]: [], large: [] };
  const { linked, node } = program(graph, { roots: ['main'], size: { [shared]: 90_000, large: 90_000 } });
  assert.deepEqual(named(divide(linked, new Map(['a', 'b'].map((name) => [name, node(name)])))),
    { '': ['main', later('start'), 'start'], a: ['a'], 'a later': [later('a'), 'large'], 'a b': [shared], b: ['b', later('b')] });
});
