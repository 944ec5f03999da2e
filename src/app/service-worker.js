// Opens the app without a connection: it keeps the app's own files, as this build has them, and nothing else. Answers of the API never
// pass through here; figures are kept by the page itself, for the person who is signed in (src/app/kept-figures.ts).
// A newer version of this file waits until no tab uses the one before, so that nothing changes under an open tab.

const VERSION = '{version}'
/** Every file of the build; those under /assets/ have a hash of what is in them in their names. */
const FILES = []
const PAGE = '/index.html'
const CACHE = `daybook-${VERSION}`
const PATIENCE_MS = 5000

self.addEventListener('install', (event) => event.waitUntil(keepFiles()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (FILES.includes(pathname)) event.respondWith(pathname.startsWith('/assets/') ? keptFirst(event.request, pathname) : keptLast(event.request, pathname))
})

const keepFiles = async () => {
  const cache = await caches.open(CACHE)
  // A file with a hash may come from the browser's own cache; the others are asked for anew.
  await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: file.startsWith('/assets/') ? 'default' : 'no-cache' })))
}

const takeOver = async () => {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await self.registration.navigationPreload?.enable()
}

/** The page as the server has it; without a server, or where it takes too long, the page that is kept. */
const page = async (event) => {
  const asked = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request))
  const late = new Promise((_, refuse) => setTimeout(refuse, PATIENCE_MS))
  const answer = await Promise.race([asked, late]).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  return (await kept(PAGE)) ?? answer ?? asked
}

const keptFirst = async (request, file) => (await kept(file)) ?? fetch(request)

const keptLast = async (request, file) => {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await kept(file)
    if (!found) throw error
    return found
  }
}

const kept = (file) => caches.match(file, { cacheName: CACHE, ignoreVary: true })
