// Serves a folder on localhost, as a static host would.
//
//   node tools/serve.mjs --root FOLDER [--port N]
//
// Without --port it takes the first free port from 8080 on. A page's own Content-Security-Policy (its <meta>) is also sent as a header, so
// that what works here also works where a host sends it. Files have an ETag, and nothing is cached without asking.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Chromium's own limit for an address. A state in it may be long, and Node's limit would be 16 kB. */
const LONGEST_ADDRESS = 2 << 20;

/** The policy of a page's <meta http-equiv="Content-Security-Policy">, or null. */
export function policyOf(html) {
  const tag = /<meta\b[^>]*http-equiv=["']?Content-Security-Policy["']?[^>]*>/i.exec(html)?.[0];
  const content = tag && (/\bcontent="([^"]*)"/i.exec(tag) ?? /\bcontent='([^']*)'/i.exec(tag));
  return content ? content[1].replaceAll('&#39;', '\'').replaceAll('&quot;', '"').replaceAll('&amp;', '&') : null;
}

/** The file of `root` that a URL path names, or null if it leaves the folder or is not a legal path. */
export function fileOf(root, url) {
  let name;
  try {
    name = decodeURIComponent(url.split(/[?#]/, 1)[0]);
  } catch {
    return null;
  }
  if (name.includes('\0')) return null;
  const file = path.join(root, name);
  return file === root || file.startsWith(root + path.sep) ? file : null;
}

/** The URL path of a folder within `root`. It is made from the folder and not from the request, since //host/.. would be another's address. */
function pathOf(root, folder) {
  const names = path.relative(root, folder).split(path.sep).filter(Boolean);
  return ['', ...names.map(encodeURIComponent), ''].join('/');
}

async function answer(root, request, response) {
  const send = (status, headers, body = '') => {
    response.writeHead(status, { 'X-Content-Type-Options': 'nosniff', ...headers });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const plain = { 'Content-Type': 'text/plain; charset=utf-8' };
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, { ...plain, Allow: 'GET, HEAD' }, 'method not allowed\n');
  const missing = async () => {
    const page = await readFile(path.join(root, '404.html')).catch(() => null);
    const policy = page && policyOf(page.toString());
    return page ? send(404, { 'Content-Type': TYPES['.html'], ...(policy ? { 'Content-Security-Policy': policy } : {}) }, page) : send(404, plain, 'not found\n');
  };
  let file = fileOf(root, request.url);
  const info = file && await stat(file).catch(() => null);
  if (!info) return missing();
  if (info.isDirectory()) {
    const [name] = request.url.split('?', 1);
    if (!name.endsWith('/')) return send(301, { Location: `${pathOf(root, file)}${request.url.slice(name.length)}` });
    file = path.join(file, 'index.html');
  }
  const body = await readFile(file).catch(() => null);
  if (!body) return missing();
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  const headers = { 'Content-Type': type, 'Content-Length': body.length, 'Cache-Control': 'no-cache',
    'Access-Control-Allow-Origin': '*', // sandboxed frames have no origin of their own
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  const policy = type.startsWith('text/html') && policyOf(body.toString());
  if (policy) headers['Content-Security-Policy'] = policy;
  if (request.headers['if-none-match'] === headers.ETag) {
    delete headers['Content-Length'];
    return send(304, headers);
  }
  send(200, headers, body);
}

/** Serves `root`. Resolves to the server and its address. `port` 0 takes any free port, null the first free one from 8080 on. */
export async function serve(root, port = null) {
  const folder = path.resolve(root);
  const server = createServer({ maxHeaderSize: LONGEST_ADDRESS }, (request, response) => {
    answer(folder, request, response).catch((error) => {
      console.error(`${request.method} ${request.url}: ${error.stack}`);
      response.destroy();
    });
  });
  const listen = (number) => new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(number, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(`http://localhost:${server.address().port}/`);
    });
  });
  for (let number = port ?? 8080;; number++) {
    try {
      return { server, address: await listen(number) };
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || port !== null || number > 8180) throw error;
    }
  }
}

async function main(args) {
  const option = (name) => args.includes(name) ? args[args.indexOf(name) + 1] : null;
  const root = option('--root');
  if (!root || !await stat(root).then((info) => info.isDirectory(), () => false)) {
    console.error('usage: node tools/serve.mjs --root FOLDER [--port N], FOLDER an existing one');
    return 2;
  }
  const port = option('--port');
  try {
    const { address } = await serve(root, port === null ? null : Number(port));
    console.log(`Attention Lab: ${address}   (Ctrl+C ends it)`);
  } catch (error) {
    const busy = error.code === 'EADDRINUSE';
    console.error(busy ? `port ${port} is in use: choose another with --port, or leave --port out` : error.message);
    return 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
