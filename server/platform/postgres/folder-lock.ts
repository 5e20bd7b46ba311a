import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/**
 * Locks a directory for this process; returns null when another process holds the lock. The kernel releases
 * it when its holder ends, even by `kill -9`. Node has no file locks of its own, but SQLite acquires one
 * (`fcntl`) for an exclusive transaction, which also works between containers that share the directory.
 */
export function lockFolder(folder: string): FolderLock | null {
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    // A journal in memory, so that there is no second file beside the lock.
    file.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    file.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => file.close() }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
