import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { reportCheck, runBatches } from '#server/platform/checks.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { countWrongBalances } from './queries.ts'

/** Compares balances with the sums of the ledger. Differences are reported, never repaired: it is money. */
export const compareBalances = defineJob('credits.compare_balances', z.object({}), 'maintenance')

/** Accounts compared in one batch. */
const BATCH = 2000

export function creditsJobs(context: Context) {
  const { jobs } = context
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
