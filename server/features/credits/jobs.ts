import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { buildActivation } from '#server/features/accounts/email/activation.ts'
import { reportCheck, runBatches } from '#server/platform/checks.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { countWrongBalances } from './queries.ts'
import { signupMessages } from './signup-credits.ts'

/** Compares balances with the sums of the ledger. Differences are reported, never repaired: it is money. */
export const compareBalances = defineJob('credits.compare_balances', z.object({}), 'maintenance')

/** Accounts compared in one batch. */
const BATCH = 2000

export function creditsJobs(context: AppContext) {
  const { jobs, mail } = context
  // Defined here, because the mail says how many messages the free credits pay for.
  mail.define('activation', ({ userId }) =>
    buildActivation(context, { userId, messagesOf: (tx, account) => signupMessages(context, tx, account) }),
  )
  jobs.handle(compareBalances, async (_payload, { signal }) => {
    const result = await runBatches(context, {
      signal,
      batch: async (tx, after) => {
        const { wrong, last, size } = await countWrongBalances(tx, { after, limit: BATCH })
        return { found: wrong, repaired: 0, next: size < BATCH ? null : last }
      },
    })
    await reportCheck(context, { name: 'balances', ...result })
  })
  jobs.cron(compareBalances, '50 3 * * *')
}
