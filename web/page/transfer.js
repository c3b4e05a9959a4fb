// Downloads whose bytes are counted on the way.

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
