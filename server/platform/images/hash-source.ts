import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ImageSource } from './images.ts'

/** Returns the SHA-256 of an uploaded file, which says whether it is sent again. */
export async function hashSource(source: ImageSource) {
  const hash = createHash('sha256')
  if (source instanceof Uint8Array) hash.update(source)
  else await pipeline(createReadStream(source.path), hash)
  return hash.digest()
}
