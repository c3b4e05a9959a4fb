// Fetches and starts the WebAssembly program, and reports how many bytes have come.

import { remember } from './gl_memory.js';
import { compiled, LessonParts, PROGRAM } from './lesson_parts.js';
import { ASSETS } from './places.js';
import { runsWebAssembly } from './simd.js';
import { BrokenOff } from './transfer.js';

const MODULE_URL = new URL(`${PROGRAM}.js`, ASSETS);
const PRIMARY = `${PROGRAM}.wasm`;

const opened = new WeakSet();

/**
 * Can `canvas` be drawn on with WebGL 2? This is asked before anything is downloaded, so that the browser's graphics process starts meanwhile.
 * The program asks for the same context later, and gets this one.
 */
export function openWebGl2(canvas) {
  try {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false });
    if (gl === null) return false;
    if (!opened.has(gl)) remember(gl);
    opened.add(gl);
    return true;
  } catch {
    return false;
  }
}

/** Adds up what several downloads report: a function from a download's key to its onProgress. */
function summed(onProgress) {
  const loads = new Map();
  return (key) => {
    loads.set(key, [0, 0]);
    return (loaded, total) => {
      loads.set(key, [loaded, total]);
      const all = [...loads.values()];
      const sum = (i) => all.reduce((whole, load) => whole + load[i], 0);
      onProgress(sum(0), all.every((load) => load[1] > 0) ? sum(1) : 0);
    };
  };
}

let begun = null, failures = 0;

/** A figure that the state names may be drawn by the lesson's later part. */
const namesFigure = (query) => /(^|[?&])figure=/.test(query);
/** A state that is kept beside another is drawn by a later part that all lessons share. */
const keepsState = (query) => /(^|[?&])a=/.test(query);

/** Begins to fetch the program for `lesson` ('' for the course's first) in the state `query`; loadModule() goes on with it. Null where this browser cannot run it. */
export function fetchProgram(lesson, query) {
  if (begun || !runsWebAssembly()) return begun;
  const report = { progress: () => {} };
  const progressOf = summed((loaded, total) => report.progress(loaded, total));
  const parts = new LessonParts(progressOf);
  const primary = compiled(PRIMARY, progressOf(PRIMARY));
  if (failures > 0) MODULE_URL.search = `?again=${failures}`; // browsers remember a script that failed
  const script = import(MODULE_URL.href).catch(() => { throw new BrokenOff(); });
  for (const promise of [primary, script]) promise.catch(() => {}); // loadModule() tells of the failure
  parts.program = primary;
  parts.fetch(lesson, namesFigure(query));
  begun = { parts, primary, script, report };
  return begun;
}

/**
 * Resolves with the running module and its `parts`, ready for `lesson` in the state `query`. It draws on `canvas`, or nothing where that is null;
 * `onEvent(type, detail)` hears of everything that it reports. An error's message can be shown to a reader; a second call fetches again
 * what did not come.
 */
export async function loadModule(options) {
  if (!runsWebAssembly()) throw new Error('this browser cannot run it, which takes WebAssembly with SIMD');
  try {
    return await startModule(options);
  } catch (error) {
    begun.report.progress = () => {}; // nobody waits any more for what is still on its way
    begun = null;
    ++failures;
    throw error;
  }
}

async function startModule({ canvas, lesson, query, onEvent, onProgress }) {
  const { parts, primary, script, report } = fetchProgram(lesson, query);
  report.progress = onProgress;
  let refuse;
  const failed = new Promise((_, reject) => { refuse = reject; });
  const instantiate = async (imports, receive) => {
    const module = await primary;
    const instance = await WebAssembly.instantiate(module, imports);
    parts.primary = instance.exports;
    await parts.bring(lesson);
    if (keepsState(query) || (namesFigure(query) && !parts.isWhole(lesson))) await parts.bringLater(lesson).catch(() => {}); // the engine will miss the part, and the reader is told then
    receive(instance, module);
  };
  primary.catch(refuse);
  const { default: createModule } = await Promise.race([script, failed]);
  const started = createModule({
    canvas,
    locateFile: (path) => path,
    instantiateWasm(imports, receive) {
      instantiate(imports, receive).catch(refuse);
      return {};
    },
    onLabEvent: (type, json) => onEvent(type, json ? JSON.parse(json) : {}),
    onAbort: (reason) => refuse(new Error(`the engine stopped: ${reason}`)),
    print: () => {},
    printErr: (line) => console.warn(line),
  });
  return { module: await Promise.race([started, failed]), parts };
}
