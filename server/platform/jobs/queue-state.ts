import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/**
 * Counts the jobs that could run now, with the time since when the oldest could, and those that failed for
 * good.
 */
export async function queueState(db: Queryable) {
  const { rows } = await sql<{ due: number; failed: number; oldestDueAt: Date | null }>`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where attempts >= max_attempts)::int as failed,
      min(run_at) filter (where attempts < max_attempts and run_at <= now()) as oldest_due_at
    from graphile_worker.jobs`.execute(db)
  return rows[0] ?? { due: 0, failed: 0, oldestDueAt: null }
}
