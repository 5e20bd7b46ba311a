import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { findDifferences } from './queries.ts'

/** Compares `member_counts` with a full count. A difference is a bug, so it is logged and not corrected. */
export const recountMembers = defineJob('search.recount_members', z.object({}))

export function searchJobs({ jobs, database, log }: Context) {
  jobs.handle(recountMembers, async () => {
    const differences = await database.runLong(findDifferences)
    if (differences.wrongCounts > 0 || differences.wrongRows > 0)
      log.warn(differences, 'search differs from a full count')
  })
  jobs.cron(recountMembers, '20 3 * * *')
}
