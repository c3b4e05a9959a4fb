// The film of a training as a file: an animation and a strip of pictures, read here by other code than that which wrote them.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';

import { addressWritten, audit, eventually, settled, Site, toggleControls } from './site.mjs';

let site;
before(async () => { site = await Site.start(); });
after(() => site.stop());

const options = { timeout: 240_000 };
const FRESH = 'encoder-decoder/?task=reversal&hidden=16&weights=seed';
const STEPS = 12, BAND = 34, GAP = 24;
const phone = { context: { viewport: { width: 390, height: 844 } } };
const wide = { context: { viewport: { width: 1440, height: 900 } } };

const training = (page) => page.evaluate(() => window.lab.training());
const idle = (page) => page.evaluate(() => window.lab.idle().then(() => {}));
async function train(page, steps = STEPS) {
  await page.evaluate((count) => window.lab.train(count).then(() => {}), steps);
  await idle(page);
}
/** The bytes of a Blob, or why there is none. */
async function exported(page, format) {
  const answer = await page.evaluate(async (name) => {
    window.told = [];
    try {
      window.made = await window.lab.export(name, (done, of) => window.told.push([done, of]));
    } catch ({ message }) {
      return { message };
    }
    const letters = Array.from(new Uint8Array(await window.made.arrayBuffer()), (byte) => String.fromCharCode(byte));
    return { type: window.made.type, text: btoa(letters.join('')), told: window.told };
  }, format);
  return answer.text ? { ...answer, bytes: Buffer.from(answer.text, 'base64') } : answer;
}

/** What the blocks of a GIF say: size, repetitions (0 for ever) and the frames' delays and places. */
function readGif(bytes) {
  assert.equal(bytes.toString('latin1', 0, 6), 'GIF89a');
  const found = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), repetitions: null, frames: [] };
  let at = 13 + (bytes[10] & 0x80 ? 3 << ((bytes[10] & 7) + 1) : 0), delay = 0;
  const skip = () => {
    while (bytes[at] > 0) at += bytes[at] + 1;
    ++at;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      const label = bytes[at + 1];
      at += 2;
      if (label === 0xf9) delay = bytes.readUInt16LE(at + 2);
      if (label === 0xff && bytes.toString('latin1', at + 1, at + 12) === 'NETSCAPE2.0') found.repetitions = bytes.readUInt16LE(at + 14);
      skip();
    } else {
      assert.equal(bytes[at], 0x2c, `a block at ${at}`);
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => bytes.readUInt16LE(at + offset));
      assert.ok(left + width <= found.width && top + height <= found.height, 'a frame lies within the picture');
      found.frames.push({ delay, width, height });
      at += 11; // no palette of its own; the bits of an index
      skip();
    }
  }
  assert.equal(at, bytes.length - 1, 'nothing follows the end');
  return found;
}

/** How far the picture of `frame` in the file window.made is from the PNG of the frame `shown`. Runs in the page; in a strip the picture has a `column`. */
async function farFromPng({ frame, shown = frame, column, gap }) {
  window.lab.film(shown);
  const { x, y, width, height } = window.lab.rect('figure');
  const png = await createImageBitmap(await window.lab.export('png')), file = window.made;
  const source = file.type === 'image/gif' ? (await new ImageDecoder({ data: await file.arrayBuffer(), type: file.type }).decode({ frameIndex: frame })).image : await createImageBitmap(file);
  const area = [Math.round(width), Math.floor(height) - 2];
  const numbers = (draw) => {
    const context = new OffscreenCanvas(...area).getContext('2d');
    draw(context);
    return context.getImageData(0, 0, ...area).data;
  };
  const ours = numbers((context) => context.drawImage(source, column * -(area[0] + gap), 0));
  const theirs = numbers((context) => context.drawImage(png, -Math.ceil(x), -Math.ceil(y)));
  const off = ours.map((value, i) => Math.abs(value - theirs[i]));
  const ink = theirs.filter((value, i) => i % 4 === 0 && value < 200).length;
  return { mean: off.reduce((sum, value) => sum + value, 0) / off.length, many: off.filter((value) => value > 40).length / off.length, ink };
}

