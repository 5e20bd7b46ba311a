import { createHash, randomBytes, randomInt } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import type { Clock } from './clock.ts'

/** No vowels and no look-alikes: no words by accident, safe to read aloud. */
const publicId = customAlphabet('23456789bcdfghjkmnpqrstvwxyzBCDFGHJKLMNPQRSTVWXYZ', 14)

/** Opaque id for the outside: 14 characters, unguessable (78 bits), in no order. */
export function newPublicId() {
  return publicId()
}

/** A secret for cookies and links: 256 bits as 43 base64url characters. Only its hash is stored. */
export function newToken() {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. Plain SHA-256 is enough: the token itself is 256 random bits. */
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
 * Internal key: 40 bits of milliseconds since 2026, 8 of counter, 5 of a random node number. Time-ordered and
 * below 2^53, so a safe JavaScript number until 2060. Never shown: see `newPublicId`. When 256 ids of one
 * millisecond are used up it borrows from the next. A clash between nodes breaks the primary key, loses nothing.
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
