// Fetches and starts the WebAssembly module, reporting the transfer in bytes.

import { ASSETS } from './places.js';
import { counted } from './transfer.js';

const MODULE_URL = new URL('lab-module.js', ASSETS);
const WASM_URL = new URL('lab-module.wasm', ASSETS);

/** True when this browser can draw with WebGL 2. Asked before anything is downloaded; the trial context is given back. */
export function hasWebGl2() {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}

async function instantiate(imports, onProgress) {
  const response = await fetch(WASM_URL, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  if (WebAssembly.instantiateStreaming) return WebAssembly.instantiateStreaming(counted(response, onProgress, 'application/wasm'), imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

/**
 * The running module on `canvas` (null: without a picture). `onEvent(type, detail)` hears of everything the module reports.
 */
export async function loadModule({ canvas, onEvent, onProgress }) {
  const { default: createModule } = await import(MODULE_URL.href);
  let refuse;
  const failed = new Promise((_, reject) => { refuse = reject; });
  const started = createModule({
    canvas,
    locateFile: (path) => (path.endsWith('.wasm') ? WASM_URL.href : path),
    instantiateWasm(imports, receive) {
      instantiate(imports, onProgress).then(({ instance, module }) => receive(instance, module), refuse);
      return {};
    },
    onLabEvent: (type, json) => onEvent(type, json ? JSON.parse(json) : {}),
    onAbort: (reason) => refuse(new Error(`the engine stopped: ${reason}`)),
    print: () => {},
    printErr: (line) => console.warn(line),
  });
  return Promise.race([started, failed]);
}
