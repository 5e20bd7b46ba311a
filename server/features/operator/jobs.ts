import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { deleteEnded } from './access/queries.ts'
import { countDays, countDaysJob } from './overview/count-days.ts'

/** Deletes expired sessions, log-ins and invitations of operators. Nightly. */
export const clearEndedOperators = defineJob('operator.clear_ended', z.unknown(), 'maintenance')

export function operatorJobs({ jobs, clock, database, events }: AppContext) {
  jobs.handle(clearEndedOperators, async () => {
    await database.runLong((db) => deleteEnded(db, clock.now()))
  })
  jobs.cron(clearEndedOperators, '15 3 * * *')
  jobs.handle(countDaysJob, (_payload, { signal }) => countDays({ database, events, clock }, signal))
  jobs.cron(countDaysJob, '*/10 * * * *')
}
