// Scenes: the figure follows the reading, the pin stops it, Back and Forward go through what was pressed, the presenter steps, paper has the
// stills.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { audit, eventually, everyThird, middleOf, settled, Site } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const still = { reducedMotion: 'reduce' };
const play = (address, use, context = {}) => site.play(address, use, { context: { ...still, ...context } });
const query = (page) => page.evaluate(() => window.lab.query());
const place = (page) => page.evaluate(() => window.lab.scene());
const comesTo = (page, id) => page.waitForFunction((wanted) => window.lab.scene().id === wanted, id, { timeout: 10_000 });

/** Scrolls with the wheel until the section's heading has just passed the line at which it is read, which goes down towards the page's end. */
async function readOnTo(page, id) {
  for (let turns = 0; turns < 400; ++turns) {
    const by = await page.evaluate((name) => {
      if (name === 'top') return -Math.min(scrollY, 500);
      const figure = document.querySelector('.figure');
      const top = innerWidth < 1000 && getComputedStyle(figure).position === 'sticky' ? Math.min(figure.getBoundingClientRect().bottom, 0.75 * innerHeight) : 0;
      const left = document.documentElement.scrollHeight - innerHeight - scrollY, line = top + (innerHeight - top) / 3;
      const past = document.getElementById(name).getBoundingClientRect().top - Math.max(line, innerHeight - left);
      if (past <= 0 && past > -40) return 0;
      const wanted = (past + 20) * (innerHeight - left > line ? 0.5 : 1);
      return Math.sign(wanted) * Math.ceil(Math.min(500, Math.abs(wanted)));
    }, id);
    if (by === 0) return;
    await page.mouse.wheel(0, by);
    await settled(page, 40);
  }
  throw new Error(`${id} does not come into reading position`);
}

/** Puts a section's heading into reading position at once, and says where in the window it then is. */
const jumpTo = (page, id) => page.evaluate((name) => {
  const heading = document.getElementById(name), edge = document.querySelector('.figure').offsetHeight; // it sticks to the window's edge
  scrollBy({ top: heading.getBoundingClientRect().top - edge - 0.3 * (innerHeight - edge), behavior: 'instant' });
  return heading.getBoundingClientRect().top;
}, id);

const scenesOf = (page) => page.evaluate(() => window.lab.scenes());

/** What the program makes of each scene on a fresh figure. */
const sceneQuery = (page, slug, scene) => page.evaluate(async ([name, wanted]) => {
  const before = window.lab.query();
  window.lab.bring(wanted);
  const made = window.lab.query();
  window.lab.bring(before);
  return made;
}, [slug, scene]);

for (const slug of everyThird(0)) {
  test(`${slug}: each section's scene comes as it is read, and the address says it`, { timeout: 300_000 }, () => play(`${slug}/`, async (page) => {
    await page.evaluate(() => window.lab.idle());
    const entries = await page.evaluate(() => history.length);
    const scenes = await scenesOf(page);
    assert.equal(scenes[0].id, 'top');
    const headings = await page.locator('article :is(h2, h3, .section-scene[id])').evaluateAll((all) => all.map(({ id }) => id).filter((id) => !['what-you-now-know', 'references'].includes(id)));
    assert.deepEqual(scenes.slice(1).map(({ id }) => id), headings, 'every section has a scene, and so has each place where its text turns to another');
    for (const { id, figure, values } of scenes.slice(1)) {
      await readOnTo(page, id);
      await comesTo(page, id);
      assert.equal(await page.evaluate(() => window.lab.figure()), figure, id);
      for (const [name, value] of Object.entries(values)) assert.deepEqual(await page.evaluate((param) => window.lab.get(param), name), value, `${id}: ${name}`);
      assert.equal(await page.locator('.scene-name').textContent(), await page.locator(`[id="${id}"]`).textContent());
    }
    await eventually(async () => assert.equal(page.url(), await page.evaluate(() => window.lab.url())));
    assert.equal(await page.evaluate(() => history.length), entries, 'scrolling makes no entries');
    assert.equal(await page.evaluate(() => window.lab.history().undo), 0, 'nor steps of undo');
    await readOnTo(page, 'top');
    await comesTo(page, 'top');
  }));
}

