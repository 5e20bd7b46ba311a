// @ts-check
/// <reference lib="webworker" />

/*
 * Stores the offline page with the code of the chat, and answers a page with it when the site cannot be
 * reached (CHAT-23). Stores nothing of a member: what a chat shows offline is in the page's database. Push
 * messages: service-worker-push.js. Served without a build step. See docs/decisions/0071.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

/** A log-out deletes it (`web/features/accounts/stored-data.ts`). */
const CACHE = 'offline'
const OFFLINE_PAGE = '/offline'
/**
 * Prefix of the files that the offline page asks for. Those of all other pages go to the browser's own cache
 * and the site, as without this worker.
 */
const FILES_PREFIX = '/offline'
/** Which build and settings of the visitor the stored page is of. */
const VERSION_HEADER = 'x-offline-version'
/** Without a reply within this time a page's request asks for a sign of the site, which has as long again. */
const TIMEOUT_MS = 10_000
/** A small file of the site: any reply to it shows that the site can be reached. */
const SIGN_OF_SITE = '/favicon.svg'

/** Where the system sends photos that the member shares with the installed app (the manifest says so). */
const SHARE_TARGET = '/share-photo'
const SHARED_CACHE = 'shared'
const SHARED_MAX = 10

worker.importScripts('/service-worker-push.js')

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('activate', (event) => {
  // The browser requests a page while this worker is still starting.
  event.waitUntil(Promise.resolve(worker.registration.navigationPreload?.enable()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return
  if (request.method === 'POST' && pathname === SHARE_TARGET) event.respondWith(keepShared(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(answerPage(event))
  else if (pathname.startsWith(`${FILES_PREFIX}/assets/`)) event.respondWith(answerFile(pathname))
})

worker.addEventListener('message', (event) => {
  const { type, version } = Object(event.data)
  if (type === 'store offline page' && typeof version === 'string') event.waitUntil(storeInTurn(version))
  if (type === 'delete offline page') {
    event.waitUntil(deleteInTurn().then(() => event.ports[0]?.postMessage('done')))
  }
})

/**
 * Stores shared photos for the page that asks what to do with them (`web/api/shared-photos.ts`).
 * @param {Request} request
 */
async function keepShared(request) {
  const form = await request.formData()
  const files = form.getAll('photos').filter((value) => value instanceof File)
  await worker.caches.delete(SHARED_CACHE)
  const cache = await worker.caches.open(SHARED_CACHE)
  for (const [index, file] of files.slice(0, SHARED_MAX).entries()) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) }
    await cache.put(`${SHARE_TARGET}/${index}`, new Response(file, { headers }))
  }
  return Response.redirect(new URL(SHARE_TARGET, worker.location.origin), 303)
}

/**
 * Neither a call nor a file, such as a receipt.
 * @param {string} pathname
 */
function isPage(pathname) {
  return !pathname.startsWith('/api/') && !/\.\w+$/.test(pathname)
}

/**
 * Answers with the page of the server, whatever its status and however long it takes, or with the offline
 * page if the site cannot be reached.
 * @param {FetchEvent} event
 */
async function answerPage(event) {
  const page = requestPage(event)
  // It may fail before the cache has answered.
  page.catch(() => {})
  const offlinePage = await stored(OFFLINE_PAGE)
  if (!offlinePage) return page
  /** @type {Promise<never>} */
  const unreachable = new Promise((_, reject) => {
    setTimeout(() => void isReachable().then((isThere) => isThere || reject(new Error('no reply'))), TIMEOUT_MS)
  })
  return Promise.race([page, unreachable]).catch(() => offlinePage)
}

async function isReachable() {
  const timeout = new Promise((resolve) => void setTimeout(() => resolve(false), TIMEOUT_MS))
  const reply = fetch(SIGN_OF_SITE, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
  return Promise.race([reply, timeout])
}

/** @param {FetchEvent} event */
async function requestPage(event) {
  return (await event.preloadResponse) ?? fetch(event.request)
}

/**
 * A file's name changes with its content: none is outdated. Code of other pages is fetched on demand.
 * @param {string} pathname
 */
async function answerFile(pathname) {
  const path = pathname.slice(FILES_PREFIX.length)
  return (await stored(path)) ?? fetch(path)
}

/** @param {string} url */
function stored(url) {
  return worker.caches.match(url, { cacheName: CACHE, ignoreVary: true }).catch(() => undefined)
}

let storing = Promise.resolve()

/**
 * Tabs ask at the same time. What fails is tried again when the next page asks.
 * @param {string} version
 */
function storeInTurn(version) {
  storing = storing.then(() => store(version)).catch(() => {})
  return storing
}

/** The session has ended. What is being stored at this moment is deleted, too. */
function deleteInTurn() {
  storing = storing.then(async () => void (await worker.caches.delete(CACHE))).catch(() => {})
  return storing
}

/**
 * Stores the offline page and all of its files, unless this version is stored. The page is replaced once its
 * files are there, and others are deleted afterwards, so that a stored page always has its files.
 * @param {string} version
 */
async function store(version) {
  const cache = await worker.caches.open(CACHE)
  const before = await cache.match(OFFLINE_PAGE)
  if (before?.headers.get(VERSION_HEADER) === version) return
  const page = await fetch(OFFLINE_PAGE, { cache: 'no-store' })
  if (!page.ok || page.redirected) throw new Error('no offline page')
  const html = await page.text()
  const files = filesOf(html)
  const missing = await Promise.all(files.map(async (file) => ((await cache.match(file)) ? [] : [file])))
  await Promise.all(missing.flat().map((file) => storeFile(cache, file)))
  const headers = new Headers(page.headers)
  // The text is not compressed any more.
  headers.delete('content-encoding')
  headers.set(VERSION_HEADER, version)
  await cache.put(OFFLINE_PAGE, new Response(html, { headers }))
  const required = new Set([OFFLINE_PAGE, ...files])
  for (const request of await cache.keys()) {
    if (!required.has(new URL(request.url).pathname)) await cache.delete(request)
  }
}

/**
 * @param {Cache} cache
 * @param {string} file
 */
async function storeFile(cache, file) {
  const reply = await fetch(file)
  if (!reply.ok) throw new Error(`no ${file}`)
  await cache.put(file, reply)
}

/**
 * Reads the list of files in the offline page (`web/shell/offline/offline-page.tsx`).
 * @param {string} html
 * @returns {string[]}
 */
function filesOf(html) {
  const [, json = ''] = /<script id="offline-start"[^>]*>([^<]*)</.exec(html) ?? []
  return JSON.parse(json).files
}
