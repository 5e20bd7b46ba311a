/** Whether this browser shows push messages: it cannot, it may not, it could, or it does (NOTE-2). */
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

export function isPushCapable({ navigator, PushManager, Notification }: PushBrowser) {
  return Boolean(navigator.serviceWorker && PushManager && Notification)
}

/** Reads the state and asks nothing. */
export async function readPushState(browser: PushBrowser): Promise<PushState> {
  if (!isPushCapable(browser)) return 'unsupported'
  if (browser.Notification?.permission === 'denied') return 'denied'
  try {
    return (await findSubscription(browser)) ? 'subscribed' : 'unsubscribed'
  } catch {
    // A browser that blocks site data rejects every use of service workers.
    return 'unsupported'
  }
}

/** Returns the subscription of this browser, or null. */
export async function findSubscription({ navigator }: PushBrowser) {
  const registration = await navigator.serviceWorker?.getRegistration(SERVICE_WORKER)
  return registration?.pushManager.getSubscription() ?? null
}