test('a section is read once it has come up to the upper third of the view', { timeout: 60_000 }, () => play('pooling/', async (page) => {
  const scrollTo = (id, share) => page.evaluate(([name, part]) => {
    const heading = document.getElementById(name);
    scrollBy({ top: heading.getBoundingClientRect().top - part * innerHeight, behavior: 'instant' });
  }, [id, share]);
  await page.mouse.wheel(0, 40);
  await scrollTo('temperature', 0.42);
  await page.mouse.wheel(0, 8);
  await settled(page, 600);
  assert.notEqual((await place(page)).id, 'temperature', 'most of what is seen is the section before');
  await scrollTo('temperature', 0.3);
  await page.mouse.wheel(0, 8);
  await comesTo(page, 'temperature');
}));

describe('reading the first lesson', { timeout: 180_000 }, () => {
  const first = 'one-query-some-pairs', temperature = 'temperature', adding = 'adding-removing-repeating';

  test('what the hand changed stays until the reader moves on, and one press brings it back', () => play('pooling/', async (page) => {
    await readOnTo(page, first);
    await comesTo(page, first);
    await page.evaluate(() => window.lab.set({ query: [1, 1] }));
    const own = await query(page);
    await page.mouse.wheel(0, 20);
    await settled(page, 400);
    assert.equal(await query(page), own, 'within the section nothing is lost');
    assert.ok(!await page.locator('[data-own]').isVisible());
    await readOnTo(page, temperature);
    await comesTo(page, temperature);
    assert.notEqual(await query(page), own);
    await page.locator('[data-own]').click();
    assert.equal(await query(page), own);
    assert.ok(!await page.locator('[data-own]').isVisible());
    await page.evaluate(() => window.lab.undo());
    assert.notEqual(await query(page), own, 'a step of undo');
    await page.goBack();
    await page.waitForFunction((wanted) => window.lab.query() !== wanted, own);
  }));

  test('the pin stops and resumes following, by key, and says so', () => play('pooling/', async (page) => {
    await readOnTo(page, first);
    await comesTo(page, first);
    const pin = page.locator('[data-pin]');
    await pin.focus();
    await page.keyboard.press('Enter');
    assert.equal(await pin.getAttribute('aria-pressed'), 'true');
    assert.match(await page.locator('.scene-said').textContent(), /stays/);
    await readOnTo(page, temperature);
    await settled(page, 500);
    assert.equal((await place(page)).id, first);
    assert.match(await page.locator('.scene-name').textContent(), /^Pinned: One query/);
    await pin.click();
    assert.equal(await pin.getAttribute('aria-pressed'), 'false');
    await comesTo(page, temperature);
    await readOnTo(page, adding);
    await comesTo(page, adding);
  }));

  test('while the hand drags, the figure does not go on; when it lets go, it does', () => play('pooling/', async (page) => {
    await readOnTo(page, first);
    await comesTo(page, first);
    await settled(page);
    const from = await middleOf(page, 'query');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y, { steps: 3 });
    await page.evaluate((id) => document.getElementById(id).scrollIntoView({ block: 'start' }), temperature);
    await settled(page, 600);
    assert.equal((await place(page)).id, first);
    await page.mouse.up();
    await comesTo(page, temperature);
    assert.ok((await place(page)).own, 'what was dragged is kept');
  }));

  test('a pressed scene and a text link are steps: Back undoes each where it was made, Forward does it again', () => play('pooling/', async (page) => {
    await page.evaluate(() => { window.sameDocument = true; });
    const states = [await query(page)];
    // Pressed by script, since a mouse would scroll there first, and on a busy machine reading brings the scene before the press does.
    const press = (link) => page.locator(link).first().evaluate((found) => found.click());
    await press('[data-scene-of="the-output-stays-inside"]');
    states.push(await query(page));
    assert.match(page.url(), /query=3\.8/);
    await press('article a[data-set*="view=colours"]');
    states.push(await query(page));
    assert.equal(new Set(states).size, 3);
    for (const state of states.slice(0, -1).reverse()) {
      await page.goBack();
      await page.waitForFunction((wanted) => window.lab.query() === wanted, state);
      await settled(page, 600);
      assert.equal(await query(page), state, 'and stays, wherever the browser scrolls to');
    }
    for (const state of states.slice(1)) {
      await page.goForward();
      await page.waitForFunction((wanted) => window.lab.query() === wanted, state);
    }
    assert.ok(await page.evaluate(() => window.sameDocument === true));
  }));

  test('whoever reads on right after pressing a text link is followed', () => play('pooling/', async (page) => {
    await readOnTo(page, 'the-output-stays-inside');
    await comesTo(page, 'the-output-stays-inside');
    const link = page.locator('article a[data-set*="temperature=0.05"]');
    await link.scrollIntoViewIfNeeded();
    const { x, y } = await link.evaluate((word) => word.getClientRects()[0].toJSON());
    await page.mouse.click(x + 5, y + 5);
    for (let turn = 0; turn < 3; ++turn) await page.mouse.wheel(0, 100);
    await readOnTo(page, temperature);
    await comesTo(page, temperature);
  }));

  test('what Back brings stays, although the page scrolls back with it', () => play('pooling/', async (page) => {
    await readOnTo(page, 'the-output-stays-inside');
    await comesTo(page, 'the-output-stays-inside');
    await page.evaluate(() => window.lab.set({ temperature: 3 }));
    const own = await query(page);
    await page.locator('article a[data-set*="temperature=0.05"]').click();
    await readOnTo(page, temperature);
    await comesTo(page, temperature);
    const from = await page.evaluate(() => scrollY);
    await page.goBack();
    await page.waitForFunction((before) => scrollY < before - 100, from);
    await settled(page, 700);
    assert.equal(await query(page), own);
  }));

  test('a link to a heading opens its scene, one to a state keeps the state', async () => {
    await play(`pooling/#${temperature}`, async (page) => {
      await comesTo(page, temperature);
      assert.equal(await page.evaluate(() => window.lab.figure()), 'temperature-sweep');
      await readOnTo(page, adding);
      await comesTo(page, adding);
      assert.equal(new URL(page.url()).hash, `#${adding}`, 'a fragment goes along');
    });
    await play(`pooling/?temperature=3#${temperature}`, async (page) => {
      await settled(page, 600);
      assert.equal(await query(page), 'temperature=3');
    });
  });

  test('a fragment typed into the address goes to its scene', () => play('pooling/', async (page) => {
    await page.evaluate((id) => { location.hash = id; }, temperature);
    await comesTo(page, temperature);
    await page.goBack();
    await page.waitForFunction(() => window.lab.query() === '');
  }));

  test('on a phone the text stays where it is when what lies between it and the figure grows and shrinks with the scene', () => play('alignment/', async (page) => {
    await page.evaluate(() => window.lab.idle());
    const heights = new Set();
    const scenes = (await scenesOf(page)).slice(1, -2);
    for (const { id } of scenes) {
      const top = await jumpTo(page, id);
      await comesTo(page, id);
      await page.evaluate(() => window.lab.idle());
      await settled(page);
      const [now, height] = await page.evaluate((name) => [document.getElementById(name).getBoundingClientRect().top, document.querySelector('.parallel').offsetHeight], id);
      assert.ok(Math.abs(now - top) <= 2, `${id}: ${top} and then ${now}`);
      heights.add(height);
    }
    assert.ok(heights.size > 1, 'something grew or shrank');
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

  test('on a phone the figure above the text follows just as well, with the pin in reach', () => play('pooling/', async (page) => {
    for (const id of [first, temperature, adding]) {
      await readOnTo(page, id);
      await comesTo(page, id);
      const { top, bottom } = await page.locator('[data-pin]').evaluate((pin) => pin.getBoundingClientRect().toJSON());
      assert.ok(top > 0 && bottom < 844, 'the pin is in sight');
    }
    await page.locator('[data-pin]').click();
    await readOnTo(page, first);
    await settled(page, 500);
    assert.equal((await place(page)).id, adding);
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));
});

test('a model in training goes on while the reader reads, and a scene leaves it alone', { timeout: 180_000 }, () => play('alignment/?figure=training&task=reversal&weights=seed', async (page) => {
  await page.evaluate(() => { window.lab.speed('slow'); window.lab.run(); });
  await readOnTo(page, 'train-it');
  await comesTo(page, 'train-it');
  const { restarts } = await page.evaluate(() => window.lab.training());
  await readOnTo(page, 'a-window'); // it wants another model
  await eventually(async () => assert.match(await page.locator('.scene-said').textContent(), /in training/));
  const now = await page.evaluate(() => window.lab.training());
  assert.equal(now.restarts, restarts);
  assert.equal(now.running, true);
  assert.equal(await page.evaluate(() => window.lab.get('task')), 'reversal');
  await page.evaluate(() => window.lab.pause());
}));

describe('the presenter', { timeout: 180_000 }, () => {
  const hd = { viewport: { width: 1920, height: 1080 } };

  test('steps with arrow keys and a clicker, and Escape leaves where it is', () => play('pooling/', async (page) => {
    const scenes = await scenesOf(page);
    const turns = await page.locator('.section-scene[id]').evaluateAll((all) => all.map(({ id }) => id));
    const sectionTitle = (i) => scenes.slice(0, i + 1).findLast(({ id }) => !turns.includes(id)).title;
    await page.locator('[data-present]').click();
    await page.locator('.presenter').waitFor(); // its code comes with its first use
    assert.match(page.url(), /present/);
    const title = page.locator('.presenter-title');
    assert.equal(await title.textContent(), 'A soft dictionary');
    let at = 0;
    for (const key of ['ArrowRight', 'PageDown', ' ', 'PageDown', 'PageUp', 'ArrowLeft']) {
      at += ['PageUp', 'ArrowLeft'].includes(key) ? -1 : 1;
      await page.keyboard.press(key);
      await comesTo(page, scenes[at].id);
      assert.equal(await title.textContent(), sectionTitle(at).replace(/`/g, ''));
      assert.ok((await page.locator('.presenter-words').textContent()).length > 20);
    }
    assert.deepEqual(await audit(page), []);
    await page.keyboard.press('Escape');
    assert.ok(!await page.locator('.presenter').isVisible());
    assert.doesNotMatch(page.url(), /present/);
    await settled(page, 600);
    assert.equal((await place(page)).id, scenes[at].id);
    const { top } = await page.locator(`[id="${scenes[at].id}"]`).evaluate((heading) => heading.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && top < 500, 'the text is where the presentation was');
  }, hd));

  test('is legible from the last row, fills the window, and everything is still dragged', () => play('pooling/?present', async (page) => {
    await page.locator('.presenter').waitFor();
    await page.keyboard.press('PageDown');
    await comesTo(page, 'one-query-some-pairs');
    await settled(page);
    const size = (selector) => page.locator(selector).evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    assert.ok(await size('.presenter-title') >= 44, 'the heading');
    assert.ok(await size('.presenter-words') >= 30, 'the sentence');
    const zoom = await page.evaluate(() => window.lab.zoom);
    assert.ok(zoom >= 1.5, `the figure's type is ${zoom} times as large`);
    const box = await page.locator('canvas').boundingBox();
    assert.ok(box.width > 1700 && box.height > 650, `${box.width} x ${box.height}`);
    assert.ok(await page.evaluate(() => document.querySelector('canvas').width) >= box.width - 2, 'in full resolution');
    const before = await page.evaluate(() => window.lab.get('query'));
    const from = await middleOf(page, 'query');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 120, from.y - 60, { steps: 6 });
    await page.mouse.up();
    await settled(page);
    const to = await middleOf(page, 'query');
    assert.notDeepEqual(await page.evaluate(() => window.lab.get('query')), before);
    assert.ok(Math.abs(to.x - from.x - 120) < 4 && Math.abs(to.y - from.y + 60) < 4, 'the handle is under the hand');
    await page.keyboard.press('PageDown');
    await comesTo(page, 'the-output-stays-inside');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => window.lab.zoom), 1);
  }, hd));
});

test('on paper each section has the still of its own scene, once', { timeout: 120_000 }, () => play('pooling/', async (page) => {
  assert.ok(!await page.locator('.scene-still').first().isVisible());
  await page.emulateMedia({ media: 'print' });
  const stills = await page.locator('article').evaluate((article) => {
    const found = {};
    let section = '';
    for (const node of article.querySelectorAll('h2, h3, figure')) {
      if (node.matches('h2, h3')) section = node.id;
      else if (node.checkVisibility()) (found[section] ??= []).push(node.querySelector('img').getAttribute('src').replace(/.*\//, ''));
    }
    return found;
  });
  for (const id of ['one-query-some-pairs', 'the-output-stays-inside', 'temperature', 'adding-removing-repeating']) assert.equal(stills[id]?.length, 1, id);
  assert.equal(stills['the-output-stays-inside'][0], 'pooling-scene-the-output-stays-inside-light.svg');
  assert.ok(!await page.locator('.toolbar').isVisible());
}));

test('where a section turns to another state the figure turns with it, and back', { timeout: 60_000 }, () => play('recurrent/', async (page) => {
  const cell = () => page.evaluate(() => window.lab.get('cell'));
  await readOnTo(page, 'three-cells');
  await comesTo(page, 'three-cells');
  assert.equal(await cell(), 'rnn');
  for (const [id, wanted] of [['three-cells-2', 'lstm'], ['three-cells-3', 'gru']]) {
    await readOnTo(page, id);
    await comesTo(page, id);
    assert.equal(await cell(), wanted, id);
    assert.equal(await page.locator('.scene-name').textContent(), `One step of the ${wanted.toUpperCase()}`);
    assert.ok(await page.locator(`[data-scene-of="${id}"]`).first().evaluate((link) => link.classList.contains('is-shown')));
  }
  await readOnTo(page, 'three-cells-2');
  await comesTo(page, 'three-cells-2');
  assert.equal(await cell(), 'lstm');
  await page.locator('[data-present]').click();
  await page.locator('.presenter').waitFor();
  assert.equal(await page.locator('.presenter-title').textContent(), 'Three cells');
  assert.match(await page.locator('.presenter-words').textContent(), /^The LSTM has a cell state/);
}));

test('an exercise says how far the reader is while they drag, and explains when they are there', { timeout: 120_000 }, () => play('pooling/', async (page) => {
  const section = page.locator('.exercise[data-exercise=forty]');
  const id = await section.locator('h3').getAttribute('id');
  await readOnTo(page, id);
  await comesTo(page, id);
  const verdict = section.locator('.verdict');
  await eventually(async () => assert.match(await verdict.textContent(), /^So far: The two largest weights/));
  assert.ok(!await section.locator('.explanation').isVisible(), 'no explanation before an attempt');
  const said = await verdict.textContent();
  await page.evaluate(() => window.lab.set({ query: [0.2, 0.2] }));
  await eventually(async () => assert.notEqual(await verdict.textContent(), said));
  const there = await page.evaluate(() => {
    for (let x = -4; x <= 4; x += 0.1)
      for (let y = -4; y <= 4; y += 0.1) {
        window.lab.set({ query: [x, y] });
        const distance = window.lab.distance('forty');
        if (distance?.correct) return true;
      }
    return false;
  });
  assert.ok(there, 'somewhere it is so');
  await eventually(async () => assert.match(await verdict.textContent(), /^There\./));
  assert.ok(await section.locator('.explanation').isVisible());
}));
