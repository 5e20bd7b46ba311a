import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { reportCheck, runBatches } from '#server/platform/checks.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { countedCountries, repairCounts, repairRows } from './repair-query.ts'

/** Compares and repairs search rows by profiles and accounts, and `member_counts` by a full count. */
export const recountMembers = defineJob('search.recount_members', z.object({}), 'maintenance')

export function searchJobs(context: Context) {
  const { jobs } = context
  jobs.handle(recountMembers, async (_payload, { signal }) => {
    // The rows first: repairing one changes the counts, which are then compared with the repaired rows.
    await reportCheck(context, { name: 'search_rows', ...(await checkRows(context, { signal })) })
    await reportCheck(context, { name: 'member_counts', ...(await checkCounts(context, { signal })) })
  })
  jobs.cron(recountMembers, '20 3 * * *')
}

/** Compares and repairs all search rows. */
export function checkRows(context: Pick<Context, 'database' | 'events'>, { signal }: { signal: AbortSignal }) {
  return runBatches(context, { signal, batch: repairRows })
}

/** Compares and repairs all counts, one country at a time. */
export async function checkCounts(context: Pick<Context, 'database' | 'events'>, { signal }: { signal: AbortSignal }) {
  const countries = await countedCountries(context.database.db)
  return runBatches(context, {
    signal,
    batch: async (tx, index) => {
      const country = countries[index]
      if (country === undefined) return { found: 0, repaired: 0, next: null }
      const wrong = await repairCounts(tx, country)
      return { found: wrong, repaired: wrong, next: index + 1 }
    },
  })
}
