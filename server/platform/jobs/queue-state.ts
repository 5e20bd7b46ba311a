import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Counts the jobs that failed for good, by name, those that failed last first. */
export async function failedJobs(db: Queryable, limit: number) {
  const { rows } = await sql<{ name: string; count: number; lastAt: Date }>`
    select task_identifier as name, count(*)::int as count, max(updated_at) as last_at
    from graphile_worker.jobs
    where attempts >= max_attempts
    group by task_identifier
    order by last_at desc, name
    limit ${limit}`.execute(db)
  return rows
}

/**
 * Counts the jobs that could run now, with the time since when the oldest could, and those that failed for
 * good.
 */
export async function queueState(db: Queryable) {
  const { rows } = await sql<{ due: number; failed: number; oldestDueAt: Date | null; oldestDueMs: number | null }>`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where attempts >= max_attempts)::int as failed,
      min(run_at) filter (where attempts < max_attempts and run_at <= now()) as oldest_due_at,
      extract(epoch from max(now() - run_at) filter (where attempts < max_attempts and run_at <= now()))::float8 * 1000
        as oldest_due_ms
    from graphile_worker.jobs`.execute(db)
  return rows[0] ?? { due: 0, failed: 0, oldestDueAt: null, oldestDueMs: null }
}
