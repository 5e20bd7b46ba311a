import { z } from 'zod'
import { OPERATOR_DAYS_MAX } from '#contract/limits.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import { storeMoney } from '../money/sums-query.ts'
import { countCases } from './count-cases.ts'
import { countCohorts } from './count-cohorts.ts'
import { countDay, daysToCount } from './count-query.ts'
import { countSources } from './count-sources.ts'

/** Counts the numbers of today, and of days before that were not counted after their end. */
export const countDaysJob = defineJob('operator.count_days', z.object({}), 'maintenance')

/**
 * Counts the numbers of days, each in a transaction of its own. Pages only read what is stored, so that a
 * million members cost no scan when someone looks (OPER-16).
 */
export async function countDays(
  { database, events, clock }: Pick<Context, 'database' | 'events' | 'clock'>,
  signal?: AbortSignal,
) {
  await database.runLong(async (db) => {
    const transaction = transactions({ db, events })
    const at = clock.now()
    const first = new Date(at.getTime() - (OPERATOR_DAYS_MAX - 1) * DAY)
    for (const from of await daysToCount(db, { from: first, at })) {
      if (signal?.aborted) return
      const until = new Date(from.getTime() + DAY)
      const knowsActive = until.getTime() + HOUR > at.getTime()
      await transaction(async (tx) => {
        await countDay(tx, { from, until, at, knowsActive })
        await countSources(tx, { from, until })
        await countCohorts(tx, { from, until, knowsActive })
        await countCases(tx, { from, until })
        await storeMoney(tx, { from, until })
      })
    }
  })
}