describe('the film of a training', options, () => {
  test('is an animation that plays for ever, frame by frame the figure as it was', () => site.play(FRESH, async (page) => {
    await train(page);
    await addressWritten(page);
    const before = await page.evaluate(() => ({ film: window.lab.film(5), step: window.lab.training().step, undo: window.lab.history().undo, address: location.href }));
    const fetched = [];
    page.on('request', (request) => fetched.push(request.url()));
    const { type, bytes, told } = await exported(page, 'gif');
    assert.equal(type, 'image/gif');
    assert.deepEqual(told, Array.from({ length: STEPS + 1 }, (_, i) => [i + 1, STEPS + 1]));
    const after = await page.evaluate(() => ({ film: window.lab.film(), step: window.lab.training().step, undo: window.lab.history().undo, address: location.href }));
    assert.deepEqual(after, before, 'the film stands where it stood, and nothing else has changed');
    assert.ok(fetched.every((url) => /^blob:|\/page\/[^/]+\.js$|\/icon\.svg$/.test(url)), fetched.join(' '));

    const gif = readGif(bytes);
    assert.equal(gif.repetitions, 0, 'for ever');
    assert.equal(gif.frames.length, STEPS + 1);
    assert.ok(gif.width <= 720 && gif.height > 200, `${gif.width} by ${gif.height}`);
    const delays = gif.frames.map(({ delay }) => delay);
    assert.ok(Math.abs(delays.slice(0, -1).reduce((sum, delay) => sum + delay, 0) - 460) < 40, `${delays} hundredths of a second`);
    assert.ok(delays.at(-1) > 2 * delays[0], 'the last frame is held longer');
    const { count, loops } = await page.evaluate(async () => {
      const decoder = new ImageDecoder({ data: await window.made.arrayBuffer(), type: 'image/gif' });
      await decoder.tracks.ready;
      return { count: decoder.tracks.selectedTrack.frameCount, loops: String(decoder.tracks.selectedTrack.repetitionCount) };
    });
    assert.deepEqual([count, loops], [STEPS + 1, 'Infinity'], 'the browser reads it so too');
    for (const frame of [0, 5, STEPS]) {
      const { mean, many, ink } = await page.evaluate(farFromPng, { frame, column: 0, gap: GAP });
      assert.ok(mean < 0.5 && many < 0.0005, `frame ${frame}: ${mean} on average, ${many} far off`);
      assert.ok(ink > 500, 'there is something to be seen');
    }
    const { many } = await page.evaluate(farFromPng, { frame: 0, shown: STEPS, column: 0, gap: GAP });
    assert.ok(many > 0.003, `the frames differ: ${many}`);
  }, phone));

  test('is a strip of six pictures, from the first step to the last', () => site.play(FRESH, async (page) => {
    await train(page);
    await page.evaluate(() => window.lab.film(3));
    const { type, bytes, told } = await exported(page, 'strip');
    assert.equal(type, 'image/png');
    assert.equal(told.length, 6);
    assert.equal(await page.evaluate(() => window.lab.film().at), 3);
    const { width, height } = await page.evaluate(() => window.lab.rect('figure'));
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [6 * (Math.round(width) + GAP) - GAP, Math.round(height) + BAND]);
    for (const [column, frame] of [[0, 0], [5, STEPS]]) {
      const { mean, many, ink } = await page.evaluate(farFromPng, { frame, column, gap: GAP });
      assert.ok(mean < 0.5 && many < 0.0005 && ink > 500, `picture ${column}: ${mean} on average, ${many} far off, ${ink} dark`);
    }
  }, phone));

  test('has pictures no wider than 720 pixels, whatever room the figure has', () => site.play(FRESH, async (page) => {
    await train(page, 3);
    assert.ok(await page.evaluate(() => window.lab.rect('figure').width) > 720);
    assert.equal(readGif((await exported(page, 'gif')).bytes).width, 720);
    assert.equal((await exported(page, 'strip')).bytes.readUInt32BE(16), 4 * (720 + GAP) - GAP, 'a short run has fewer');
  }, wide));

  test('is refused with a sentence where there is none, and while the model trains', () => site.play(FRESH, async (page) => {
    await idle(page);
    for (const format of ['gif', 'strip']) assert.match((await exported(page, format)).message, /no film yet: it begins with the first step/);
    await page.evaluate(() => window.lab.run());
    await page.waitForFunction(() => window.lab.training().step > 2);
    assert.match((await exported(page, 'gif')).message, /under way: pause it first/);
    assert.ok(await page.evaluate(() => window.lab.training().running), 'the run goes on');
    await page.evaluate(() => window.lab.pause());
    const broken = await page.evaluate(() => window.lab.export('gif', (done) => done === 2 && window.lab.restart()).then(() => '', ({ message }) => message));
    assert.match(broken, /the film has changed/);
    assert.equal((await training(page)).step, 0);
    await page.evaluate(() => window.lab.open('pooling').then(() => {}));
    assert.match((await exported(page, 'gif')).message, /trains no model/);
  }));

  test('goes through the vector picture without WebGL 2', () => site.play(FRESH, async (page) => {
    await train(page, 3);
    const { bytes } = await exported(page, 'gif');
    const gif = readGif(bytes);
    assert.equal(gif.frames.length, 4);
    assert.ok(gif.frames.slice(1).some(({ width, height }) => width > 20 && height > 20), 'something changes');
    assert.ok(bytes.length > 8000, `${bytes.length} bytes`);
  }, {
    init: () => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
      };
    },
  }));
});

