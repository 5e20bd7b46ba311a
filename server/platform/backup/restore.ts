import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { OnProgress } from '#server/platform/progress.ts'
import { storeFile } from '#server/platform/storage/copy-files.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { readArchive, type Entry } from './archive.ts'
import { decryptStream } from './cipher.ts'
import { openPlainConnection } from './database-dump.ts'
import { DatabaseLoad } from './database-load.ts'

interface RestoreInput {
  /** Of an empty database with all migrations, of the account that owns its tables. */
  connectionString: string
  storage: Pick<Storage, 'put' | 'open'>
  key: Buffer
  path: string
  onProgress?: OnProgress
}

/**
 * Restores a backup; all tables appear at once, at the end. Every row and file is read again and compared.
 * An interrupted run leaves the database empty, and can be repeated.
 * @throws StartError for a damaged backup, another version, and a database that is not empty
 */
export async function restore({ connectionString, storage, key, path, onProgress = () => {} }: RestoreInput) {
  const client = await openPlainConnection(connectionString)
  const load = new DatabaseLoad(client)
  const result = { takenAt: '', rows: 0, files: 0, secret: null as string | null }
  let expected = 0

  async function restoreEntry({ header, body }: Entry) {
    if (header.kind === 'about') {
      await drain(body)
      result.takenAt = header.takenAt
      expected = header.files
      await load.begin(header.migrations)
    } else if (header.kind === 'table') await load.loadTable(header, body)
    else if (header.kind === 'sequences') load.keepSequences(await text(body))
    else if (header.kind === 'secret') result.secret = await text(body)
    else if (header.kind === 'file') {
      await storeFile(storage, { key: header.key, body })
      result.files += 1
      onProgress({ step: 'Restoring files', done: result.files, total: Math.max(result.files, expected) })
    } else await drain(body)
  }

  try {
    for await (const entry of readArchive(openArchive(path, key))) await restoreEntry(entry)
    // Only now it is certain that the backup is complete.
    await load.finish()
  } finally {
    await client.end()
  }
  return { ...result, rows: load.rows }
}

/** Decrypted and decompressed. An error of either ends the other. */
function openArchive(path: string, key: Buffer): AsyncIterable<Buffer> {
  const decrypted = Readable.from(decryptStream(key, createReadStream(path)), { objectMode: false })
  const plain = createZstdDecompress()
  // An error of the first destroys the second, whose reader gets it.
  pipeline(decrypted, plain, () => {})
  return plain
}

async function drain(body: AsyncIterable<Buffer>) {
  for await (const _ of body);
}
