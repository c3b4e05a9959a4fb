// The program comes in parts, so that a page fetches little before its first picture. Beside the primary part, which every page loads, a
// lesson has parts of its own, fetched when it is first wanted, and perhaps a later one, `<lesson>.later`, fetched when something of it is
// missed. Two later parts are of all lessons: `compare.later`, and `gpu.later`, which comes only to those who choose the GPU. The site holds
// the program twice, with plain and with relaxed SIMD; the browser gets the faster one that it can run.

import { PROGRAMS } from './parts.js';
import { ASSETS } from './places.js';
import { hasRelaxedSimd } from './simd.js';
import { BrokenOff, counted, obtain } from './transfer.js';

const [PLAIN, RELAXED] = ['lab-module', 'lab-module-relaxed'];
/** The name that the program's files begin with. */
export const PROGRAM = PROGRAMS[RELAXED] && hasRelaxedSimd() ? RELAXED : PLAIN;
const PARTS = PROGRAMS[PROGRAM];

export class LessonParts {
  #primary = null;
  #compiled = new Map();
  #placed = new Map();
  #here = new Set();

  /** `progressOf(file)` gives an onProgress (transfer.js) for a part that is fetched before the program starts. */
  constructor(progressOf) {
    this.progressOf = progressOf;
  }

  /** The files that `lesson` needs besides the primary part; '' is the course's first lesson. An unknown lesson needs none, and the program refuses it. */
  static files(lesson) {
    return filesOf(lesson).filter((file) => !isLater(file));
  }

  /** The compiled primary part, or its promise. */
  program = null;

  /** Whether somebody has chosen the GPU. */
  wantsGpu = false;

  #laterFiles(lesson) {
    return filesOf(lesson).filter((file) => isLater(file) && (this.wantsGpu || !file.endsWith('.gpu.later.wasm')));
  }

  /** Begins to fetch and compile what `lesson` needs; with `whole` also its own later part, but not a later part that others share. */
  fetch(lesson, whole) {
    const files = [...LessonParts.files(lesson), ...(whole ? ownLater(lesson) : [])];
    for (const file of files) this.#module(file).catch(() => {}); // bring() tells of the failure
  }

  /** The primary part's exports, which the others import. */
  set primary(exports) {
    this.#primary = exports;
    this.progressOf = () => null; // from now on parts come while the figure plays, and nobody waits for them
  }

  /** Resolves when the program can open `lesson`; rejects where a part does not arrive, and can then be called again. */
  async bring(lesson) {
    await Promise.all(LessonParts.files(lesson).map((file) => this.#place(file)));
  }

  /** Has the later part come that belongs to `lesson` alone, if there is one? */
  isWhole(lesson) {
    return ownLater(lesson).every((file) => this.#here.has(file));
  }

  /** Brings the later part of `lesson` as bring() does the others; resolves with whether there was anything to wait for. */
  async bringLater(lesson, onProgress) {
    const missing = this.#laterFiles(lesson).filter((file) => !this.#here.has(file));
    await Promise.all(missing.map((file) => this.#place(file, onProgress)));
    return missing.length > 0;
  }

  /** Brings the later part before it returns, for callers who need an answer at once. The page stands still meanwhile. */
  bringLaterNow(lesson) {
    for (const file of this.#laterFiles(lesson)) {
      if (this.#here.has(file)) continue;
      new WebAssembly.Instance(new WebAssembly.Module(fetchNow(file)), { primary: this.#primary });
      this.#here.add(file);
    }
  }

  #place(file, onProgress = this.progressOf(file)) {
    return remembered(this.#placed, file, async () => {
      const module = await this.#module(file, onProgress);
      if (!this.#here.has(file)) await WebAssembly.instantiate(module, { primary: this.#primary }); // instantiating puts its functions into the primary part's table
      this.#here.add(file);
    });
  }

  /** Resolves with the compiled parts of which a worker makes an instance that can train `lesson`. */
  async forWorkers(lesson) {
    const files = [...LessonParts.files(lesson), ...ownLater(lesson)];
    return { primary: await this.program, parts: await Promise.all(files.map((file) => this.#module(file))) };
  }

  #module(file, onProgress = this.progressOf(file)) {
    return remembered(this.#compiled, file, () => compiled(file, onProgress));
  }
}

/** Names of files that `lesson` has besides the primary part. */
function filesOf(lesson) {
  const parts = PARTS[lesson === '' ? Object.keys(PARTS)[0] : lesson] ?? [];
  return parts.map((part) => `${PROGRAM}.${part}.wasm`);
}

/** The later parts that no other lesson shares. */
const ownLater = (lesson) => filesOf(lesson).filter((file) => file === `${PROGRAM}.${lesson}.later.wasm`);

const isLater = (file) => file.endsWith('.later.wasm');

/** A file's bytes, fetched while the page waits. */
function fetchNow(file) {
  const request = new XMLHttpRequest();
  request.open('GET', new URL(file, ASSETS), false);
  request.overrideMimeType('text/plain; charset=x-user-defined'); // one byte becomes one character: a request that waits may not ask for bytes
  try {
    request.send();
  } catch {
    throw new Error('more of this lesson could not be loaded; await lab.whole() first');
  }
  if (request.status !== 200) throw new Error(`more of this lesson could not be loaded: ${request.status} ${request.statusText}`);
  return Uint8Array.from(request.responseText, (sign) => sign.charCodeAt(0));
}

/** The promise that `map` holds for `key`; where it holds none, make()'s, which is forgotten if it fails. */
function remembered(map, key, make) {
  if (!map.has(key)) {
    const made = make();
    map.set(key, made);
    made.catch(() => map.delete(key));
  }
  return map.get(key);
}

const failed = new Set();

/**
 * Resolves with a WebAssembly file of the versioned folder, compiled while it arrives where the browser can do that. After a failure the file is
 * fetched past all caches, because they may hold what was wrong with it.
 */
export async function compiled(file, onProgress) {
  try {
    const response = await obtain(new URL(file, ASSETS), failed.has(file) ? 'reload' : 'default');
    return await compile(response, onProgress).catch((error) => {
      throw error instanceof WebAssembly.CompileError ? new Error('not all of it arrived') : new BrokenOff();
    });
  } catch (error) {
    failed.add(file);
    throw error;
  }
}

async function compile(response, onProgress) {
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(counted(response, onProgress ?? (() => {}), 'application/wasm'));
  return WebAssembly.compile(await response.arrayBuffer());
}
