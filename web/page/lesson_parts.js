// The program's parts: besides the primary one each lesson has some of its own, which are fetched when it is first wanted. The program lies
// there twice, with SIMD as every browser has it and with relaxed SIMD; what this browser can run best is taken.

import { PROGRAMS } from './parts.js';
import { ASSETS } from './places.js';
import { hasRelaxedSimd } from './relaxed_simd.js';
import { counted } from './transfer.js';

const [PLAIN, RELAXED] = ['lab-module', 'lab-module-relaxed'];
/** The name that the program's files begin with. */
export const PROGRAM = PROGRAMS[RELAXED] && hasRelaxedSimd() ? RELAXED : PLAIN;
const PARTS = PROGRAMS[PROGRAM];

export class LessonParts {
  #primary = null;
  #compiled = new Map();
  #placed = new Map();

  /** `progressOf(file)` gives an onProgress (transfer.js) for a part that is fetched before the program starts. */
  constructor(progressOf) {
    this.progressOf = progressOf;
  }

  /** What `lesson` needs besides the primary part; '' is the course's first lesson. An unknown one needs nothing: the program refuses it. */
  static files(lesson) {
    const parts = PARTS[lesson === '' ? Object.keys(PARTS)[0] : lesson] ?? [];
    return parts.map((part) => `${PROGRAM}.${part}.wasm`);
  }

  /** Begins to fetch and compile what `lesson` needs. */
  fetch(lesson) {
    for (const file of LessonParts.files(lesson)) this.#module(file).catch(() => {}); // said by bring()
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

  #place(file) {
    return remembered(this.#placed, file, async () => WebAssembly.instantiate(await this.#module(file), { primary: this.#primary }));
  }

  #module(file) {
    return remembered(this.#compiled, file, async () => compile(await fetchModule(file), this.progressOf(file)));
  }
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

/** The response with a WebAssembly file of the versioned folder. */
export async function fetchModule(file) {
  const response = await fetch(new URL(file, ASSETS), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  return response;
}

/** A response's module, compiled while it arrives where the browser can. */
export async function compile(response, onProgress) {
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(counted(response, onProgress, 'application/wasm'));
  return WebAssembly.compile(await response.arrayBuffer());
}
