import { randomBytes, randomUUID } from 'node:crypto'

/** Returns what a browser sends when it subscribes to push messages, at the given push service. */
export function pushSubscription(endpoint = `https://push.example.com/send/${randomUUID()}`) {
  return {
    endpoint,
    expirationTime: null,
    keys: { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}
