// Calls with texts and files into the WebAssembly module. They travel through its heap: a reader's table is larger than its stack.

const encoder = new TextEncoder();

/** `text` as a C string on the module's heap; the caller frees it. A NUL would end it early and becomes the mark of an unreadable sign. */
function place(module, text) {
  const bytes = encoder.encode(text.replaceAll('\0', '\uFFFD'));
  const address = module._malloc(bytes.length + 1);
  if (address === 0) throw new Error('there is not enough memory for this text');
  module.HEAPU8.set(bytes, address);
  module.HEAPU8[address + bytes.length] = 0;
  return address;
}

/** What `module._<name>(...texts)` answers, parsed. */
export function callModule(module, name, ...texts) {
  const addresses = [];
  try {
    for (const text of texts) addresses.push(place(module, String(text)));
    return JSON.parse(module.UTF8ToString(module[`_${name}`](...addresses)));
  } finally {
    for (const address of addresses) module._free(address);
  }
}

/** Calls `module._<name>(title, bytes, length)` and gives what it returns. */
export function handBytes(module, name, title, bytes) {
  const text = encoder.encode(`${title}\0`);
  const address = module._malloc(text.length + bytes.length);
  if (address === 0) throw new Error('there is not enough memory for it');
  try {
    module.HEAPU8.set(text, address);
    module.HEAPU8.set(bytes, address + text.length);
    return module[`_${name}`](address, address + text.length, bytes.length);
  } finally {
    module._free(address);
  }
}

/** Gives what `use(address, length)` gives, which may read `bytes` there. */
export function withBytes(module, bytes, use) {
  const address = module._malloc(bytes.length);
  if (address === 0) throw new Error('there is not enough memory for it');
  try {
    module.HEAPU8.set(bytes, address);
    return use(address, bytes.length);
  } finally {
    module._free(address);
  }
}

/** The table that the call `read` answered with; its numbers are still on the heap. */
export function tableOf(module, { shape, rows, cols, share, stride }) {
  const start = module._lab_data() >> 2;
  const data = module.HEAPF32.slice(start, start + module._lab_data_length());
  return { shape, data, ...(rows?.length && { rows }), ...(cols?.length && { cols }), ...(share && { share }), ...(stride && { stride }) };
}

/** The bytes that the last call left on the heap. */
export function bytesOf(module) {
  const start = module._lab_bytes();
  return module.HEAPU8.slice(start, start + module._lab_bytes_length());
}
