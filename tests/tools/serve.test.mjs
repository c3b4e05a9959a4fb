// tools/serve.mjs: what it sends, and what it refuses.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileOf, policyOf, serve } from '../../tools/serve.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-serve-'));
const root = path.join(folder, 'site');
let server;
let address;

before(async () => {
  mkdirSync(path.join(root, 'pooling'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, 'index.html'), '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">home');
  writeFileSync(path.join(root, 'pooling', 'index.html'), 'pooling');
  writeFileSync(path.join(root, 'a.wasm'), Buffer.from([0, 97, 115, 109]));
  ({ server, address } = await serve(root, 0));
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** The first line of the answer to a request written by hand, as fetch would normalise its path. */
function raw(requestTarget) {
  return new Promise((resolve, reject) => {
    const socket = connect(server.address().port, '127.0.0.1', () => socket.write(`GET ${requestTarget} HTTP/1.0\r\n\r\n`));
    let text = '';
    socket.on('data', (data) => text += data).on('end', () => resolve(text)).on('error', reject);
  });
}

test('a page is sent with its own policy as a header', async () => {
  const answer = await fetch(address);
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'");
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});
test('WebAssembly has its own type', async () => {
  assert.equal((await fetch(`${address}a.wasm`)).headers.get('content-type'), 'application/wasm');
});
test('a folder without its slash is redirected, its query kept', async () => {
  const answer = await fetch(`${address}pooling?temperature=2`, { redirect: 'manual' });
  assert.equal(answer.status, 301);
  assert.equal(answer.headers.get('location'), '/pooling/?temperature=2');
  assert.equal(await (await fetch(`${address}pooling?temperature=2`)).text(), 'pooling');
});
test('no redirect leads to another host', async () => {
  for (const target of ['//elsewhere.example/..', '/\\elsewhere.example/..', '//elsewhere.example/../pooling', '/./pooling?a=1?b=2']) {
    const [, location] = /^Location: (.*)\r$/mi.exec(await raw(target)) ?? [];
    assert.equal(new URL(location, address).host, new URL(address).host, `${target}: ${location}`);
  }
  assert.match(await raw('/./pooling?a=1?b=2'), /^Location: \/pooling\/\?a=1\?b=2\r$/m);
});
test('a long address is answered as a short one is', async () => {
  const long = `?data=${'1,2;'.repeat(50_000)}`;
  assert.equal(await (await fetch(`${address}pooling/${long}`)).text(), 'pooling');
  assert.ok((await raw(`/pooling${long}`)).includes(`Location: /pooling/${long}`));
  assert.equal((await fetch(`${address}${'a'.repeat(100_000)}`)).status, 404);
});
test('an unchanged file is not sent again', async () => {
  const tag = (await fetch(`${address}a.wasm`)).headers.get('etag');
  assert.equal((await fetch(`${address}a.wasm`, { headers: { 'If-None-Match': tag } })).status, 304);
});
test('what is not there is a 404, and a method that writes is refused', async () => {
  assert.equal((await fetch(`${address}nothing.html`)).status, 404);
  assert.equal((await fetch(address, { method: 'POST' })).status, 405);
});
test('nothing outside the folder is sent', async () => {
  for (const target of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/pooling/../../secret.txt', '/%zz', '/%00'])
    assert.match(await raw(target), /^HTTP\/1\.1 404 /, target);
  assert.equal(fileOf('site', '/../secret.txt'), null);
});
test('a policy is read from either kind of quotes', () => {
  assert.equal(policyOf('<meta http-equiv=\'Content-Security-Policy\' content=\'default-src https:\'>'), 'default-src https:');
  assert.equal(policyOf('<meta http-equiv="Content-Security-Policy" content="script-src &#39;self&#39;">'), 'script-src \'self\'');
  assert.equal(policyOf('<p>no policy</p>'), null);
});
test('a port that is taken is an error if it was asked for', async () => {
  await assert.rejects(serve(root, server.address().port), { code: 'EADDRINUSE' });
});
