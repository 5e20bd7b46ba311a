import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { OnProgress } from '#server/platform/progress.ts'
import type { Storage } from './storage.ts'

const contentTypes: Record<string, string> = { webp: 'image/webp', zip: 'application/zip', pdf: 'application/pdf' }

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
    const content = await read(from, key)
    // Deleted meanwhile.
    if (!content) continue
    if (isEqual(await read(to, key), content)) result.equal += 1
    else {
      await storeFile(to, { key, content })
      result.copied += 1
    }
    const done = result.copied + result.equal
    onProgress({ step: 'Copying files', done, total: Math.max(done, total) })
  }
  return result
}

/** Stores a file, and reads it again to compare it. @throws Error when it differs */
export async function storeFile(to: Pick<Storage, 'put' | 'open'>, { key, content }: { key: string; content: Buffer }) {
  const contentType = contentTypes[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  await to.put(key, content, { contentType })
  if (!isEqual(await read(to, key), content)) throw new Error(`The file ${key} was not stored as it is.`)
}

async function read(store: Pick<Storage, 'open'>, key: string) {
  const file = await store.open(key)
  return file && buffer(file.stream)
}

function isEqual(stored: Buffer | null, content: Buffer) {
  return stored !== null && hashOf(stored) === hashOf(content)
}

function hashOf(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}
