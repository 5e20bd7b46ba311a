import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { hashing, hashOf } from '#server/platform/hashing.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import type { Storage } from './storage.ts'

const contentTypes: Record<string, string> = { webp: 'image/webp', zip: 'application/zip', pdf: 'application/pdf' }

/** A larger file is not held in memory. A bucket takes it in parts, which costs three requests at least. */
const WHOLE_MAX_BYTES = 8 * 1024 * 1024

type Files = Pick<Storage, 'list' | 'open' | 'put'>

/**
 * Copies all files of one store to another, and reads each again to compare it. A file that is there already
 * and equal is left alone, so a run that was interrupted continues, and a later run adds what is new.
 * @throws Error when a file that was stored differs
 */
export async function copyFiles({
  from,
  to,
  onProgress = () => {},
}: {
  from: Files
  to: Files
  onProgress?: OnProgress
}) {
  let total = 0
  for await (const _ of from.list()) total += 1
  const result = { copied: 0, equal: 0 }
  for await (const { key } of from.list()) {
    if (await isEqual({ from, to }, key)) result.equal += 1
    else {
      const file = await from.open(key)
      // Deleted meanwhile.
      if (!file) continue
      await storeFile(to, { key, body: file.stream })
      result.copied += 1
    }
    const done = result.copied + result.equal
    onProgress({ step: 'Copying files', done, total: Math.max(done, total) })
  }
  return result
}

/** Stores a file, and reads it again to compare it. @throws Error when it differs */
export async function storeFile(
  to: Pick<Storage, 'put' | 'open'>,
  { key, body }: { key: string; body: AsyncIterable<Uint8Array> },
) {
  const contentType = contentTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const hash = createHash('sha256')
  await to.put(key, await wholeOrStream(hashing(body, hash)), { contentType })
  const stored = await to.open(key)
  if (!stored || (await hashOf(stored.stream)) !== hash.digest('hex'))
    throw new Error(`The file ${key} was not stored as it is.`)
}

async function isEqual({ from, to }: Record<'from' | 'to', Pick<Storage, 'open'>>, key: string) {
  const stored = await to.open(key)
  if (!stored) return false
  const storedHash = await hashOf(stored.stream)
  const file = await from.open(key)
  return file !== null && (await hashOf(file.stream)) === storedHash
}

async function wholeOrStream(source: AsyncGenerator<Uint8Array, void>) {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let next = await source.next(); !next.done; next = await source.next()) {
    chunks.push(next.value)
    size += next.value.length
    if (size > WHOLE_MAX_BYTES) return Readable.from(withRest(chunks, source), { objectMode: false })
  }
  return Buffer.concat(chunks)
}

/** What was read already, and then the others. */
async function* withRest(chunks: Uint8Array[], source: AsyncIterable<Uint8Array>) {
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk
  yield* source
}
