import { subscribePush, unsubscribePush } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import {
  findSubscription,
  isPushCapable,
  readPushState,
  SERVICE_WORKER,
  setPushOwner,
  type PushBrowser,
  type PushState,
} from './push-state.ts'

/**
 * Turns push messages on: asks for the permission, registers the service worker, subscribes, and sends the
 * subscription to the server. Call it only after the member's press. Returns the new state; without the
 * permission nothing is registered.
 */
export async function turnPushOn(
  browser: PushBrowser,
  { key, memberId }: { key: string; memberId: string },
): Promise<PushState> {
  const { Notification, navigator } = browser
  if (!isPushCapable(browser)) return 'unsupported'
  const permission = await Notification?.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'unsubscribed'
  await navigator.serviceWorker?.register(SERVICE_WORKER)
  const registration = await navigator.serviceWorker?.ready
  const subscription = await registration?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  if (!subscription) return 'unsubscribed'
  try {
    await sendSubscription(subscription)
    setPushOwner(memberId)
    return 'subscribed'
  } catch (error) {
    // A subscription that the server does not know would show as on and never get a message.
    await subscription.unsubscribe()
    throw error
  }
}

/** Turns push messages off, on the server first: it must not send to a browser that shows them as off. */
export async function turnPushOff(browser: PushBrowser, memberId: string): Promise<PushState> {
  const subscription = await findSubscription(browser, memberId)
  if (subscription) {
    await call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  const registration = await browser.navigator.serviceWorker?.getRegistration(SERVICE_WORKER)
  // It stays where it has something to read without a connection.
  if (!(await browser.caches?.has('offline'))) await registration?.unregister()
  return readPushState(browser, memberId)
}

/** Sends the member's subscription of this browser again: the server forgets it at the end of its session. */
export async function renewPush(browser: PushBrowser, memberId: string) {
  const subscription = await findSubscription(browser, memberId)
  if (subscription) await sendSubscription(subscription)
}

async function sendSubscription(subscription: PushSubscription) {
  const { endpoint, expirationTime, keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const form = { endpoint: endpoint ?? '', expirationTime: expirationTime ?? null, keys: { p256dh, auth } }
  await call(subscribePush, { body: { subscription: form } })
}
