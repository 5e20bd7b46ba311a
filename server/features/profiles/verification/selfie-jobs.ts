import { SELFIE_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { clearSelfie, expireSelfies } from '../jobs.ts'
import { selfieFile } from '../selfie-file.ts'
import { expireSelfie } from './verification.ts'
import { findUndecided, isSelfieKeyUsed } from './verification-queries.ts'
import { buildVerificationDecision } from '../verification-review.ts'

/** Binds the jobs and the mail about selfies. */
export function selfieJobs(context: AppContext) {
  const { jobs, mail, db, storage, clock, transaction } = context
  mail.define('verificationDecision', (request) => buildVerificationDecision(context, request))
  jobs.handle(clearSelfie, async ({ storageKey }) => {
    if (!(await isSelfieKeyUsed(db, storageKey))) await storage.delete(selfieFile(storageKey))
  })
  jobs.handle(expireSelfies, async () => {
    const before = new Date(clock.now().getTime() - SELFIE_DAYS * DAY)
    for (const userId of await findUndecided(db, { before }))
      await transaction((tx) => expireSelfie({ jobs }, tx, userId))
  })
  jobs.cron(expireSelfies, '35 3 * * *')
}
