// The film of a training as a file to send: an animation that plays for ever, or a strip of pictures side by side. They show the figure as
// it is drawn, each picture with the training's step below it. Only who asks for a file fetches this.

import { download } from './dom.js';
import { Gif } from './gif.js';
import { imageOf } from './raster.js';

const WIDEST = 720; // px, of a picture
const BAND = 34, LETTERS = 14, EDGE = 12; // px, of what is written below a picture
const GAP = 24; // px, between the pictures of a strip
const WHOLE = 500, LAST = 150; // hundredths of a second: the animation, and how long its last frame stays
const PICTURES = 6; // of a strip

const ENDINGS = { gif: '.gif', strip: '-strip.png' };
const SAID = { gif: 'animation', strip: 'strip' };

/** Why the film cannot be taken now; empty where it can. */
function whyNot({ trained, film, buttons, step, target }) {
  if (!trained) return 'this lesson trains no model, so there is no film';
  if (film.frames.length === 0) return 'there is no film yet: it begins with the first step of training';
  return buttons.underWay || target > step ? 'the training is under way: pause it first' : '';
}

/** `most` of `count` frames at even distances, the first and the last among them. */
function spread(count, most) {
  const taken = Math.min(count, most);
  return Array.from({ length: taken }, (_, i) => Math.round((i * (count - 1)) / Math.max(1, taken - 1)));
}

/**
 * Draws the figure alone, as it is at this moment. `host` is the figure's, `draw()` lets it draw its canvas, and `svg()` gives a vector
 * picture where there is no canvas to be drawn.
 */
class Painter {
  constructor(host, draw, svg) {
    Object.assign(this, { host, draw, svg });
  }

  /** In CSS pixels. */
  async size() {
    const svg = this.svg();
    if (!svg) return this.host.lab.rect('figure');
    const { naturalWidth, naturalHeight } = await imageOf(svg);
    return { width: naturalWidth, height: naturalHeight };
  }

  /** The figure's place on the canvas, in the canvas's pixels, with nothing of its neighbours. To ask for it lets the picture come to rest. */
  #place() {
    const { x, y, width, height } = this.host.lab.rect('figure'), ratio = this.host.canvas.width / this.host.keys.clientWidth;
    const [left, top] = [Math.ceil(x * ratio), Math.ceil(y * ratio)];
    return [left, top, Math.floor((x + width) * ratio) - left, Math.floor((y + height) * ratio) - top];
  }

  async paint(context, left, { width, height }) {
    const svg = this.svg();
    if (svg) return context.drawImage(await imageOf(svg), left, 0, width, height);
    const place = this.#place();
    this.draw(); // it is read in the task that draws it, for the buffer is not kept
    return context.drawImage(this.host.canvas, ...place, left, 0, width, height);
  }
}

/** A canvas for some pictures of the figure side by side, in the figure's colours. */
class Sheet {
  static async make(painter, columns) {
    const size = await painter.size();
    if (!size) throw new Error('lab.export: the figure is not shown');
    return new Sheet(painter, size, columns);
  }

  constructor(painter, size, columns) {
    const scale = Math.min(1, WIDEST / size.width), style = getComputedStyle(painter.host.element);
    this.painter = painter;
    this.picture = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
    this.colour = (name) => style.getPropertyValue(`--${name}`);
    this.canvas = Object.assign(document.createElement('canvas'), { width: columns * (this.picture.width + GAP) - GAP, height: this.picture.height + BAND });
    this.context = this.canvas.getContext('2d', { willReadFrequently: true });
    Object.assign(this.context, { imageSmoothingQuality: 'high', font: `${LETTERS}px ${style.fontFamily}`, textBaseline: 'middle' });
    this.#fill('background', 0, 0, this.canvas.width, this.canvas.height);
  }

