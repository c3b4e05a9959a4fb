// Downloads whose bytes are counted on the way, and what is said to a reader of those that fail.

/** A download that never came, or broke off. */
export class BrokenOff extends Error {
  constructor() {
    super(navigator.onLine === false ? 'there is no network' : 'the network broke the download off');
  }
}

/**
 * The response with a file of the site, which is no page: what answers with one is a network that wants a sign-in first. `cache` as fetch()
 * has it. Throws what can be said to a reader.
 */
export async function obtain(address, cache = 'default') {
  const response = await fetch(address, { credentials: 'same-origin', cache }).catch(() => { throw new BrokenOff(); });
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
  if (/^text\/html\b/i.test(response.headers.get('Content-Type') ?? '')) throw new Error('the network answered with a page of its own, as one that wants a sign-in does');
  return response;
}

/** `response` again, telling `onProgress(loaded, total)`; the total is unknown (0) under a compressing server. `type` is the content's. */
export function counted(response, onProgress, type) {
  if (!response.body || !onProgress) return response;
  const total = response.headers.get('Content-Encoding') ? 0 : Number(response.headers.get('Content-Length')) || 0;
  let loaded = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      onProgress(loaded, total);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), { headers: { 'Content-Type': type } });
}

/** How much has come, in kB, and of how much. */
export function amount(loaded, total) {
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  return `${kilobytes(loaded)}${total > loaded ? ` of ${kilobytes(total)}` : ''}`;
}
