import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { attachmentFile } from './report-files.ts'
import { isAttachmentKeyUsed } from './report-queries.ts'
import { buildReportReceipt } from './report-receipt.ts'

/**
 * Deletes an attachment's file unless a report uses it. Enqueued when a report is cleared, and with a delay
 * before a file is stored, so that a crash before its row is committed leaves no file.
 */
export const clearReportFiles = defineJob(
  'moderation.clear_report_files',
  z.object({ storageKey: z.string() }),
  'background',
  { isNeverDropped: true },
)

export function moderationJobs(context: AppContext) {
  const { jobs, mail, db, storage } = context
  mail.define('reportReceipt', (request) => buildReportReceipt(context, request))
  jobs.handle(clearReportFiles, async ({ storageKey }) => {
    if (!(await isAttachmentKeyUsed(db, storageKey))) await storage.delete(attachmentFile(storageKey))
  })
}