  #fill(colour, ...box) {
    this.context.fillStyle = this.colour(colour);
    this.context.fillRect(...box);
  }

  /** Puts the figure of this moment into a column, and below it how far the training had come. */
  async put(column, step, steps) {
    const { context, picture } = this, left = column * (picture.width + GAP), middle = picture.height + BAND / 2;
    await this.painter.paint(context, left, picture);
    this.#fill('background', left, picture.height, picture.width, BAND);
    context.fillStyle = this.colour('ink');
    context.fillText(`Step ${step} of ${steps}`, left + EDGE, middle);
    const from = left + EDGE + context.measureText(`Step ${steps} of ${steps}`).width + EDGE, room = left + picture.width - EDGE - from;
    this.#fill('faint', from, middle - 1, room, 2);
    this.#fill('ink', from, middle - 1, (room * step) / steps, 2);
  }
}

/** Shows the frames `chosen` one after the other and calls `use(i, step, steps)` with each. Then the film stands again where it stood. */
async function walk(lab, chosen, use) {
  const { frames, at } = lab.film('stop'), { restarts } = lab.training(), { slug } = lab.lesson();
  const isThere = () => lab.lesson().slug === slug && lab.training().restarts === restarts && !whyNot(lab.training());
  lab.call('motion', 'reduced'); // so that every picture is the whole one of its step
  try {
    for (const [i, frame] of chosen.entries()) {
      await new Promise((soon) => { setTimeout(soon); }); // so that the page still answers
      if (!isThere()) throw new Error('the training goes on, and the film has changed');
      lab.film(frame);
      await use(i, frames[frame], frames.at(-1));
    }
  } finally {
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) lab.call('motion', 'full');
    if (isThere()) lab.film(at);
  }
}

async function animation(lab, painter, chosen, tell) {
  const sheet = await Sheet.make(painter, 1), { width, height } = sheet.canvas, gif = new Gif(width, height);
  await walk(lab, chosen, async (i, step, steps) => {
    await sheet.put(0, step, steps);
    gif.add(sheet.context.getImageData(0, 0, width, height).data);
    tell(i + 1, chosen.length);
  });
  const each = Math.round(WHOLE / chosen.length);
  return new Blob([await gif.bytes(chosen.map((_, i) => (i === chosen.length - 1 ? LAST : each)))], { type: 'image/gif' });
}

async function strip(lab, painter, chosen, tell) {
  const sheet = await Sheet.make(painter, chosen.length);
  await walk(lab, chosen, async (i, step, steps) => {
    await sheet.put(i, step, steps);
    tell(i + 1, chosen.length);
  });
  return new Promise((done, refuse) => {
    sheet.canvas.toBlob((blob) => (blob ? done(blob) : refuse(new Error('lab.export: the strip could not be made'))), 'image/png');
  });
}

/** The film as a Blob in the `format` 'gif' or 'strip'. `host`, `draw` and `svg` are a Painter's; `tell(done, of)` hears of every picture. */
export async function filmFile(host, draw, svg, format, tell = () => {}) {
  const { lab } = host, why = whyNot(lab.training());
  if (why) throw new Error(`lab.export: ${why}`);
  const { length } = lab.film().frames, painter = new Painter(host, draw, svg);
  return format === 'gif' ? animation(lab, painter, spread(length, length), tell) : strip(lab, painter, spread(length, PICTURES), tell);
}

/** Makes the film's file and saves it; `say` shows how far that is. */
export async function saveFilm(lab, format, say) {
  const name = `${lab.lesson().slug}-${lab.figure()}${ENDINGS[format]}`;
  try {
    const file = await lab.export(format, (done, of) => say(`Making the ${SAID[format]}: picture ${done} of ${of}.`));
    download(file, name);
    say(`${name}, ${Math.ceil(file.size / 1000)} kB.`);
  } catch (error) {
    say(`The ${SAID[format]} could not be made: ${error.message.replace(/^lab\.export: |\.$/g, '')}.`);
  }
}
