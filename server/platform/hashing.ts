import { createHash, type Hash } from 'node:crypto'

/** Passes a stream on, and adds its bytes to a hash. */
export async function* hashing<Bytes extends Uint8Array>(source: AsyncIterable<Bytes>, hash: Hash) {
  for await (const bytes of source) {
    hash.update(bytes)
    yield bytes
  }
}

/** Reads a stream to its end. Returns the hash of its bytes (SHA-256). */
export async function hashOf(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  for await (const bytes of source) hash.update(bytes)
  return hash.digest('hex')
}
