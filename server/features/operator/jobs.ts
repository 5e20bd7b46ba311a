import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deleteEnded } from './access/queries.ts'
import { recountMoney, recountMoneyJob, storeMoneyDays } from './money/store-money.ts'
import { countDays, countDaysJob } from './overview/count-days.ts'

/** Deletes expired sessions, log-ins and invitations of operators. Nightly. */
export const clearEndedOperators = defineJob('operator.clear_ended', z.unknown(), 'maintenance')

export function operatorJobs(context: AppContext) {
  const { jobs, clock, database, events } = context
  jobs.handle(clearEndedOperators, async () => {
    await database.runLong((db) => deleteEnded(db, clock.now()))
  })
  jobs.cron(clearEndedOperators, '15 3 * * *')
  jobs.handle(countDaysJob, async (_payload, { signal }) => {
    await countDays({ database, events, clock }, signal)
    await storeMoneyDays({ database, events, clock }, signal)
  })
  // With the last minute of a day, after which those who stay active are no longer seen in it.
  jobs.cron(countDaysJob, '9,19,29,39,49,59 * * * *')
  jobs.handle(recountMoneyJob, (_payload, { signal }) => recountMoney(context, signal))
  jobs.cron(recountMoneyJob, '20 4 * * *')
}
