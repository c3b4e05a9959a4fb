// Keeps a visited course readable and playable offline. Files under the versioned folder never change, so the cache answers for them;
// everything else is asked for anew and the cache steps in when the network does not. Trained weights are kept when a lesson first asks for
// them, and stay as they are for as long as this version of the course does.

const VERSION = '@VERSION@'; // the build puts its hash here
const ASSETS = '@ASSETS@'; // and the versioned folder
const PRECACHE = ['@PRECACHE@']; // and the files to keep

const PREFIX = 'attention-lab-';
const CACHE = PREFIX + VERSION;
const PATIENCE_MS = 4000;
const scope = new URL(self.registration.scope);

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(PRECACHE.map((name) => new Request(new URL(name, scope), { cache: 'no-cache' })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

const within = (promise, milliseconds) => Promise.race([
  promise,
  new Promise((_, reject) => { setTimeout(() => reject(new Error('slow network')), milliseconds); }),
]);

/** A page's address may carry the state of its figure; the page is the same. */
function cached(request) {
  return caches.match(request, { cacheName: CACHE, ignoreSearch: true });
}

async function fromNetwork(request) {
  try {
    const response = await within(fetch(request), PATIENCE_MS);
    if (response.ok && response.type === 'basic' && !response.redirected) {
      const cache = await caches.open(CACHE);
      await cache.put(request.url.split(/[?#]/)[0], response.clone());
    }
    return response;
  } catch (error) {
    const kept = await cached(request);
    if (kept) return kept;
    throw error;
  }
}

async function weights(request) {
  const kept = await cached(request);
  if (kept) return kept;
  const response = await fetch(request, { cache: 'no-cache' }); // none of an older version
  if (response.ok && response.type === 'basic') {
    const copy = response.clone();
    caches.open(CACHE).then((cache) => cache.put(request.url, copy)).catch(() => {});
  }
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  if (url.pathname.startsWith(`${scope.pathname}weights/`)) return event.respondWith(weights(request));
  const versioned = url.pathname.startsWith(`${scope.pathname}${ASSETS}/`);
  event.respondWith(versioned ? cached(request).then((kept) => kept ?? fetch(request)) : fromNetwork(request));
});
