import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { SECOND } from '#contract/time.ts'
import { ClockWatch, readDatabaseClock, releaseFutureJobs } from './set-back.ts'

/** Together with the time below: a job of a killed process runs again within five seconds. */
const CHECK_INTERVAL_MS = SECOND
/** For workers that have fetched a job before they acquire their lock, right after their start. */
const LOCK_GRACE_MS = 2 * SECOND

export type JobGuard = ReturnType<typeof guardJobs>

/**
 * Unlocks the jobs of processes that died while running them, which the queue itself does after four hours.
 * Each process holds a session lock on the ids of its workers. PostgreSQL releases the locks with the
 * session, so a worker is dead if another process can acquire its lock. Also notices clocks that are set
 * back; after the one of this process the schedule must be started again, by `onSetBack`.
 */
export function guardJobs({
  pool,
  log,
  workerIds,
  onSetBack,
}: {
  pool: pg.Pool
  log: Log
  workerIds: string[]
  onSetBack: () => void
}) {
  let lockSession: LockSession | null = null
  const clocks = { own: new ClockWatch(), database: new ClockWatch() }
  // The first check waits for the database, and a step until then would not be noticed.
  clocks.own.wasSetBack(Date.now())
  let isFirst = true
  let work = check()
  const timer = setInterval(() => {
    work = work.then(check)
  }, CHECK_INTERVAL_MS)

  async function check() {
    try {
      if (!lockSession?.isOpen()) lockSession = await acquireLocks(pool, workerIds)
      await freeJobsOfDeadWorkers(pool)
      await checkClocks()
    } catch (error) {
      log.warn({ err: error }, 'job guard could not check for dead workers')
    }
  }

  async function checkClocks() {
    const isOwnSetBack = clocks.own.wasSetBack(Date.now())
    const isDatabaseSetBack = clocks.database.wasSetBack(await readDatabaseClock(pool))
    // At first, too: it may have happened before this start.
    if (isFirst || isOwnSetBack || isDatabaseSetBack) await releaseFutureJobs(pool)
    isFirst = false
    if (!isOwnSetBack) return
    log.warn('the clock was set back')
    onSetBack()
  }

  async function stop() {
    clearInterval(timer)
    await work
    lockSession?.close()
  }

  return { stop }
}

interface LockSession {
  isOpen(): boolean
  /** Ends the session, which releases its locks. */
  close(): void
}

/** Takes a connection out of the pool and acquires the locks on it. One on which that fails is closed. */
async function acquireLocks(pool: pg.Pool, workerIds: string[]): Promise<LockSession> {
  const client = await pool.connect()
  let isOpen = true
  // A lost connection reports an error besides that of its statement; the pool accepts it back once.
  const close = () => {
    if (!isOpen) return
    isOpen = false
    client.release(true)
  }
  client.once('error', close)
  try {
    await client.query(
      `select pg_advisory_lock(hashtextextended(worker_id, 0))
       from unnest($1::text[]) as worker_id`,
      [workerIds],
    )
  } catch (error) {
    close()
    throw error
  }
  return { isOpen: () => isOpen, close }
}

/**
 * Unlocks the jobs of workers whose lock is free, and wakes the workers that wait for a new job. Must not run
 * in the session that holds our locks, because a session can acquire its own lock again.
 */
async function freeJobsOfDeadWorkers(pool: pg.Pool) {
  await pool.query(
    `with dead as materialized (
       select worker_id
       from (
         select distinct locked_by as worker_id
         from graphile_worker.jobs
         where locked_at < now() - $1 * interval '1 millisecond'
       ) as at_work
       where pg_try_advisory_xact_lock(hashtextextended(worker_id, 0))
     )
     select graphile_worker.force_unlock_workers(array_agg(worker_id)), pg_notify('jobs:insert', '{"count": 4}')
     from dead
     having count(*) > 0`,
    [LOCK_GRACE_MS],
  )
}
