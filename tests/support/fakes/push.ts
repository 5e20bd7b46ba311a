import { createECDH, randomBytes, randomUUID } from 'node:crypto'

/** The keys of a browser for one subscription. */
export function pushKeys() {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  return { browser, auth: randomBytes(16) }
}

/** Returns what a browser sends when it subscribes to push messages, at the given push service. */
export function pushSubscription(
  endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomUUID()}`,
  { browser, auth } = pushKeys(),
) {
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { endpoint, expirationTime: null, keys }
}
