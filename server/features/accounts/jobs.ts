import { DEVICE_MS, SECURITY_EVENT_MS } from '#contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { DAY } from '#contract/time.ts'
import { settleAgeCheck, settleExpired } from './age-check/age-check.ts'
import { buildAccountNotice } from './email/account-notice.ts'
import { buildDeletion, endPauses } from './deletion/deletion.ts'
import { buildDormant, handleDormant } from './deletion/dormancy.ts'
import { eraseDeleted, eraseUnconfirmed } from './deletion/erasure.ts'
import { appendErasure, ErasureEntry } from './deletion/erasure-log.ts'
import { buildLoginLock } from './login/login-lock.ts'
import { MAIL_CHANGE_STORED_MS } from './email/mail-change.ts'
import { buildAddressTaken, buildMailChange, buildMailChangeNotice } from './email/mail-change-mails.ts'
import { buildReset } from './recovery/reset.ts'
import * as queries from './queries.ts'
import { endSuspensions } from './suspension.ts'
import { buildSecurityNotice, securityNotices } from './second-factor/security-events.ts'

/** Deletes expired sessions and links, and requests and login attempts that no longer count. Nightly. */
export const clearEnded = defineJob('accounts.clear_ended', z.unknown(), 'maintenance')
/** Deletes accounts that stayed unconfirmed (ACC-7). Runs every night. */
export const removeUnconfirmed = defineJob('accounts.remove_unconfirmed', z.unknown(), 'maintenance')
/** Erases accounts that their members deleted (ACC-13). Nightly; the next run continues a killed one. */
export const eraseDeletedAccounts = defineJob('accounts.erase_deleted', z.unknown(), 'maintenance')

/** Hides and deletes accounts that are not used (ACC-33). Nightly; the next run continues a killed one. */
export const handleDormantAccounts = defineJob('accounts.handle_dormant', z.unknown(), 'maintenance')

/** Lists an erased account in a file that outlives the database: a backup may have it. */
export const logErasure = defineJob('accounts.log_erasure', ErasureEntry, 'urgent', {
  isNeverDropped: true,
})

/** Opens accounts whose suspension is over (ACC-32). Every few minutes. */
export const openSuspended = defineJob('accounts.open_suspended', z.unknown(), 'background')

/** Shows accounts again whose pause is over (ACC-30). Every few minutes. */
export const endPausesOver = defineJob('accounts.end_pauses', z.unknown(), 'background')

export function accountsJobs(context: AppContext) {
  const { jobs, mail, clock, database } = context
  mail.define('loginLock', (request) => buildLoginLock(context, request))
  mail.define('deletion', (request) => buildDeletion(context, request))
  mail.define('dormant', (request) => buildDormant(context, request))
  mail.define('restored', ({ userId }) => buildAccountNotice(context, { userId, template: 'restored', path: '/login' }))
  mail.define('passwordReset', (request) => buildReset(context, request))
  mail.define('resetDone', ({ userId }) =>
    buildAccountNotice(context, { userId, template: 'resetDone', path: '/reset-password' }),
  )
  mail.define('mailChange', (request) => buildMailChange(context, request))
  mail.define('mailChangeNotice', (request) => buildMailChangeNotice(context, request))
  mail.define('addressTaken', (request) => buildAddressTaken(context, request))
  for (const template of securityNotices)
    mail.define(template, ({ userId, about }) => buildSecurityNotice(context, { template, userId, about }))
  jobs.handle(clearEnded, async () => {
    const now = clock.now()
    const before = {
      now,
      requestsBefore: new Date(now.getTime() - DAY),
      devicesBefore: new Date(now.getTime() - DEVICE_MS),
      mailChangesBefore: new Date(now.getTime() - MAIL_CHANGE_STORED_MS),
      eventsBefore: new Date(now.getTime() - SECURITY_EVENT_MS),
    }
    await database.runLong((db) => queries.deleteEnded(db, before))
  })
  jobs.handle(removeUnconfirmed, async (_payload, { signal }) => eraseUnconfirmed(context, signal))
  jobs.handle(eraseDeletedAccounts, async (_payload, { signal }) => eraseDeleted(context, signal))
  jobs.handle(handleDormantAccounts, async (_payload, { signal }) => handleDormant(context, { signal }))
  jobs.handle(logErasure, (entry) => appendErasure(context.config.erasureLog, entry))
  jobs.handle(openSuspended, () => endSuspensions(context))
  jobs.handle(endPausesOver, () => endPauses(context))
  jobs.handle(settleAgeCheck, (check) => settleExpired(context, check))
  jobs.cron(openSuspended, '*/5 * * * *')
  jobs.cron(endPausesOver, '*/5 * * * *')
  jobs.cron(clearEnded, '10 3 * * *')
  jobs.cron(removeUnconfirmed, '20 3 * * *')
  jobs.cron(eraseDeletedAccounts, '25 3 * * *')
  jobs.cron(handleDormantAccounts, '35 3 * * *')
}
