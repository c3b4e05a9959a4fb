// Keeps what was visited readable and playable offline: what a page loaded before this worker stood by, which it tells, and what it loads
// from then on. Files under the versioned folder never change, so the cache answers for them; trained weights stay as they are for as long
// as this version of the course does; everything else is asked for anew, and the cache steps in when the network does not.

const VERSION = '@VERSION@'; // the build puts its hash here
const ASSETS = '@ASSETS@'; // and the versioned folder

const PREFIX = 'attention-lab-';
const CACHE = PREFIX + VERSION;
const PATIENCE_MS = 4000;
const scope = new URL(self.registration.scope);

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

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

const isOurs = (url) => url.origin === scope.origin && url.pathname.startsWith(scope.pathname);
/** What a network that wants a sign-in first puts in the place of a file is none. */
const isPage = (response) => /^text\/html\b/i.test(response.headers.get('Content-Type') ?? '');
const isVersioned = (url) => [`${ASSETS}/`, 'weights/'].some((folder) => url.pathname.startsWith(`${scope.pathname}${folder}`));

/** A page's address may carry the state of its figure; the page is the same. */
function cached(request) {
  return caches.match(request, { cacheName: CACHE, ignoreSearch: true });
}

async function keep(address, response) {
  if (!response.ok || response.type !== 'basic' || response.redirected || (isVersioned(new URL(address)) && isPage(response))) return;
  try {
    await (await caches.open(CACHE)).put(address.split(/[?#]/)[0], response);
  } catch {
    // The storage is full: the page works, it is only not there offline.
  }
}

async function fromNetwork(request) {
  const asked = fetch(request).then((response) => {
    keep(request.url, response.clone());
    return response;
  });
  asked.catch(() => {}); // it may fail when the cache has answered already
  try {
    return await within(asked, PATIENCE_MS);
  } catch {
    return (await cached(request)) ?? asked; // however long it takes, where there is nothing else
  }
}

/** What came wrong is asked for past all caches (page/transfer.js). */
async function fromCache(request) {
  const kept = request.cache !== 'reload' && (await cached(request));
  if (kept) return kept;
  const response = await fetch(request);
  keep(request.url, response.clone());
  return response;
}

/** A page tells what it has loaded so far: the browser's own cache has it, and is not made to ask whether it is still new. */
self.addEventListener('message', (event) => {
  const { data } = event;
  if (data?.type !== 'loaded' || !Array.isArray(data.addresses)) return;
  const load = async (address) => {
    if (await cached(address)) return;
    await keep(address, await fetch(address, { cache: 'force-cache' }));
  };
  const ours = data.addresses.slice(0, 200).filter((address) => isOurs(new URL(address, scope)));
  event.waitUntil(Promise.allSettled(ours.map(load)));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !isOurs(url)) return;
  event.respondWith(isVersioned(url) ? fromCache(event.request) : fromNetwork(event.request));
});
