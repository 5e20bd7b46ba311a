import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { defineJob } from './jobs.ts'

/** Failed jobs are stored this long for the operator; `jobs_waiting{state="failed"}` counts them. */
const FAILED_JOB_DAYS = 14

/**
 * Deletes jobs that used up their attempts long ago, and tries those once more that are never dropped.
 * Finished jobs are deleted by the queue at once. Runs every night.
 */
export const clearFailed = defineJob('jobs.clear_failed', z.unknown(), 'maintenance')

export function queueJobs({ jobs, database, log }: Pick<Context, 'jobs' | 'database' | 'log'>) {
  jobs.handle(clearFailed, async () => {
    const neverDropped = jobs.handled.filter(({ isNeverDropped }) => isNeverDropped).map(({ name }) => name)
    const { retried, removed } = await database.runLong(async (db) => ({
      retried: await retryFailed(db, neverDropped),
      removed: await removeFailed(db),
    }))
    if (retried > 0) log.warn({ retried }, 'failed jobs that are never dropped are tried again')
    if (removed > 0) log.info({ removed }, 'failed jobs removed')
  })
  jobs.cron(clearFailed, '0 3 * * *')
}

/** Gives each failed job one more attempt. Returns how many there were. */
async function retryFailed(db: Db, names: readonly string[]) {
  // The public function of the queue sets the same number of attempts for all, whatever the maximum of each.
  const { rows } = await sql`
    update graphile_worker._private_jobs
    set attempts = max_attempts - 1, run_at = now(), updated_at = now()
    where attempts >= max_attempts
      and locked_at is null
      and task_id in (select id from graphile_worker._private_tasks where identifier = any(${names}::text[]))
    returning id`.execute(db)
  return rows.length
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
