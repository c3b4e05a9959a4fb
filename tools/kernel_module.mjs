// Puts the compiled kernels into their JavaScript module: one file that runs anywhere.
//
//   node tools/kernel_module.mjs attention-kernels.wasm web/kernels/attention-kernels.mjs OUT.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const [wasm, template, out] = process.argv.slice(2);
if (!out) {
  console.error('usage: node tools/kernel_module.mjs WASM TEMPLATE OUT');
  process.exit(2);
}
const slot = '@WASM_BASE64@';
const text = readFileSync(template, 'utf8');
if (text.split(slot).length !== 2) throw new Error(`${template} has no single ${slot}`);
writeFileSync(out, text.replace(slot, readFileSync(wasm).toString('base64')));
