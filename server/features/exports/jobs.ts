import { ExportId } from '#contract/exports/schemas.ts'
import type { Email } from '#contract/emails.ts'
import { EXPORT_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { mailLocale } from '#server/features/accounts/rules.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { z } from 'zod'
import { writeExport } from './build-export.ts'
import { exportFile } from './export-file.ts'
import * as queries from './queries.ts'

const Payload = z.object({ exportId: z.string() })

/** Builds a requested export. Its end is always stored: the member can request no other one before. */
export const buildExport = defineJob('exports.build', Payload, 'background', { isNeverDropped: true })
/** Deletes the file of an export whose row is gone. */
export const clearExportFile = defineJob('exports.clear_file', Payload, 'background', { isNeverDropped: true })
/** Deletes exports whose days are over. Runs every night. */
export const clearExpiredExports = defineJob('exports.clear_expired', z.unknown(), 'maintenance')

/** How often a build is begun. One that its process has never survived fails then. */
const BUILDS = 5
/** Exports fetched by one query. */
const BATCH = 200

export function exportsJobs(context: AppContext) {
  const { jobs, mail, db, storage } = context
  mail.define('exportReady', (request) => buildExportReady(context, request))
  jobs.handle(buildExport, async ({ exportId }, { signal, attempt }) => {
    try {
      if (attempt > BUILDS) throw new Error('begun too often without an end')
      await writeExport(context, { exportId, signal })
    } catch (error) {
      // A stopping process leaves the job to the next. After other failures the member can request it again.
      if (!signal.aborted) await saveFailure(context, { exportId, error })
      else throw error
    }
  })
  jobs.handle(clearExportFile, async ({ exportId }) => {
    if (!(await queries.isThere(db, exportId))) await storage.delete(exportFile(exportId))
  })
  jobs.handle(clearExpiredExports, (_payload, { signal }) => clearExpired(context, signal))
  jobs.cron(clearExpiredExports, '35 3 * * *')
}

async function saveFailure(
  { db, clock, log, storage }: AppContext,
  { exportId, error }: { exportId: string; error: unknown },
) {
  log.error({ err: error }, 'export not built')
  const expiresAt = new Date(clock.now().getTime() + EXPORT_DAYS * DAY)
  // First, also when the file store is unreachable: a remaining part of the file is deleted with the row.
  const isSaved = await queries.saveFinished(db, { publicId: exportId, status: 'failed', size: null, expiresAt })
  // One that an earlier run has finished keeps its file.
  if (isSaved || !(await queries.isThere(db, exportId))) await storage.delete(exportFile(exportId))
}

/** Deletes the file first: a run that is killed in between finds the row again. */
async function clearExpired({ db, clock, storage }: AppContext, signal: AbortSignal) {
  const now = clock.now()
  while (!signal.aborted) {
    const publicIds = await queries.findExpired(db, { now, limit: BATCH })
    for (const publicId of publicIds) {
      await storage.delete(exportFile(publicId))
      await queries.deleteExport(db, publicId)
    }
    if (publicIds.length < BATCH) return
  }
}

/**
 * Builds the mail about an export when it is sent; none to an address that is not confirmed (ACC-4). The link
 * leads to the settings, which ask for a log-in.
 */
async function buildExportReady(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'sites'>,
  { about }: EmailRequest,
): Promise<Email | null> {
  const publicId = ExportId.parse(about['exportId'])
  const row = await queries.findReady(context.db, { publicId, now: context.clock.now() })
  if (!row || row.deletedAt || !row.confirmedAt) return null
  const envelope = mailEnvelope(context, row)
  return {
    template: 'exportReady',
    ...envelope,
    props: {
      name: row.name,
      url: `${envelope.site.url}/notifications/data`,
      until: row.expiresAt.toISOString(),
      locale: mailLocale(row),
    },
  }
}
