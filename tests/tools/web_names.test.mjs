// Every name that the pages' modules use is declared or imported somewhere: what is not breaks a page when it is run, and not before.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNKNOWN = new Set([2304, 2552, 18004]); // TypeScript's "cannot find name", with and without a guess, and of a shorthand property

/** The names in `files` that nothing declares, each with its place. */
function unknownNames(files, lib) {
  const program = ts.createProgram(files, {
    allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, types: [], maxNodeModuleJsDepth: 0,
    target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, moduleResolution: ts.ModuleResolutionKind.Node10, lib,
  });
  return files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file))).filter(({ code }) => UNKNOWN.has(code))
    .map(({ file, start, messageText }) => `${path.relative(ROOT, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1} ${messageText}`);
}

const PAGE = ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], WORKER = ['lib.es2022.d.ts', 'lib.webworker.d.ts'];

test('every name in the pages\' scripts is declared', () => {
  const scripts = ['page', 'embed', 'benchmark'].map((folder) => path.join(ROOT, 'web', folder))
    .flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => path.join(folder, name)));
  assert.ok(scripts.length > 40, `${scripts.length} scripts`);
  const workers = scripts.filter((file) => file.endsWith('/sw.js'));
  assert.deepEqual(unknownNames(scripts.filter((file) => !workers.includes(file)), PAGE), []);
  assert.deepEqual(unknownNames(workers, WORKER), []);
});

test('one that is not is told', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'names-'));
  try {
    const file = path.join(folder, 'one.js');
    writeFileSync(file, 'export const x = notThere(1);\n');
    assert.match(unknownNames([file], PAGE).join(), /one\.js:1 .*notThere/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
