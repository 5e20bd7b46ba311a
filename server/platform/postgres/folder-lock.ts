import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/**
 * Claims a folder for this process; null when another process has it. The kernel gives the claim back when its holder
 * ends, however it ends, so a lock never outlives a `kill -9`. Node has no file locks of its own, but SQLite takes one
 * (`fcntl`) for an exclusive transaction, also between containers that share the folder.
 */
export function lockFolder(folder: string): FolderLock | null {
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    // In memory: no second file beside the lock.
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
