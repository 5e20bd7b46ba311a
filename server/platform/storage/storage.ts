import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { hasCode } from '#server/platform/errors.ts'
import { openDraftFolder } from './drafts.ts'

export interface StoredFile {
  /** Must be read to its end or destroyed, otherwise a file handle stays open. */
  stream: Readable
  /** In bytes. */
  size: number
}

export interface ListedFile {
  key: string
  modifiedAt: Date
}

/**
 * Stores uploaded files. The caller chooses the keys: one to four segments of letters, digits, `-`, `_` and
 * `.`, such as `8kdfq2/tile.webp`; any other key throws. A key has either its complete old or its complete
 * new content, and what `put` has acknowledged survives a crash.
 */
export interface Storage {
  /** Stores or replaces a file. `contentType` is for stores that serve files themselves. */
  put(key: string, body: Uint8Array | Readable, options: { contentType: string }): Promise<void>
  /** Opens a file for reading; null when there is none. */
  open(key: string): Promise<StoredFile | null>
  /** Deletes a file. A missing one is not an error. */
  delete(key: string): Promise<void>
  /** Lists all files, in no order. One that is stored or deleted meanwhile may be missing. */
  list(): AsyncIterable<ListedFile>
  /** Returns where the proxy or the browser gets a file. Absent where the server must send files. */
  delegate?(key: string): Promise<Delegation>
}

/** `accelPath`: for a proxy's header X-Accel-Redirect. `url`: a signed address, valid for a short time. */
export type Delegation = { accelPath: string } | { url: string }

/** Segments start with a letter or digit, which excludes `..`, hidden files and absolute paths. */
const KEY = /^[a-z0-9][\w.-]{0,99}(\/[a-z0-9][\w.-]{0,99}){0,3}$/i

/**
 * Opens a storage in a local directory, with 256 subdirectories. `accelPrefix` is the path under which a
 * proxy reads the directory.
 */
export async function openLocalStorage({
  directory,
  accelPrefix,
}: {
  directory: string
  accelPrefix?: string | undefined
}): Promise<Storage> {
  // Drafts that a crash during `put` leaves were never acknowledged.
  const incoming = join(directory, '.incoming')
  await openDraftFolder(incoming)

  return {
    async put(key, body) {
      const target = pathOf(directory, key)
      const draft = join(incoming, randomUUID())
      try {
        await writeFile(draft, body)
        await moveTo(target, draft, directory)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async open(key) {
      const file = await openFile(pathOf(directory, key))
      if (!file) return null
      const { size } = await file.stat()
      return { stream: createReadStream('', { fd: file }), size }
    },

    async delete(key) {
      const path = pathOf(directory, key)
      await rm(path, { force: true })
      await removeEmptyFolders(dirname(path), key.split('/').length - 1)
    },

    async *list() {
      for (const shard of await readdir(directory)) {
        if (!SHARD.test(shard)) continue
        const top = join(directory, shard)
        for await (const { path, modifiedAt } of filesIn(top))
          yield { key: relative(top, path).replaceAll(sep, '/'), modifiedAt }
      }
    },

    ...(accelPrefix !== undefined && {
      delegate: async (key: string) => ({ accelPath: join(accelPrefix, relative(directory, pathOf(directory, key))) }),
    }),
  }
}

/** @throws Error for a key that is not allowed */
export function assertKey(key: string) {
  if (!KEY.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
}

function pathOf(directory: string, key: string) {
  assertKey(key)
  const [first = key] = key.split('/')
  const shard = createHash('sha256').update(first).digest('hex').slice(0, 2)
  return join(directory, shard, key)
}

const SHARD = /^[0-9a-f]{2}$/

/** All files in a directory and those below. What is removed meanwhile is left out. */
async function* filesIn(folder: string): AsyncGenerator<{ path: string; modifiedAt: Date }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing)
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else {
      const file = await stat(path).catch(() => null)
      if (file) yield { path, modifiedAt: file.mtime }
    }
  }
}

function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return []
  throw error
}

/** Removes a directory if it is empty, and then those above it: as many as `levels` at most. */
async function removeEmptyFolders(folder: string, levels: number) {
  let path = folder
  for (let level = 0; level < levels; level += 1) {
    try {
      await rmdir(path)
      path = dirname(path)
    } catch (error) {
      // Another file is in it; `put` may just have created it.
      if (hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) return
      throw error
    }
  }
}

async function writeFile(path: string, body: Uint8Array | Readable) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(body)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** How often a directory is created that a `delete` at the same time removes as an empty one. */
const MOVE_ATTEMPTS = 100

/** Renames the finished draft. The directory is flushed too, because a power failure can undo a rename. */
async function moveTo(target: string, draft: string, directory: string) {
  let isFolderNew = false
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(draft, target)
      break
    } catch (error) {
      if (!isMissing(error) || attempt === MOVE_ATTEMPTS) throw error
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      isFolderNew = true
    }
  }
  // Flushed after the rename: meanwhile an empty directory could be deleted.
  if (isFolderNew) await syncParents(dirname(target), directory)
  await syncFolder(dirname(target))
}

async function syncParents(folder: string, top: string) {
  for (let above = dirname(folder); above.length >= top.length; above = dirname(above)) await syncFolder(above)
}

async function syncFolder(path: string) {
  // Windows cannot open a directory, and a rename needs no flush there.
  if (process.platform === 'win32') return
  const folder = await openFile(path)
  try {
    // One that a `delete` has removed meanwhile has nothing to flush.
    await folder?.sync()
  } finally {
    await folder?.close()
  }
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown) {
  return hasCode(error, 'ENOENT')
}
