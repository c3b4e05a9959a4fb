// The packages of npm that run in the reader's browser, each with its licence.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const PACKAGES = new Map([['fflate', 'esm/browser.js']]); // name -> the file that a browser runs
const require = createRequire(import.meta.url);

/** {name -> text} of their modules. */
export async function readPackages() {
  return new Map(await Promise.all([...PACKAGES].map(async ([name, file]) => {
    const folder = path.dirname(require.resolve(`${name}/package.json`));
    const [code, licence] = await Promise.all([file, 'LICENSE'].map((one) => readFile(path.join(folder, one), 'utf8')));
    return [name, `/*! ${name}: ${licence.trim()} */\n${code}`];
  })));
}
