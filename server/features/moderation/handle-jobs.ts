import { SIGNAL_OPENER_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import * as mails from './cases/decision-mails.ts'
import { eraseEvidence } from './cases/retention.ts'
import { buildFraudWarning, warnPartnersOf } from './cases/warn-partners.ts'
import { clearReportFiles, eraseHeld, findEvasion, findEvasionOf, findRemovedCopies, warnPartners } from './jobs.ts'
import { attachmentFile } from './report-files.ts'
import { isAttachmentKeyUsed } from './report-queries.ts'
import { raiseCopies } from './removal/block-image.ts'
import { buildReportReceipt } from './report-receipt.ts'
import { findBanEvasion, findEvasionOfBan } from './signals/evasion.ts'

/** Binds the jobs and mails of the slice. */
export function moderationJobs(context: AppContext) {
  const { jobs, mail, db, storage, clock } = context
  mail.define('reportReceipt', (request) => buildReportReceipt(context, request))
  mail.define('decisionStatement', (request) => mails.buildStatement(context, request))
  mail.define('reportOutcome', (request) => mails.buildReportOutcome(context, request))
  mail.define('appealOutcome', (request) => mails.buildAppealOutcome(context, request))
  mail.define('complaintOutcome', (request) => mails.buildComplaintOutcome(context, request))
  mail.define('removalReceipt', (request) => mails.buildRemovalReceipt(context, request))
  mail.define('removalOutcome', (request) => mails.buildRemovalOutcome(context, request))
  mail.define('fraudWarning', (request) => buildFraudWarning(context, request))
  jobs.handle(clearReportFiles, async ({ storageKey }) => {
    if (!(await isAttachmentKeyUsed(db, storageKey))) await storage.delete(attachmentFile(storageKey))
  })
  jobs.handle(warnPartners, ({ caseId }, { signal }) => warnPartnersOf(context, { caseId, signal }))
  jobs.handle(findRemovedCopies, ({ caseId }) => raiseCopies(context, { caseId }))
  jobs.handle(findEvasion, () => findBanEvasion(context))
  jobs.cron(findEvasion, '17 * * * *')
  jobs.handle(findEvasionOf, ({ caseId }) => findEvasionOfBan(context, { caseId }))
  jobs.handle(eraseHeld, async (_payload, { signal }) => {
    await eraseEvidence(context, signal)
    const before = new Date(clock.now().getTime() - SIGNAL_OPENER_DAYS * DAY)
    await db.deleteFrom('moderationOpeners').where('firstAt', '<', before).execute()
  })
  jobs.cron(eraseHeld, '40 4 * * *')
}
