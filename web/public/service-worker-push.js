// @ts-check
/// <reference lib="webworker" />

/*
 * Push messages, version 2: shows them, sets the badge, has open pages fetch what is new, and opens the
 * page of the one that was pressed (NOTE-2, NOTE-8). Part of service-worker.js. The form of a message is
 * `PushContent` in server/features/notifications/push/push-content.ts.
 */

{
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

  /** When the last message came, for the settings (`web/features/accounts/notifications/push-state.ts`). */
  const CACHE = 'push'
  const LAST_MESSAGE = '/push/last-message'
  /** The time in which a window confirms that it opens a page. */
  const CONFIRM_MS = 2000

  worker.addEventListener('push', (event) => {
    const { title, body, path, tag, badge } = contentOf(event.data)
    const options = {
      body,
      tag,
      icon: '/icons/192.png',
      badge: '/icons/badge.png',
      data: { path },
      renotify: tag !== '',
    }
    event.waitUntil(
      Promise.all([
        // Always, whatever is open: browsers take the permission away from a site that shows nothing.
        worker.registration.showNotification(title, options),
        setBadge(badge),
        notifyPages({ type: 'push received' }),
        storeTime(),
      ]),
    )
  })

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(event.notification.data.path))
  })

  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(renew(/** @type {PushSubscriptionChangeEvent} */ (event)))
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
    const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value.slice(0, 300) : '')
    return {
      title: text(message.title) || worker.location.hostname,
      body: text(message.body),
      path: text(message.path),
      tag: text(message.tag),
      badge: Number.isSafeInteger(message.badge) ? Number(message.badge) : null,
    }
  }

  /**
   * The number on the icon of the installed app, where the browser has one.
   * @param {number | null} number
   */
  async function setBadge(number) {
    if (number !== null) await worker.navigator.setAppBadge?.(number).catch(() => {})
  }

  /** @param {object} message */
  async function notifyPages(message) {
    for (const client of await windows()) client.postMessage(message)
  }

  async function storeTime() {
    const cache = await worker.caches.open(CACHE)
    await cache.put(LAST_MESSAGE, new Response(new Date().toISOString()))
  }

  /**
   * The browser has replaced the subscription. The server takes the new one in place of the old one of the
   * same member; where that fails, the next page does it (`syncPush`).
   * @param {PushSubscriptionChangeEvent} event
   */
  async function renew({ oldSubscription, newSubscription }) {
    if (!oldSubscription) return
    const subscription = newSubscription ?? (await worker.registration.pushManager.subscribe(oldSubscription.options))
    await fetch('/api/push-subscription', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subscription, replaces: oldSubscription.endpoint }),
    })
  }

  function windows() {
    return worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  }

  /**
   * Shows a page of this site, in an open window if there is one, without loading a new document, so that an
   * unsaved form can stop it. Where a window does not confirm it, the page is opened in another one.
   * @param {string} path
   */
  async function open(path) {
    const url = new URL(path, worker.location.origin)
    const target = url.origin === worker.location.origin ? url : new URL(worker.location.origin)
    const clients = await windows()
    const client =
      clients.find(({ url: shown }) => new URL(shown).pathname === target.pathname) ??
      clients.find(({ visibilityState }) => visibilityState === 'visible') ??
      clients[0]
    // First of all: a phone stops the windows that are not in front.
    const focused = await client?.focus().catch(() => null)
    if (focused && (await openIn(focused, target))) return focused
    return worker.clients.openWindow(target.href)
  }

  /**
   * Asks a window to open a page. Returns whether it does: one that loads, or lacks the code, does not reply.
   * @param {WindowClient} client
   * @param {URL} target
   * @returns {Promise<boolean>}
   */
  function openIn(client, { pathname, search, hash }) {
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      port1.onmessage = () => resolve(true)
      setTimeout(() => resolve(false), CONFIRM_MS)
      client.postMessage({ type: 'open page', path: pathname + search + hash }, [port2])
    })
  }
}
