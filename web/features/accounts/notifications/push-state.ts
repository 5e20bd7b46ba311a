import { deviceStorage } from '#web/api/safe-storage.ts'

/**
 * Whether this browser shows a member's push messages: it cannot, it can once the site is installed, it may
 * not, it could, or it does (NOTE-2).
 */
export type PushState = 'unsupported' | 'uninstalled' | 'denied' | 'unsubscribed' | 'subscribed'

/** The parts of a browser that are used. Browsers without a feature lack the property. */
export interface PushBrowser {
  navigator: {
    serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration' | 'register' | 'ready'>
    /** Of Safari on iPhones and iPads alone: whether the page is an installed app. */
    standalone?: boolean
  }
  PushManager?: unknown
  caches?: Pick<CacheStorage, 'has' | 'match'>
  Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'>
}

/** It also stores what the chat needs without a connection. */
export const SERVICE_WORKER = '/service-worker.js'

/** The member who turned push messages on in this browser; a log-out forgets it (`stored-data.ts`). */
const OWNER = 'push-member'

/** Remembers whose push messages this browser shows; null: no one's. */
export function setPushOwner(memberId: string | null) {
  if (memberId === null) deviceStorage.removeItem(OWNER)
  else deviceStorage.setItem(OWNER, memberId)
}

/** Whether this member turned push messages on in this browser: the next one did not ask for them. */
export const isPushOwner = (memberId: string) => deviceStorage.getItem(OWNER) === memberId

export function isPushCapable({ navigator, PushManager, Notification }: PushBrowser) {
  return Boolean(navigator.serviceWorker && PushManager && Notification)
}

/** Whether a question for push messages can lead to a yes: a browser that blocks them asks no more. */
export function canAskForPush(browser: PushBrowser) {
  return isPushCapable(browser) && browser.Notification?.permission !== 'denied'
}

/** Reads the state for this member and asks nothing. */
export async function readPushState(browser: PushBrowser, memberId: string): Promise<PushState> {
  if (!isPushCapable(browser)) return browser.navigator.standalone === false ? 'uninstalled' : 'unsupported'
  if (browser.Notification?.permission === 'denied') return 'denied'
  try {
    return (await findSubscription(browser, memberId)) ? 'subscribed' : 'unsubscribed'
  } catch {
    // A browser that blocks site data rejects every use of service workers.
    return 'unsupported'
  }
}

/** Returns the member's own subscription in this browser, or null. */
export async function findSubscription({ navigator }: PushBrowser, memberId: string) {
  const registration = await navigator.serviceWorker?.getRegistration(SERVICE_WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  return (isPushOwner(memberId) && subscription) || null
}

/** Returns when the last push message came to this browser, as the service worker stored it, or null. */
export async function readLastPush({ caches }: PushBrowser) {
  try {
    const stored = await caches?.match('/push/last-message', { cacheName: 'push' })
    const at = new Date((await stored?.text()) ?? '')
    return Number.isNaN(at.getTime()) ? null : at
  } catch {
    return null
  }
}
