// The model in training as a folder that Python opens: its files, and the folder in one file. What packs it is a package, which comes with this
// script alone.

import { zipSync } from 'fflate';

import { bytesOf } from './module_call.js';

/** {name, files: {name: bytes}}; throws the sentence that says why there are none. */
export async function folderOf(lab, module) {
  await lab.whole(); // the code that writes them is in the later part
  const { name, files } = lab.call('save_folder'), bytes = bytesOf(module);
  let at = 0;
  return { name, files: Object.fromEntries(files.map((file) => [file.name, bytes.slice(at, at += file.size)])) };
}

/** The folder as the bytes of a ZIP file. Weights do not get smaller, so nothing is compressed. */
export function zipOf({ name, files }) {
  return zipSync(Object.fromEntries(Object.entries(files).map(([file, bytes]) => [`${name}/${file}`, bytes])), { level: 0 });
}
