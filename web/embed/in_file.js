// A page in a single file has its files inside: `fetch` and `XMLHttpRequest` as the page's scripts see them there. What is not inside is
// answered as not found; nothing is ever asked of a network. The build (tools/site/single_files.mjs) puts these in place of the browser's.

const blocks = new Map([...document.querySelectorAll('script[data-file]')].map((block) => [block.dataset.file, block]));
const opened = new Map();
const NOT_HERE = 'it is not in this file';

/** Folder and name: weights/copy-machine.safetensors, assets/lab-module.wasm. */
const keyOf = (address) => decodeURIComponent(new URL(address, document.baseURI).pathname).split('/').slice(-2).join('/');

async function unpack(block) {
  const packed = Uint8Array.from(atob(block.textContent), (sign) => sign.charCodeAt(0));
  block.remove(); // its text is a third larger than its bytes
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

function open(key) {
  if (!opened.has(key)) {
    const entry = { bytes: null };
    entry.promise = unpack(blocks.get(key)).then((bytes) => { entry.bytes = bytes; });
    opened.set(key, entry);
  }
  return opened.get(key);
}

/** The response with a file of the site. */
export async function fetch(address) {
  const key = keyOf(address);
  if (!blocks.has(key)) return new Response(null, { status: 404, statusText: NOT_HERE });
  const entry = open(key);
  await entry.promise;
  const type = key.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return new Response(entry.bytes, { headers: { 'Content-Type': type, 'Content-Length': String(entry.bytes.length) } });
}

/** As far as the page's scripts use it: a file at once, a byte a character. */
export class XMLHttpRequest {
  status = 404;
  statusText = NOT_HERE;
  responseText = '';

  open(method, address) {
    this.key = keyOf(address);
  }

  overrideMimeType() {}

  send() {
    const bytes = blocks.has(this.key) && open(this.key).bytes;
    if (!bytes) return;
    this.status = 200;
    this.responseText = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}

for (const key of blocks.keys()) if (key.endsWith('.later.wasm')) open(key); // what may be wanted at once
