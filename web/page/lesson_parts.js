// The program's parts: besides the primary one each lesson has some of its own, which are fetched when it is first wanted, and may have a
// later one, `<lesson>.later`, which is fetched when something of it is missed. The program lies there twice, with SIMD as every browser has it and with relaxed SIMD; what this browser can run best is taken.

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

  /** What `lesson` needs besides the primary part; '' is the course's first lesson. An unknown one needs nothing: the program refuses it. */
  static files(lesson) {
    return filesOf(lesson).filter((file) => !isLater(file));
  }

  static laterFiles(lesson) {
    return filesOf(lesson).filter(isLater);
  }

  /** Begins to fetch and compile what `lesson` needs, `whole`: and its own later part (what is shared is fetched when it is missed). */
  fetch(lesson, whole) {
    const files = [...LessonParts.files(lesson), ...(whole ? ownLater(lesson) : [])];
    for (const file of files) this.#module(file).catch(() => {}); // said by bring()
  }

  /** The primary part's exports, which the others import. */
  set primary(exports) {
    this.#primary = exports;
    this.progressOf = () => null; // later ones come while the figure plays
  }

  /** Resolves when the program can open `lesson`; rejects where a part does not arrive, and can then be called again. */
  async bring(lesson) {
    await Promise.all(LessonParts.files(lesson).map((file) => this.#place(file)));
  }

  /** Whether all that only `lesson` has is here. */
  isWhole(lesson) {
    return ownLater(lesson).every((file) => this.#here.has(file));
  }

  /** The same for `lesson`'s later part. Resolves with whether there was anything to wait for. */
  async bringLater(lesson, onProgress) {
    const missing = LessonParts.laterFiles(lesson).filter((file) => !this.#here.has(file));
    await Promise.all(missing.map((file) => this.#place(file, onProgress)));
    return missing.length > 0;
  }

  /** The same before it returns, for whoever needs an answer at once: the page stands still meanwhile. */
  bringLaterNow(lesson) {
    for (const file of LessonParts.laterFiles(lesson)) {
      if (this.#here.has(file)) continue;
      new WebAssembly.Instance(new WebAssembly.Module(fetchNow(file)), { primary: this.#primary });
      this.#here.add(file);
    }
  }

  #place(file, onProgress = this.progressOf(file)) {
    return remembered(this.#placed, file, async () => {
      const module = await this.#module(file, onProgress);
      if (!this.#here.has(file)) await WebAssembly.instantiate(module, { primary: this.#primary }); // its functions go into the primary's table
      this.#here.add(file);
    });
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

/** Of the later parts those that no other lesson has. */
const ownLater = (lesson) => LessonParts.laterFiles(lesson).filter((file) => file === `${PROGRAM}.${lesson}.later.wasm`);

const isLater = (file) => file.endsWith('.later.wasm');

/** A file's bytes at once. */
function fetchNow(file) {
  const request = new XMLHttpRequest();
  request.open('GET', new URL(file, ASSETS), false);
  request.overrideMimeType('text/plain; charset=x-user-defined'); // a byte a character; no other type is offered at once
  try {
    request.send();
  } catch {
    throw new Error('more of this lesson could not be loaded; await lab.whole() first');
  }
  if (request.status !== 200) throw new Error(`more of this lesson could not be loaded: ${request.status} ${request.statusText}`);
  return Uint8Array.from(request.responseText, (sign) => sign.charCodeAt(0));
}

/** What `map` has for `key`, or what `make()` resolves with; a failure is forgotten. */
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
 * A WebAssembly file of the versioned folder, compiled while it arrives where the browser can. One that failed is asked for past all caches
 * from then on: they may hold what was wrong with it.
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
