// The rules that every source file keeps, as pure functions from a path and a text to complaints ("path:line: what is wrong").

/// What a folder of src may include of src, and by prefix of third-party headers. The table of src/README.md.
export const kLayers = {
  base: {folders: [], libraries: ['Eigen/']},
  kernels: {folders: ['base'], libraries: ['hwy/']},
  autodiff: {folders: ['base', 'kernels'], libraries: []},
  nn: {folders: ['base', 'kernels', 'autodiff'], libraries: []},
  models: {folders: ['base', 'kernels', 'autodiff', 'nn'], libraries: []},
  tasks: {folders: ['base'], libraries: []},
  recipes: {folders: ['base', 'kernels', 'autodiff', 'nn', 'models', 'tasks'], libraries: []},
  train: {folders: ['base', 'kernels', 'autodiff', 'nn', 'models', 'tasks', 'recipes'], libraries: ['emscripten']},
  compute: {folders: ['base', 'kernels'], libraries: []},
  params: {folders: ['base'], libraries: []},
  content: {folders: ['base', 'params'], libraries: ['md4c']},
  ui: {folders: ['base', 'params', 'content'], libraries: ['imgui', 'imstb_', 'misc/']},
  course: {folders: ['base', 'params', 'content', 'compute', 'ui'], libraries: []},
  lessons: {
    folders: ['base', 'kernels', 'autodiff', 'nn', 'models', 'tasks', 'recipes', 'compute', 'params', 'content', 'ui', 'course'],
    libraries: [],
  },
  app: {
    folders: ['base', 'params', 'content', 'compute', 'ui', 'course'],
    libraries: ['imgui', 'SDL', 'GL', 'EGL/', 'emscripten', 'fontconfig/', 'ft2build', 'freetype/'],
  },
  kernels_js: {folders: ['base', 'kernels'], libraries: ['emscripten']},
};

const kLibraryHeader = /^(Eigen\/|hwy\/|md4c|imgui|imstb_|misc\/|SDL|GL|EGL\/|emscripten|fontconfig\/|ft2build|freetype\/|gtest|gmock|benchmark\/)/;
const kOpenGl = /^(GL|EGL\/|emscripten)/;
export const kLineLimit = 400;

/// The #include lines of a C++ text: {line, name, ours}; `ours` for the quoted ones.
export function includes_of(text) {
  return text.split('\n').flatMap((content, i) => {
    const match = /^\s*#\s*include\s*([<"])([^>"]+)[>"]/.exec(content);
    return match ? [{line: i + 1, name: match[2], ours: match[1] === '"'}] : [];
  });
}

function complaint_about(folder, file, {name, ours}) {
  const layer = kLayers[folder];
  if (ours && !kLibraryHeader.test(name)) {
    const target = name.split('/')[0];
    if (name.split('/').length !== 2) return `"${name}" is not written from src, as "folder/file.h"`;
    if (target !== folder && !layer.folders.includes(target)) return `${folder} may not include ${target} ("${name}")`;
  } else if (kLibraryHeader.test(name)) {
    const gl_file = folder === 'compute' && file.includes('gl') && kOpenGl.test(name);
    if (!gl_file && !layer.libraries.some(prefix => name.startsWith(prefix))) return `${folder} may not include <${name}>`;
  }
  return null;
}

/// Includes of one file of src against kLayers.
export function check_includes(path, text) {
  const [root, folder, file, ...deeper] = path.split('/');
  if (root !== 'src') return [];
  if (file === undefined || deeper.length) return [`${path}:1: source files lie in src/<folder>/<file>, no higher and no deeper`];
  if (!kLayers[folder]) return [`${path}:1: src/${folder} is no layer of src/README.md`];
  return includes_of(text).flatMap(include => {
    const wrong = complaint_about(folder, file, include);
    return wrong ? [`${path}:${include.line}: ${wrong}`] : [];
  });
}

/// Platform conditions stand in one OpenGL include header and in files that are built for one platform anyway.
export function check_platform(path, text) {
  if (!path.startsWith('src/') || path === 'src/compute/gl_platform.h' || /_(web|native)\.(cpp|h)$/.test(path)) return [];
  const platform = /^\s*#\s*(if|ifdef|ifndef|elif)\b.*(__EMSCRIPTEN__|__wasm|_WIN32|__linux__|__APPLE__|__unix__|__ANDROID__)/;
  return text.split('\n').flatMap((content, i) =>
    platform.test(content) ? [`${path}:${i + 1}: a platform condition outside gl_platform.h and the _web and _native files`] : []);
}

export function check_length(path, text) {
  const lines = text.split('\n').length - 1;
  return lines > kLineLimit ? [`${path}:1: ${lines} lines; over ${kLineLimit} a file is split by idea`] : [];
}

/// No committed file names folders of the machine it was written on.
export function check_machine_paths(path, text) {
  const machine = new RegExp(`(^|[^\\w./@~-])/(${['work', 'root', 'tmp', 'home'].join('|')})/\\w`);
  return text.split('\n').flatMap((content, i) =>
    machine.test(content) ? [`${path}:${i + 1}: names a folder of one machine`] : []);
}

/// No comment puts work off.
export function check_leftovers(path, text) {
  const leftover = new RegExp(`(//|/\\*|#|<!--)[^"']*\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`);
  return text.split('\n').flatMap((content, i) => leftover.test(content) ? [`${path}:${i + 1}: work left for later`] : []);
}
