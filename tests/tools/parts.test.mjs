// tools/parts/ownership.mjs: what belongs to a lesson's part, what to a shared one, and what to the primary one.
import assert from 'node:assert/strict';
import test from 'node:test';

import {divide} from '../../tools/parts/ownership.mjs';

/// A program from {name: [names it refers to]}; `size` of each function as given, 100 otherwise; `roots` are what the host calls.
function program(graph, {roots, size = {}}) {
  const nodes = new Map(Object.keys(graph).map(name => [name, {name, size: size[name] ?? 100, refers: new Set()}]));
  for (const [name, refers] of Object.entries(graph)) for (const other of refers) nodes.get(name).refers.add(nodes.get(other));
  const functions = [...nodes.values()].filter(({name}) => !name.startsWith('data:'));
  return {linked: {functions, roots: roots.map(name => nodes.get(name))}, node: name => nodes.get(name)};
}
const named = parts => Object.fromEntries(parts.map(({lessons, functions}) => [lessons.join(' '), functions.map(({name}) => name)]));

test('what one lesson alone reaches is its own, through data too; what the start reaches is the primary part\'s', () => {
  const {linked, node} = program({
    main: ['data:table', 'draw'], draw: [], 'data:table': ['first', 'second'], first: ['draw', 'data:first'], 'data:first': ['helper'], helper: [], second: ['alone'], alone: [],
  }, {roots: ['main']});
  assert.deepEqual(named(divide(linked, new Map([['first', node('first')], ['second', node('second')]]))),
    {'': ['main', 'draw'], first: ['first', 'helper'], second: ['second', 'alone']});
});

test('what lessons share is a part where it is written for lessons and large, and the primary part\'s otherwise', () => {
  const large = '_ZN4attn7lessons11translation4drawEv', small = '_ZN4attn7lessons5words4nameEv', library = '_ZN4attn2nn5layerEv';
  const {linked, node} = program({main: ['a', 'b', 'c'], a: [large, small, library], b: [large, library], c: [small], [large]: [], [small]: [], [library]: []},
    {roots: ['main'], size: {[large]: 20_000, [library]: 50_000}});
  const entries = new Map(['a', 'b', 'c'].map(name => [name, node(name)]));
  assert.deepEqual(named(divide(linked, entries)), {'': ['main', library, small], a: ['a'], 'a b': [large], b: ['b'], c: ['c']});
});

test('a function that a lesson reaches only through another lesson\'s entry is not its own', () => {
  const {linked, node} = program({main: ['a'], a: ['b'], b: ['inner'], inner: []}, {roots: ['main']});
  assert.deepEqual(named(divide(linked, new Map([['a', node('a')], ['b', node('b')]]))), {'': ['main'], a: ['a'], b: ['b', 'inner']});
});
