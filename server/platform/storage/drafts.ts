import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '#contract/time.ts'

/** Drafts of this age were left by a crash; younger ones may belong to another process. */
const DRAFT_MAX_AGE_MS = HOUR

/**
 * Creates a directory for files being written. Removes those left by a crash, now and every hour: they may
 * hold what a member has deleted since.
 */
export async function openDraftFolder(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await removeOldDrafts(directory)
  setInterval(() => {
    // The next hour tries again.
    removeOldDrafts(directory).catch(() => {})
  }, HOUR).unref()
}

async function removeOldDrafts(directory: string) {
  for (const name of await readdir(directory)) await removeIfOld(join(directory, name))
}

async function removeIfOld(path: string) {
  // A missing file was removed by the process that wrote it.
  const file = await stat(path).catch(() => null)
  if (file && file.mtimeMs < Date.now() - DRAFT_MAX_AGE_MS) await rm(path, { force: true })
}
