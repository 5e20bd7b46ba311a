import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { ImageSource } from './images.ts'

/**
 * Returns the SHA-256 of an upload, its file and what else it consists of, which says whether it is sent
 * again.
 */
export async function hashUpload(source: ImageSource, request: Record<string, string | null>) {
  const hash = createHash('sha256').update(JSON.stringify(request))
  if (source instanceof Uint8Array) hash.update(source)
  else await pipeline(createReadStream(source.path), hash)
  return hash.digest()
}