describe('the buttons that save it', options, () => {
  test('stand in the Share panel where there is a film, and say what they do', () => site.play(FRESH, async (page) => {
    const share = () => page.locator('[data-action=share]').click();
    await idle(page);
    await share();
    await page.locator('.share .snippet').first().waitFor();
    assert.equal(await page.locator('.share [data-film]').count(), 0, 'nothing was trained here yet');
    await page.keyboard.press('Escape');
    await train(page, 4);
    const scripts = [];
    page.on('request', (request) => /\.js$/.test(request.url()) && scripts.push(request.url()));
    await share();
    await page.locator('.share-preview iframe').waitFor();
    const before = scripts.length;
    assert.deepEqual(await audit(page), []);
    for (const [format, name] of [['gif', 'encoder-decoder-numbers.gif'], ['strip', 'encoder-decoder-numbers-strip.png']]) {
      const [saved] = await Promise.all([page.waitForEvent('download'), page.locator(`.share [data-film=${format}]`).click()]);
      assert.equal(saved.suggestedFilename(), name);
      assert.ok((await readFile(await saved.path())).length > 3000);
      await eventually(async () => assert.match(await page.locator('.share-codes [role=status]').innerText(), new RegExp(`^${name.replaceAll('.', '\\.')}, \\d+ kB\\.$`)));
    }
    assert.ok(scripts.length > before, 'what makes them comes when it is asked for');
  }, wide));

  test('stand beside the slider of the parallel page, and say why where nothing comes of it', () => site.play(FRESH, async (page) => {
    await train(page, 4);
    await toggleControls(page);
    const strip = page.locator('.training'), save = strip.getByRole('button', { name: 'Save the film of the run as a strip of pictures' });
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
    assert.equal(saved.suggestedFilename(), 'encoder-decoder-numbers-strip.png');
    await eventually(async () => assert.match(await strip.locator('.training-status').innerText(), /strip\.png, \d+ kB\.$/));
    await page.evaluate(() => window.lab.run());
    await page.waitForFunction(() => window.lab.training().step > 6);
    await save.click();
    await eventually(async () => assert.match(await strip.locator('.training-status').innerText(), /could not be made: the training is under way/));
    await page.evaluate(() => window.lab.pause());
    assert.deepEqual(await audit(page), []);
  }, phone));

  test('on the front page a run is drawn back and forth below its curve', () => site.play('', async (page) => {
    await idle(page);
    const slider = page.locator('.front .toolbar .film input');
    assert.ok(!await slider.isVisible(), 'nothing was trained here yet');
    await train(page, 40);
    await slider.waitFor();
    const { x, y, width, height } = await slider.boundingBox();
    assert.ok(width > 200 && y + height < 900, 'in sight');
    await page.mouse.move(x + width - 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => assert.match(await page.locator('.birth-seen').innerText(), /^At step (1[89]|2[012]) of 400/));
    assert.equal((await training(page)).step, 40);
    await settled(page);
    assert.deepEqual(await audit(page), []);
    await page.locator('.front a[data-lesson]').first().click();
    await page.waitForFunction(() => document.body.dataset.page === 'lesson');
    assert.ok(!await page.locator('.toolbar .film').isVisible(), 'and nowhere else');
  }, wide));
});
