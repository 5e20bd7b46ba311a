import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { defineJob } from './jobs.ts'

/** A failed job is stored this long, so that an operator can examine it; `jobs_waiting{state="failed"}` counts them. */
const FAILED_JOB_DAYS = 14

/** Deletes jobs that used up their attempts long ago. Finished jobs are deleted by the queue at once. Runs every night. */
export const clearFailed = defineJob('jobs.clear_failed', z.unknown(), 'maintenance')

export function queueJobs({ jobs, database, log }: Pick<Context, 'jobs' | 'database' | 'log'>) {
  jobs.handle(clearFailed, async () => {
    const removed = await database.runLong(removeFailed)
    if (removed > 0) log.info({ removed }, 'failed jobs removed')
  })
  jobs.cron(clearFailed, '0 3 * * *')
}

/** Returns how many jobs were deleted. */
async function removeFailed(db: Db) {
  const { rows } = await sql`
    select job.id
    from (
      select array_agg(id) as ids
      from graphile_worker.jobs
      where attempts >= max_attempts
        and locked_at is null
        and updated_at < now() - make_interval(days => ${FAILED_JOB_DAYS})
    ) failed
    cross join lateral graphile_worker.complete_jobs(failed.ids) job
    where failed.ids is not null`.execute(db)
  return rows.length
}
