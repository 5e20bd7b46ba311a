import { deviceStorage, tabStorage } from '#web/api/safe-storage.ts'

/*
 * What the device stores of a member, by name. All of it goes with the session (ACC-11). What is closed for
 * good, appearance and discreet notices belong to the device and stay.
 */

/** Set while the device stores data of a member for use offline (`features/chat/offline/stored-start.ts`). */
const STORED = 'chat-stored'
const DEVICE_KEYS = ['first-message', 'unsent-messages', 'push-member', 'opened-gifts', STORED]
/** Of keys that end with the id of the member. */
const DEVICE_KEY_PREFIXES = ['last-search:']
const DATABASES = ['photo-drafts', 'chat']
const CACHES = ['offline', 'push', 'shared']

/** When a session last ended in this browser, so that a page in the back/forward cache notices it at once. */
const ENDED_AT = 'session-ended'

/** Longer than a browser takes for all of it. A page of an earlier version can keep a database open. */
const LONGEST_MS = 3000

/** Whether a member's data is stored for use offline. */
export const isMemberStored = () => deviceStorage.getItem(STORED) !== null

/**
 * When a session last ended in this browser, as text. What began before must store nothing of its member.
 * NaN, which equals nothing, where the browser blocks site data.
 */
export const sessionEndedAt = () => (deviceStorage.isAvailable() ? deviceStorage.getItem(ENDED_AT) : Number.NaN)

/**
 * Deletes what the member read, typed and chose. Wait for it before the next page loads, which would end what
 * is not done. Never rejects.
 */
export async function forgetMember() {
  tabStorage.clear()
  deviceStorage.setItem(ENDED_AT, String(Date.now()))
  const ofMembers = deviceStorage.keys().filter((key) => DEVICE_KEY_PREFIXES.some((prefix) => key.startsWith(prefix)))
  for (const key of [...DEVICE_KEYS, ...ofMembers]) deviceStorage.removeItem(key)
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, LONGEST_MS)
  await Promise.race([Promise.allSettled([...DATABASES.map(deleteDatabase), clearWorker()]), late])
  clearTimeout(timer)
}

/** Waits until other tabs have closed their connections (`web/api/device-store.ts`). */
async function deleteDatabase(name: string) {
  const request = indexedDB.deleteDatabase(name)
  await new Promise((resolve) => {
    request.addEventListener('success', resolve)
    request.addEventListener('error', resolve)
  })
}

/**
 * Removes the service worker with what it stores and shows, once it has finished. Without it a page that
 * cannot be reached fails as on any other site. Browsers have none without https, and in private windows.
 */
async function clearWorker() {
  const { serviceWorker, clearAppBadge } = navigator as Partial<Navigator>
  const registration = await serviceWorker?.getRegistration()
  if (registration?.active) await finished(registration.active, 'delete offline page')
  await Promise.all(CACHES.map((name) => caches.delete(name)))
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await clearAppBadge?.call(navigator).catch(() => {})
  await registration?.unregister()
}

/** Sends a task to the service worker, which may be storing the page now. Resolves when it is done. */
function finished(worker: ServiceWorker, type: string) {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', resolve)
    port1.start()
    worker.postMessage({ type }, [port2])
  })
}
