import { createHash, randomBytes, randomInt } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import type { Clock } from './clock.ts'

/** Without vowels and similar characters, so that ids contain no words and can be read aloud. */
const publicId = customAlphabet('23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ', 14)

/** Returns an opaque id for clients: unguessable (78 bits) and without an order. */
export function newPublicId() {
  return publicId()
}

/** Returns a secret for cookies and links: 256 bits as 43 base64url characters. Only its hash is stored. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

/** Returns the hash of a token that is stored. Plain SHA-256 is enough because the token is 256 random bits. */
export function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}

const EPOCH_MS = Date.UTC(2026, 0, 1)
const COUNTER_BITS = 8
const NODE_BITS = 5
const node = randomInt(2 ** NODE_BITS)
let lastMs = 0
let counter = 0

/**
 * Returns an internal key: 40 bits of milliseconds since 2026, 8 of a counter, 5 of a random node number. Keys are ordered
 * by time and below 2^53, so they are safe JavaScript numbers until 2060. They are never sent to clients: see
 * `newPublicId`. When the counter of a millisecond is used up, it continues in the next one. Equal keys of two nodes
 * violate the primary key, so they fail an insert but lose no data.
 */
export function newId(clock: Clock = { now: () => new Date() }) {
  const now = clock.now().getTime() - EPOCH_MS
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else {
    counter += 1
    if (counter === 2 ** COUNTER_BITS) {
      lastMs += 1
      counter = 0
    }
  }
  return (lastMs * 2 ** COUNTER_BITS + counter) * 2 ** NODE_BITS + node
}
