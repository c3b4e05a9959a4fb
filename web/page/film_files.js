// The film of a training as a file to send: an animation that plays for ever, or a strip of pictures side by side. They show the figure as
// it is drawn, each picture with the training's step below it. Only who asks for a file fetches this.

import { download } from './dom.js';
import { Gif } from './gif.js';

const WIDEST = 720; // px, of a picture
const BAND = 34, LETTERS = 14, EDGE = 12; // px, of what is written below a picture
const WHOLE = 500, SHORTEST = 4, LAST = 150; // hundredths of a second
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

/** A sheet for `columns` pictures of the figure, in its colours: {canvas, context, picture: {width, height}, colour(name), left(column)}. */
async function makeSheet(host, columns) {
  const size = await host.pictureSize();
  if (!size) throw new Error('lab.export: the figure is not shown');
  const scale = Math.min(1, WIDEST / size.width);
  const picture = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  const canvas = Object.assign(document.createElement('canvas'), { width: columns * (picture.width + EDGE) - EDGE, height: picture.height + BAND });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const style = getComputedStyle(host.element);
  context.fillStyle = style.getPropertyValue('--background');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.font = `${LETTERS}px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  return { canvas, context, picture, colour: (name) => style.getPropertyValue(`--${name}`), left: (column) => column * (picture.width + EDGE) };
}

/** Puts the figure of this moment, and below it `step` of `steps`, on the sheet. */
async function put(host, sheet, column, step, steps) {
  const { context, picture, colour } = sheet, left = sheet.left(column), top = picture.height;
  await host.drawOn(context, left, picture);
  context.fillStyle = colour('background');
  context.fillRect(left, top, picture.width, BAND);
  context.fillStyle = colour('ink');
  context.fillText(`Step ${step} of ${steps}`, left + EDGE, top + BAND / 2);
  const from = left + EDGE + context.measureText(`Step ${steps} of ${steps}`).width + EDGE, room = left + picture.width - EDGE - from;
  context.fillStyle = colour('faint');
  context.fillRect(from, top + BAND / 2 - 1, room, 2);
  context.fillStyle = colour('ink');
  context.fillRect(from, top + BAND / 2 - 1, (room * step) / steps, 2);
}

/** Shows the frames `chosen` one after the other and calls `use(i, step, steps)` with each. Then the film stands again where it stood. */
async function walk(lab, chosen, use) {
  const { frames, at } = lab.film('stop'), { restarts } = lab.training(), { slug } = lab.lesson();
  const isThere = () => lab.lesson().slug === slug && lab.training().restarts === restarts && !whyNot(lab.training());
  try {
    for (const [i, frame] of chosen.entries()) {
      await new Promise((soon) => { setTimeout(soon); }); // so that the page still answers
      if (!isThere()) throw new Error('the training goes on, and the film has changed');
      lab.film(frame);
      await use(i, frames[frame], frames.at(-1));
    }
  } finally {
    if (isThere()) lab.film(at);
  }
}

async function animation(lab, host, chosen, tell) {
  const sheet = await makeSheet(host, 1), { canvas } = sheet, gif = new Gif(canvas.width, canvas.height);
  await walk(lab, chosen, async (i, step, steps) => {
    await put(host, sheet, 0, step, steps);
    gif.add(sheet.context.getImageData(0, 0, canvas.width, canvas.height).data);
    tell(i + 1, chosen.length);
  });
  const each = Math.max(SHORTEST, Math.round(WHOLE / chosen.length));
  return new Blob([gif.bytes(chosen.map((_, i) => (i === chosen.length - 1 ? LAST : each)))], { type: 'image/gif' });
}

async function strip(lab, host, chosen, tell) {
  const sheet = await makeSheet(host, chosen.length);
  await walk(lab, chosen, async (i, step, steps) => {
    await put(host, sheet, i, step, steps);
    tell(i + 1, chosen.length);
  });
  return new Promise((done, refuse) => {
    sheet.canvas.toBlob((blob) => (blob ? done(blob) : refuse(new Error('the strip could not be made'))), 'image/png');
  });
}

/** The film as a Blob in the `format` 'gif' or 'strip'. `host` draws the figure; `tell(done, of)` hears of every picture. */
export async function filmFile(lab, host, format, tell = () => {}) {
  const why = whyNot(lab.training());
  if (why) throw new Error(`lab.export: ${why}`);
  const { length } = lab.film().frames;
  return format === 'gif' ? animation(lab, host, spread(length, length), tell) : strip(lab, host, spread(length, PICTURES), tell);
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
