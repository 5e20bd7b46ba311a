import { deviceStorage } from '#web/api/safe-storage.ts'

/** Whether this browser shows a member's push messages: it cannot, may not, could, or does (NOTE-2). */
export type PushState = 'unsupported' | 'denied' | 'unsubscribed' | 'subscribed'

/** The parts of a browser that are used. Browsers without a feature lack the property. */
export interface PushBrowser {
  navigator: { serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration' | 'register' | 'ready'> }
  PushManager?: unknown
  caches?: Pick<CacheStorage, 'has'>
  Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'>
}

/** It also stores what the chat needs without a connection. */
export const SERVICE_WORKER = '/service-worker.js'

/** The member who turned push messages on in this browser. It stays after a log-out, for the next log-in. */
const OWNER = 'push-member'

/** Remembers whose push messages this browser shows. */
export function setPushOwner(memberId: string) {
  deviceStorage.setItem(OWNER, memberId)
}

export function isPushCapable({ navigator, PushManager, Notification }: PushBrowser) {
  return Boolean(navigator.serviceWorker && PushManager && Notification)
}

/** Reads the state for this member and asks nothing. */
export async function readPushState(browser: PushBrowser, memberId: string): Promise<PushState> {
  if (!isPushCapable(browser)) return 'unsupported'
  if (browser.Notification?.permission === 'denied') return 'denied'
  try {
    return (await findSubscription(browser, memberId)) ? 'subscribed' : 'unsubscribed'
  } catch {
    // A browser that blocks site data rejects every use of service workers.
    return 'unsupported'
  }
}

/** Returns the member's own subscription in this browser, or null: the next member did not ask for it. */
export async function findSubscription({ navigator }: PushBrowser, memberId: string) {
  const registration = await navigator.serviceWorker?.getRegistration(SERVICE_WORKER)
  const subscription = await registration?.pushManager.getSubscription()
  return (deviceStorage.getItem(OWNER) === memberId && subscription) || null
}
