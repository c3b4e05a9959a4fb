// Vector stills to PNG at twice their size, with the course's own fonts.
import {readFile, readdir} from 'node:fs/promises';
import path from 'node:path';
import {Resvg} from '@resvg/resvg-js';
import {encodePng} from './png.mjs';

const kScale = 2;

/// `cache` keeps drawn ones between builds. Every <slug>-<figure>-<theme>.svg of `folder`. Returns {pngs: name -> bytes, sizes: name without theme -> {width, height}}.
export async function renderStills(folder, fonts, cache) {
  const names = (await readdir(folder)).filter(name => name.endsWith('.svg')).sort();
  const fontFiles = (await readdir(fonts)).filter(name => name.endsWith('.ttf')).map(name => path.join(fonts, name));
  const fontBytes = Buffer.concat(await Promise.all(fontFiles.map(file => readFile(file))));
  const coder = await readFile(new URL('png.mjs', import.meta.url));
  const pngs = new Map(), sizes = new Map();
  for (const name of names) {
    const svg = await readFile(path.join(folder, name), 'utf8');
    const resvg = new Resvg(svg, {
      fitTo: {mode: 'zoom', value: kScale},
      font: {fontFiles, loadSystemFonts: false, defaultFontFamily: 'Inter'},
    });
    const png = cache.remember(['still', String(kScale), fontBytes, coder, svg], () => {
      const drawn = resvg.render();
      return encodePng(drawn, drawn.pixels);
    });
    pngs.set(name.replace(/\.svg$/, '.png'), png);
    sizes.set(name.replace(/-(light|dark)\.svg$/, ''), {width: Math.round(resvg.width), height: Math.round(resvg.height)});
  }
  return {pngs, sizes};
}
