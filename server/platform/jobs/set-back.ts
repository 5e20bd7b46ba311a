import type pg from 'pg'
import { SECOND } from '#contract/time.ts'

/** Smaller corrections delay nothing for long. */
const LEAST_STEP_MS = 5 * SECOND

/** Notices that a clock is set back, by a second one that only counts on. */
export class ClockWatch {
  #last: { clockMs: number; steadyMs: number } | null = null

  /** Takes a reading of both. Returns whether the clock was set back since the last one. */
  wasSetBack(clockMs: number, steadyMs = performance.now()) {
    const last = this.#last
    this.#last = { clockMs, steadyMs }
    return last !== null && clockMs - last.clockMs < steadyMs - last.steadyMs - LEAST_STEP_MS
  }
}

/** Milliseconds since 1970, by the clock of the database. */
export async function readDatabaseClock(pool: pg.Pool) {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return rows[0]?.ms ?? 0
}

/**
 * Makes jobs of the future due as long after now as they were to wait when they were queued. Only a clock
 * that was set back leaves such jobs: without this they, and all of the schedule, would wait for the
 * difference. Source: docs/decisions/0136-clocks-that-step.md.
 */
export async function releaseFutureJobs(pool: pg.Pool) {
  await pool.query(
    `with jobs as (
       update graphile_worker._private_jobs
       set run_at = now() + greatest(run_at - updated_at, '0'),
         updated_at = now(),
         created_at = least(created_at, now()),
         locked_at = case when locked_at is not null then least(locked_at, now()) end
       where updated_at > now() + interval '1 second' or locked_at > now() + interval '1 second'
     )
     update graphile_worker._private_known_crontabs
     set last_execution = null, known_since = least(known_since, now())
     where last_execution > now() + interval '1 minute'`,
  )
}
