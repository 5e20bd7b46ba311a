import { createHash, randomBytes } from 'node:crypto'
import { customAlphabet } from 'nanoid'
import type { Clock } from './clock.ts'
import { DatabaseUnavailable } from './postgres/faults.ts'

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

/** Returns the hash under which a token is stored. SHA-256 is enough for 256 random bits. */
export function hashToken(token: string) {
  return createHash('sha256').update(token).digest()
}

const EPOCH_MS = Date.UTC(2026, 0, 1)
const COUNTER_BITS = 8
const NODE_BITS = 5
/** How many processes can share a database. */
export const NODE_COUNT = 2 ** NODE_BITS
const nodes = new Set<IdNode>()
let lastMs = 0
let counter = 0

/** A number below `NODE_COUNT` that only this process has while it is valid: see `leaseNode`. */
export interface IdNode {
  node: number
  isValid(): boolean
}

/** Gives `newId` a node number. Returns the function that removes it. */
export function addNode(node: IdNode) {
  nodes.add(node)
  return () => nodes.delete(node)
}

/**
 * Returns an internal key: 40 bits of milliseconds since 2026, 8 of a counter, 5 of the process's node
 * number. Keys are ordered by time and safe JavaScript numbers (below 2^53) until 2060. Clients never get
 * them: see `newPublicId`. When a millisecond's counter is used up, it continues in the next one.
 * @throws DatabaseUnavailable when an outage outlasted the node number's lease: another process may have it
 */
export function newId(clock: Clock = { now: () => new Date() }) {
  const node = validNode()
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

/** Forgets the last key and all nodes. For tests, whose files share a process but no database or clock. */
export function resetIds() {
  nodes.clear()
  lastMs = 0
  counter = 0
}

/** Returns the least key that `newId` returns at an instant or later. */
export function leastIdAt(at: Date) {
  return Math.max(0, at.getTime() - EPOCH_MS) * 2 ** (COUNTER_BITS + NODE_BITS)
}

/** The counter is the process's, so any of its numbers will do. */
function validNode() {
  if (nodes.size === 0) throw new Error('newId without a node number: see addNode')
  for (const each of nodes) if (each.isValid()) return each.node
  throw new DatabaseUnavailable(new Error('no valid node number'))
}
