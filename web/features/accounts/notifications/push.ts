import { subscribePush, unsubscribePush } from '#contract/accounts/calls.ts'
import { call } from '#web/api/call.ts'
import {
  findSubscription,
  isPushCapable,
  isPushOwner,
  readPushState,
  SERVICE_WORKER,
  setPushOwner,
  type PushBrowser,
  type PushState,
} from './push-state.ts'

interface Subscriber {
  /** The site's public key. */
  key: string
  memberId: string
}

let tail: Promise<unknown> = Promise.resolve()

/** One change at a time: the settings and the shell sync in the same page, and each would subscribe again. */
function inTurn<T>(task: () => Promise<T>): Promise<T> {
  const done = tail.then(task)
  tail = done.catch(() => {})
  return done
}

/**
 * Turns push messages on: asks for the permission, registers the service worker, subscribes, and sends the
 * subscription to the server. Call it only after the member's press. Returns the new state; without the
 * permission nothing is registered.
 */
export async function turnPushOn(browser: PushBrowser, subscriber: Subscriber): Promise<PushState> {
  const { Notification } = browser
  if (!isPushCapable(browser)) return readPushState(browser, subscriber.memberId)
  const permission = await Notification?.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'unsubscribed'
  const state = await inTurn(() => subscribe(browser, subscriber))
  if (state === 'subscribed') setPushOwner(subscriber.memberId)
  return state
}

/** Turns push messages off, on the server first: it must not send to a browser that shows them as off. */
export function turnPushOff(browser: PushBrowser, memberId: string): Promise<PushState> {
  return inTurn(() => unsubscribe(browser, memberId))
}

async function unsubscribe(browser: PushBrowser, memberId: string): Promise<PushState> {
  const subscription = await findSubscription(browser, memberId)
  if (subscription) {
    await call(unsubscribePush, { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
    setPushOwner(null)
  }
  const registration = await browser.navigator.serviceWorker?.getRegistration(SERVICE_WORKER)
  // It stays where it has something to read without a connection.
  if (!(await browser.caches?.has('offline'))) await registration?.unregister()
  return readPushState(browser, memberId)
}

/**
 * Makes the browser and the server agree for a member who turned push messages on, with every page that is
 * loaded. Browsers lose subscriptions without a word, the site can have another key, and the server forgets a
 * subscription with its session. Returns the state that is reached.
 */
export function syncPush(browser: PushBrowser, subscriber: Subscriber): Promise<PushState> {
  return inTurn(() => sync(browser, subscriber))
}

async function sync(browser: PushBrowser, subscriber: Subscriber): Promise<PushState> {
  const { memberId, key } = subscriber
  const state = await readPushState(browser, memberId)
  const isOn = isPushOwner(memberId) && key !== '' && browser.Notification?.permission === 'granted'
  if (!isOn || state === 'unsupported') return state
  return subscribe(browser, subscriber)
}

/** Subscribes with the site's key, unless the browser is, and sends the subscription. */
async function subscribe({ navigator }: PushBrowser, { key }: Subscriber): Promise<PushState> {
  await navigator.serviceWorker?.register(SERVICE_WORKER)
  const registration = await navigator.serviceWorker?.ready
  if (!registration) return 'unsupported'
  const { pushManager } = registration
  const present = await pushManager.getSubscription()
  const isOutdated = present !== null && keyOf(present) !== key
  if (isOutdated) await forget(present)
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = (!isOutdated && present) || (await pushManager.subscribe(options))
  try {
    await send(subscription)
    return 'subscribed'
  } catch (error) {
    // A new one that the server does not know would show as on and never get a message.
    if (subscription !== present) await subscription.unsubscribe()
    throw error
  }
}

/** The server may have forgotten it, or not be reached: no message can come by it either way. */
async function forget(subscription: PushSubscription) {
  await call(unsubscribePush, { body: { endpoint: subscription.endpoint } }).catch(() => {})
  await subscription.unsubscribe()
}

/** Returns the key with which a browser subscribed, in base64url. */
function keyOf({ options: { applicationServerKey } }: PushSubscription) {
  const bytes = String.fromCodePoint(...new Uint8Array(applicationServerKey ?? new ArrayBuffer(0)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function send(subscription: PushSubscription) {
  const { endpoint, expirationTime, keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const form = { endpoint: endpoint ?? '', expirationTime: expirationTime ?? null, keys: { p256dh, auth } }
  await call(subscribePush, { body: { subscription: form } })
}
