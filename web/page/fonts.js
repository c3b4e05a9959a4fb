// The faces that text and figures share: each is fetched once, shown in the text as soon as it is there, and handed to the program.

import { ASSETS } from './places.js';
import { handBytes } from './module_call.js';
import { obtain } from './transfer.js';

/** `face` is the file and the program's name for it; the rest is what style sheets ask for. */
const FACES = [
  { face: 'inter-regular', title: 'text', family: 'Inter', weight: '400', style: 'normal' },
  { face: 'inter-semibold', title: 'headings', family: 'Inter', weight: '600', style: 'normal' },
  { face: 'katex-main', title: 'formulas', family: 'KaTeX_Main', weight: '400', style: 'normal' },
  { face: 'katex-math', title: 'variables', family: 'KaTeX_Math', weight: '400', style: 'italic' },
];

/** A face that takes longer than the program and so much more stands back. */
const PATIENCE_MS = 5000;

let fetched = null;

async function fetchFace({ face, family, weight, style }) {
  const response = await obtain(new URL(`fonts/${face}.ttf`, ASSETS));
  const bytes = await response.arrayBuffer();
  document.fonts.add(await new FontFace(family, bytes, { weight, style }).load());
  return new Uint8Array(bytes);
}

/** Begins to fetch the faces, at the first call; they appear in the text by themselves. */
export function fetchFonts() {
  fetched ??= FACES.map((row) => fetchFace(row).then((bytes) => ({ bytes }), (error) => ({ error })));
  return fetched;
}

/** What keeps the program from using a face that came, or nothing. */
function give(module, face, bytes) {
  return JSON.parse(module.UTF8ToString(handBytes(module, 'lab_give_font', face, bytes))).error;
}

/**
 * Hands the faces to the program, before it starts. Resolves with what to say of those that did not come; others stand in for them, and the
 * system's where none came.
 */
export async function giveFonts(module) {
  const missing = [];
  const late = new Promise((resolve) => { setTimeout(() => resolve({ error: new Error('it takes too long') }), PATIENCE_MS); });
  const came = await Promise.all(fetchFonts().map((face) => Promise.race([face, late])));
  for (const [i, { face, title }] of FACES.entries()) {
    const { bytes, error } = came[i];
    const why = error ? error.message : give(module, face, bytes);
    if (why) missing.push(`${title} (${why.replace(/\.$/, '')})`);
  }
  if (missing.length === FACES.length) return 'The fonts could not be loaded; those of this machine stand in for them.';
  return missing.length === 0 ? '' : `Not all fonts could be loaded; others stand in for those of ${missing.join(', ')}.`;
}
