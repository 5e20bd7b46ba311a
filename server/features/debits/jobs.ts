import { z } from 'zod'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deleteCodes } from './code-queries.ts'
import { collectDue } from './collect.ts'
import { buildDebitFailed, buildDebitNotice } from './mails.ts'

/** Deletes the codes that no limit counts any more. Runs every night. */
export const clearCodes = defineJob('debits.clear_codes', z.object({}), 'maintenance')

/** Collects the direct debits that are due. */
export const collectDebits = defineJob('debits.collect', z.object({}))

export function debitsJobs(context: AppContext) {
  const { jobs, mail, db, clock } = context
  mail.define('debitNotice', (request) => buildDebitNotice(context, request))
  mail.define('debitFailed', (request) => buildDebitFailed(context, request))
  jobs.handle(collectDebits, (_payload, { signal }) => collectDue(context, signal))
  jobs.cron(collectDebits, '*/15 * * * *')
  jobs.handle(clearCodes, () => deleteCodes(db, { before: new Date(clock.now().getTime() - DAY) }))
  jobs.cron(clearCodes, '20 4 * * *')
}
