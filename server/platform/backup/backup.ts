import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { MINUTE } from '#contract/time.ts'
import type { OnProgress } from '#server/platform/progress.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { bytesOf, writeArchive, type Entry } from './archive.ts'
import { encryptStream } from './cipher.ts'
import { dumpDatabase } from './database-dump.ts'

interface BackupInput {
  connectionString: string
  storage: Pick<Storage, 'list' | 'open'>
  key: Buffer
  path: string
  /** What `DATA_DIR/secret` has, if the program uses it. */
  secretFile: string | null
  onProgress?: OnProgress
}

/** Files that are this much newer than the snapshot belong to rows that it does not have. */
const LATER_MS = MINUTE

/**
 * Writes an encrypted backup of the database and the files, while the program runs. Tables are as they were
 * at one moment. A file is stored before its row, so all that these rows name are there, except those that
 * were deleted meanwhile. The file gets its name when it is complete.
 */
export async function backUp({ connectionString, storage, key, path, secretFile, onProgress = () => {} }: BackupInput) {
  let takenAt = new Date(0)
  const counts = { tables: 0, files: 0 }

  const total = { files: 0 }
  // For the progress, of which only an estimate is possible while members upload.
  for await (const _ of storage.list()) total.files += 1

  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of dumpDatabase(
      { connectionString, files: total.files },
      { onSnapshot: (at) => (takenAt = at) },
    )) {
      yield entry
      if (entry.header.kind === 'table') counts.tables += 1
    }
    if (secretFile !== null) yield { header: { kind: 'secret' }, body: bytesOf(Buffer.from(secretFile)) }
    const latest = takenAt.getTime() + LATER_MS
    for await (const { key: fileKey, modifiedAt } of storage.list()) {
      if (modifiedAt.getTime() > latest) continue
      const file = await storage.open(fileKey)
      if (!file) continue
      yield { header: { kind: 'file', key: fileKey }, body: file.stream }
      counts.files += 1
      onProgress({ step: 'Copying files', done: counts.files, total: Math.max(counts.files, total.files) })
    }
  }

  const draft = `${path}.incomplete`
  try {
    const target = await open(draft, 'w', 0o600)
    await pipeline(
      Readable.from(writeArchive(entries()), { objectMode: false }),
      createZstdCompress(),
      (source: AsyncIterable<Buffer>) => encryptStream(key, source),
      target.createWriteStream({ flush: true }),
    )
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { takenAt, ...counts }
}
