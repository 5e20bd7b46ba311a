// @ts-check
/// <reference lib="webworker" />

/*
 * Version 2. Shows push messages and opens their page; it stores nothing and answers no requests. It is registered only
 * when a member turns push messages on (NOTE-2), and served as it is, without a build step.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

worker.addEventListener('push', (event) => {
  const { title, body, path, tag } = contentOf(event.data)
  // Browsers demand that each push message is shown. One with the same tag replaces the one before.
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/**
 * Reads a message; what is missing or of another type is left out.
 * @param {PushMessageData | null} data
 */
function contentOf(data) {
  let message = /** @type {Record<string, unknown>} */ ({})
  try {
    message = Object(data?.json())
  } catch {
    // Not JSON: shown without its text.
  }
  const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value.slice(0, 200) : '')
  return {
    title: text(message.title) || worker.location.hostname,
    body: text(message.body),
    path: text(message.path),
    tag: text(message.tag),
  }
}

/**
 * Shows a page of this site, in the window that is open already if there is one.
 * @param {string} path
 */
async function open(path) {
  const url = new URL(path, worker.location.origin)
  const address = url.origin === worker.location.origin ? url.href : worker.location.origin
  const [client] = await worker.clients.matchAll({ type: 'window' })
  if (!client) return worker.clients.openWindow(address)
  const focused = await client.focus()
  return focused.navigate(address).catch(() => worker.clients.openWindow(address))
}
