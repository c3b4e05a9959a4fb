// Still pictures: the drawings themselves, and the pictures that other sites show beside a link to a page, which must be PNG files.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { transfer } from './budget.mjs';
import { encodePng } from './png.mjs';

const LIMIT = 25_000; // bytes of a still on its way to a reader
const PREVIEW_SCALE = 2;

/**
 * Every <slug>-<figure>-<theme>.svg and <slug>-scene-<section>-<theme>.svg of `folder`: {files: name -> bytes, sizes: name without theme ->
 * {width, height}}. Throws where one is heavier than LIMIT. `cache` keeps compressed sizes between builds.
 */
export async function readStills(folder, cache) {
  const files = new Map(), sizes = new Map(), heavy = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.svg')).sort()) {
    const svg = await readFile(path.join(folder, name));
    const weight = transfer(name, svg, cache);
    if (weight > LIMIT) heavy.push(`${name}: ${(weight / 1000).toFixed(1)} kB compressed`);
    const [, width, height] = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg);
    files.set(name, svg);
    sizes.set(name.replace(/-(light|dark)\.svg$/, ''), { width: Math.round(width), height: Math.round(height) });
  }
  if (heavy.length > 0) throw new Error(`stills above ${LIMIT / 1000} kB: ${heavy.join(', ')}`);
  return { files, sizes };
}

/** A still as a PNG of twice its size. `cache` keeps it between builds. */
export async function drawPreview(svg, cache) {
  const coder = await readFile(new URL('png.mjs', import.meta.url));
  return cache.remember(['preview', String(PREVIEW_SCALE), coder, svg], () => {
    const drawn = new Resvg(svg.toString(), { fitTo: { mode: 'zoom', value: PREVIEW_SCALE }, font: { loadSystemFonts: false } }).render();
    return encodePng(drawn, drawn.pixels);
  });
}
