// Puts the compiled kernels into their JavaScript module, with the modules that it imports from its own folder: one file that runs
// anywhere.
//
//   node tools/kernel_module.mjs [--alone] attention-kernels.wasm web/kernels/attention-kernels.mjs OUT.mjs
//
// --alone: there will be no module with relaxed SIMD beside it, so that it must not look for one.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { alone: { type: 'boolean' } }, allowPositionals: true });
const [wasm, template, out] = positionals;
if (!out) {
  console.error('usage: node tools/kernel_module.mjs [--alone] WASM TEMPLATE OUT');
  process.exit(2);
}

/** `text` with the one `slot` in it filled. */
function filled(text, slot, filling) {
  if (text.split(slot).length !== 2) throw new Error(`${template} has no single ${slot}`);
  return text.replace(slot, () => filling);
}
/** The text of a module in which each module that it imports replaces the import, once. All share one scope. */
function joined(file, seen = new Set()) {
  return readFileSync(file, 'utf8').replace(/^import \{[^}]*\} from '(\.\/[^']+)';\n/gm, (_, name) => {
    const other = path.join(path.dirname(file), name);
    if (seen.has(other)) return '';
    seen.add(other);
    return joined(other, seen).replace(/^export (?=const|class|function)/gm, '');
  });
}
const text = filled(joined(template), '@WASM_BASE64@', readFileSync(wasm).toString('base64'));
writeFileSync(out, values.alone ? filled(text, "() => import('./attention-kernels.relaxed.mjs')", 'null') : text);
