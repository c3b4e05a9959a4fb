// A reader's own graph in lesson 16, in and out, and the table of a graph.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { edgeList, graphMl, graphOf } from '../../web/page/graph_files.js';
import { drop, paste } from './own_files.mjs';
import { Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const address = 'graph-attention/';
const notice = (page) => page.locator('.figure-notice');

const GRAPHML = '<graphml><graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>\n<edge source="a" target="b"/>\n<edge source="b" target="z"/>\n</graph></graphml>';

describe('a graph of the reader\u2019s own', { timeout: 120_000 }, () => {
  test('an edge list is pasted, a bad line named, one step back', () => site.play(address, async (page) => {
    await paste(page, 'from,to\nAnn,Bob\nBob,Bob\nBob,Cy\n');
    await notice(page).waitFor();
    assert.match(await notice(page).innerText(), /3 nodes and 2 ties taken.*Line 3 was left out: "Bob" would be tied to itself/s);
    assert.equal(await page.evaluate(() => window.lab.get('own')), 'Ann,Bob;Bob,Cy');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.evaluate(() => window.lab.get('own')), '');
  }));

  test('the line that says so goes with the lesson', () => site.play(address, async (page) => {
    const lines = page.locator('.own-data');
    assert.match((await lines.allInnerTexts()).join(' '), /your own graph/);
    await page.locator('article a[data-lesson="self-attention"]').first().click();
    await page.waitForFunction(() => window.lab.lesson().slug === 'self-attention' && document.title.startsWith('Self'));
    assert.deepEqual((await lines.allInnerTexts()).filter((text) => /graph/.test(text)), []);
  }));

  test('GraphML is dropped, though the lesson has a model that takes weights', () => site.play(address, async (page) => {
    await drop(page, GRAPHML, 'mine.graphml');
    await notice(page).waitFor();
    assert.match(await notice(page).innerText(), /3 nodes and 1 tie taken.*Line 3 was left out: there is no node "z"/s);
  }));

  test('what is saved can be taken again', () => site.play(address, async (page) => {
    for (const [button, ending] of [['an edge list', 'csv'], ['GraphML', 'graphml']]) {
      const coming = page.waitForEvent('download');
      await page.locator('.own-data').getByRole('button', { name: button }).click();
      const file = await coming;
      assert.equal(file.suggestedFilename(), `graph.${ending}`);
      const stream = await file.createReadStream();
      let text = '';
      for await (const piece of stream) text += piece;
      assert.match(await page.evaluate((saved) => window.lab.take(saved), text), /^34 nodes and (78 ties|156 ties) taken/);
    }
  }));

  test('a graph\u2019s table has a row for each node with its neighbours and weights', () => site.play(address, async (page) => {
    const { rows, first } = await page.evaluate(() => {
      const table = document.querySelector('[data-result="weights"] table');
      return { rows: table.tBodies[0].rows.length, first: table.tBodies[0].rows[0].cells[1].textContent };
    });
    assert.equal(rows, 34);
    assert.match(first, /2: 0\.\d+, .*32: 0\.\d+/);
  }));
});

test('files of a graph', () => {
  const graph = graphOf({ shape: [3, 3], data: [0.5, 0.5, 0, 1, 0, 0, 0, 0, 1], rows: ['a', 'b c', '<d>'] });
  assert.deepEqual(graph.ties, [{ from: 0, to: 1, weight: 0.5 }, { from: 1, to: 0, weight: 1 }]);
  assert.equal(edgeList(graph), 'from,to,weight\n"<d>",,\na,"b c",0.5\n"b c",a,1\n');
  assert.match(graphMl(graph), /<data key="name">&lt;d&gt;<\/data>/);
  assert.equal(graphOf({ shape: [2, 3], data: [] }), null);
});
