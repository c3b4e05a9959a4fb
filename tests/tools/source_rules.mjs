// The rules that every source file keeps, as pure functions from a path and a text to complaints ("path:line: what is wrong").

/**
 * The rows of src/README.md's table: {folder: {folders, libraries}}, what a folder of src may include of src and, by prefix, of others.
 * In the third column a folder's name stands for itself, "all above" for the rows before, "what F may" for F's own row.
 */
export function layersOf(readme) {
  const layers = {};
  for (const [, folder, words] of readme.matchAll(/^\| `([a-z_]+)` \|.*\| ([^|]+) \|$/gm)) {
    const [ours, libraries = ''] = words.split(';');
    const folders = ours.split(',').map((word) => word.trim()).flatMap((word) => {
      if (word === 'all above') return Object.keys(layers);
      const other = /^what (\w+) may$/.exec(word)?.[1];
      return other ? layers[other].folders : word === 'nothing' ? [] : [word];
    });
    layers[folder] = { folders, libraries: [...libraries.matchAll(/`([^`]+)`/g)].map((match) => match[1]) };
  }
  return layers;
}

const LIBRARY_HEADER = /^(Eigen\/|hwy\/|md4c|imgui|imstb_|misc\/|SDL|GL|EGL\/|emscripten|pango\/|cairo|gtest|gmock|benchmark\/)/;
const OPEN_GL = /^(GL|EGL\/|emscripten)/;
export const LINE_LIMIT = 400;

/** The #include lines of a C++ text: {line, name, ours}; `ours` for the quoted ones. */
export function includesOf(text) {
  return text.split('\n').flatMap((content, i) => {
    const match = /^\s*#\s*include\s*([<"])([^>"]+)[>"]/.exec(content);
    return match ? [{ line: i + 1, name: match[2], ours: match[1] === '"' }] : [];
  });
}

/** The source files that a text names: with their folder, where it says one. */
export const filesNamedIn = (text) => text.match(/[\w/-]+\.(?:h|cpp)\b/g) ?? [];

/** src/<folder>/<file>, or src/lessons/<lesson>/<file>: {folder, room, file}, where a room is a folder that includes itself freely. */
function placeOf(path) {
  const parts = path.split('/');
  const depth = parts[0] === 'lessons' ? 3 : 2;
  return parts.length === depth ? { folder: parts[0], room: parts.slice(0, -1).join('/'), file: parts.at(-1) } : null;
}

function complaintAbout(layers, from, { name, ours }) {
  const layer = layers[from.folder];
  if (ours && !LIBRARY_HEADER.test(name)) {
    const to = placeOf(name);
    if (!to) return `"${name}" is not written from src, as "folder/file.h"`;
    if (to.room === from.room) return null;
    if (to.folder === 'lessons' && from.folder === 'lessons' && !/\d/.test(to.room)) return null; // what several lessons share
    if (to.folder === from.folder || !layer.folders.includes(to.folder)) return `${from.room} may not include ${to.room} ("${name}")`;
  } else if (LIBRARY_HEADER.test(name)) {
    const glFile = from.folder === 'compute' && from.file.includes('gl') && OPEN_GL.test(name);
    if (!glFile && !layer.libraries.some((prefix) => name.startsWith(prefix))) return `${from.room} may not include <${name}>`;
  }
  return null;
}

/** Includes of one file of src against the layers. */
export function checkIncludes(layers, path, text) {
  if (!path.startsWith('src/')) return [];
  const from = placeOf(path.slice(4));
  if (!from) return [`${path}:1: source files lie in src/<folder>/<file> or src/lessons/<lesson>/<file>, no higher and no deeper`];
  if (!layers[from.folder]) return [`${path}:1: src/${from.folder} is no layer of src/README.md`];
  return includesOf(text).flatMap((include) => {
    const wrong = complaintAbout(layers, from, include);
    return wrong ? [`${path}:${include.line}: ${wrong}`] : [];
  });
}

/** Platform conditions stand in one OpenGL include header and in files that are built for one platform anyway. */
export function checkPlatform(path, text) {
  if (!path.startsWith('src/') || path === 'src/compute/gl_platform.h' || /_(web|native)\.(cpp|h)$/.test(path)) return [];
  const platform = /^\s*#\s*(if|ifdef|ifndef|elif)\b.*(__EMSCRIPTEN__|__wasm|_WIN32|__linux__|__APPLE__|__unix__|__ANDROID__)/;
  return text.split('\n').flatMap((content, i) =>
    platform.test(content) ? [`${path}:${i + 1}: a platform condition outside gl_platform.h and the _web and _native files`] : []);
}

export function checkLength(path, text) {
  const lines = text.split('\n').length - 1;
  return lines > LINE_LIMIT ? [`${path}:1: ${lines} lines; over ${LINE_LIMIT} a file is split by idea`] : [];
}

/** No committed file names folders of the machine it was written on. */
export function checkMachinePaths(path, text) {
  const machine = new RegExp(`(^|[^\\w./@~-])/(${['work', 'root', 'tmp', 'home'].join('|')})/\\w`);
  return text.split('\n').flatMap((content, i) =>
    machine.test(content) ? [`${path}:${i + 1}: names a folder of one machine`] : []);
}

/** No comment puts work off. */
export function checkLeftovers(path, text) {
  const leftover = new RegExp(`(//|/\\*|#|<!--)[^"']*\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`);
  return text.split('\n').flatMap((content, i) => leftover.test(content) ? [`${path}:${i + 1}: work left for later`] : []);
}
