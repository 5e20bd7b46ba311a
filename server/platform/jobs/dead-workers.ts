import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import { SECOND } from '#contract/time.ts'

const LOOK_EVERY = 20 * SECOND

export type JobGuard = ReturnType<typeof guardJobs>

/**
 * Frees the jobs of processes that died at work. The queue itself waits four hours before it believes that a worker
 * is gone. So each process holds one session lock on the id of its worker for as long as it lives; PostgreSQL drops them with the
 * session, and whoever can take the lock of a worker knows that it is dead.
 */
export function guardJobs({ pool, log, workerIds }: { pool: pg.Pool; log: Log; workerIds: string[] }) {
  let holder: pg.PoolClient | null = null
  let work = look()
  const timer = setInterval(() => {
    work = work.then(look)
  }, LOOK_EVERY)

  async function look() {
    try {
      holder ??= await holdLocks()
      await freeJobsOfDeadWorkers(pool)
    } catch (error) {
      log.warn({ err: error }, 'job guard could not look after dead workers')
    }
  }

  async function holdLocks() {
    const client = await pool.connect()
    client.once('error', (error) => {
      holder = null
      client.release(error)
    })
    await client.query(
      `select pg_advisory_lock(hashtextextended(worker_id, 0))
       from unnest($1::text[]) as worker_id`,
      [workerIds],
    )
    return client
  }

  async function stop() {
    clearInterval(timer)
    await work
    // Ends the session, and the locks with it.
    holder?.release(true)
    holder = null
  }

  return { stop }
}

/**
 * Must not run in the session that holds the locks: a session can always take its own lock again. The five seconds are
 * for workers that have taken a job and are about to take their lock.
 */
async function freeJobsOfDeadWorkers(pool: pg.Pool) {
  await pool.query(
    `with dead as materialized (
       select worker_id
       from (
         select distinct locked_by as worker_id
         from graphile_worker.jobs
         where locked_at < now() - interval '5 seconds'
       ) as at_work
       where pg_try_advisory_xact_lock(hashtextextended(worker_id, 0))
     )
     select graphile_worker.force_unlock_workers(array_agg(worker_id))
     from dead
     having count(*) > 0`,
  )
}
