import { EXPORT_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { zipStream } from '#server/platform/zip.ts'
import { archiveEntries } from './archive.ts'
import { exportFile } from './export-file.ts'
import * as queries from './queries.ts'

/**
 * Builds the file of an export and requests the mail about it. A repetition writes the file again; without
 * its row, because the account was erased, nothing stays.
 */
export async function writeExport(
  context: AppContext,
  { exportId, signal }: { exportId: string; signal: AbortSignal },
) {
  const { db, clock, storage, sites, transaction, mail } = context
  const row = await queries.findWaiting(db, exportId)
  if (!row) return
  const { userId } = row
  const siteName = sites.byId(row.siteId).settings.name
  const entries = await archiveEntries(context, { userId, siteName })
  const progress = progressOf(context, { publicId: exportId, total: entries.length })
  const archive = zipStream(entries, { onEntry: progress.step })
  const stop = () => archive.destroy(new Error('the process stops'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    await storage.put(exportFile(exportId), archive, { contentType: 'application/zip' })
  } finally {
    // The signal outlives the file: an error that no one reads would end the process when it stops.
    signal.removeEventListener('abort', stop)
    archive.destroy()
  }
  await progress.finish()
  const size = await sizeOf(context, exportId)
  const expiresAt = new Date(clock.now().getTime() + EXPORT_DAYS * DAY)
  const isSaved = await transaction(async (tx) => {
    const saved = await queries.saveFinished(tx, { publicId: exportId, status: 'ready', size, expiresAt })
    if (saved) await mail.send(tx, { template: 'exportReady', userId, about: { exportId } })
    return saved
  })
  if (!isSaved) await storage.delete(exportFile(exportId))
}

/** Stores the progress after each entry, one write at a time; the next one covers entries meanwhile. */
function progressOf(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  { publicId, total }: { publicId: string; total: number },
) {
  let done = 0
  let writing: Promise<void> | null = null
  const write = async () => {
    let written = -1
    while (written < done) {
      written = done
      await queries.saveProgress(db, { publicId, done, total })
    }
  }
  return {
    step() {
      done += 1
      writing ??= write()
        .catch((error: unknown) => log.warn({ err: error }, 'progress of an export not stored'))
        .finally(() => (writing = null))
    },
    async finish() {
      await writing
    },
  }
}

async function sizeOf({ storage }: Pick<AppContext, 'storage'>, publicId: string) {
  const file = await storage.open(exportFile(publicId))
  file?.stream.destroy()
  return file?.size ?? 0
}
