import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '#server/platform/errors.ts'
import { StartError } from './start-error.ts'

/** In characters; the one that is created has 43. */
export const SECRET_MIN_LENGTH = 32

/**
 * Returns the secret of a data directory, created if it has none.
 * @throws StartError for a directory that cannot be written, and for a secret that is cut off, as after a
 * power failure
 */
export function readOrCreateSecret(path: string) {
  const secret = readOrWrite(path)
  if (secret.length >= SECRET_MIN_LENGTH) return secret
  // No other one is created in its place: it would make the second factors of all members unusable.
  throw new StartError(
    `DATA_DIR ${path} must have at least ${SECRET_MIN_LENGTH} characters. Restore it from a backup; delete it if there is none.`,
  )
}

function readOrWrite(path: string) {
  const draft = `${path}.${process.pid}`
  try {
    const stored = readIfThere(path)
    if (stored !== null) return stored
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    // Unlike a rename, a link never replaces a file: of two nodes that start at once, both read the first's.
    linkSync(draft, path)
    flushFolder(dirname(path))
  } catch (cause) {
    if (!hasCode(cause, 'EEXIST')) throw new StartError(`DATA_DIR ${path} cannot be read or written.`, { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

/** Flushes the entries of a directory to the disk, because a power failure can undo a link. */
function flushFolder(path: string) {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function readIfThere(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}
