import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { defineClearFiles } from '#server/platform/storage/file-keys.ts'

/**
 * Deletes an attachment's file unless a report or a case uses it. Enqueued when a report is cleared, and with
 * a delay before a file is stored, so that a crash before its row is committed leaves no file.
 */
export const clearReportFiles = defineClearFiles('moderation.clear_report_files')
/** Warns those who wrote with a member who was banned for fraud (MOD-26). */
export const warnPartners = defineJob('moderation.warn_partners', z.object({ caseId: z.int() }), 'background', {
  isNeverDropped: true,
})
/** Looks for copies of an image that a case removed for good (MOD-32). */
export const findRemovedCopies = defineJob('moderation.find_copies', z.object({ caseId: z.int() }), 'maintenance', {
  isNeverDropped: true,
})
/** Compares new accounts with banned ones (MOD-25). Hourly. */
export const findEvasion = defineJob('moderation.find_evasion', z.unknown(), 'maintenance')
/** Looks for accounts that resembled a banned member before the ban (MOD-25). */
export const findEvasionOf = defineJob('moderation.find_evasion_of', z.object({ caseId: z.int() }), 'maintenance', {
  isNeverDropped: true,
})
/** Erases evidence that no case needs any more (MOD-27), and old counts of openers. Nightly. */
export const eraseHeld = defineJob('moderation.erase_evidence', z.unknown(), 'maintenance')
