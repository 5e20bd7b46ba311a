import {
  run,
  runMigrations,
  runOnce,
  Logger,
  parseCronItems,
  type CronItem,
  type Runner,
  type TaskList,
} from 'graphile-worker'
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import { guardJobs, type JobGuard } from './dead-workers.ts'
import type { Log } from '#server/platform/log.ts'
import { SECOND } from '#contract/time.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

/** How many jobs one process works on at a time. */
const CONCURRENCY = 4
/** A job still at work this long after the stop began is given up and done again elsewhere. */
const STOP_WITHIN = 8 * SECOND

/** Results are written in batches, because only then does the worker wait for their writing when it stops. */
const batched = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/** A named kind of work with a checked payload; slices declare theirs in `jobs.ts`. */
export interface DefinedJob<Payload extends z.ZodType = z.ZodType> {
  name: string
  payload: Payload
}

/** Names a kind of work: `defineJob('mail.send', z.object({ … }))`. The payload is stored as JSON, so no transforms. */
export function defineJob<Payload extends z.ZodType>(name: string, payload: Payload): DefinedJob<Payload> {
  return { name, payload }
}

/** What a handler learns beside its payload. */
export interface JobRun {
  /** 1 on the first run. */
  attempt: number
  isLastAttempt: boolean
  /** Aborts when the process wants to stop. */
  signal: AbortSignal
}

export interface JobOptions {
  runAt?: Date
  /** A job with the same key that has not begun yet is replaced. */
  jobKey?: string
  /** Tries in all, the waits between them growing to hours; 25 when not given. */
  maxAttempts?: number
}

export interface FinishedRun {
  name: string
  outcome: 'done' | 'failed'
  seconds: number
}

export type Jobs = ReturnType<typeof createJobs>

/**
 * Work for later, kept in PostgreSQL by graphile-worker. It is written in the transaction of the fact that asks for it,
 * so it exists exactly when the fact does. A job may run more than once (a process can die after its work and before
 * saying so): handlers do their work in a way that the second time changes nothing.
 */
export function createJobs({ pool, log }: { pool: pg.Pool; log: Log }) {
  const tasks: TaskList = {}
  const cronItems: CronItem[] = []
  const logger = quietLogger(log)
  const runListeners: ((run: FinishedRun) => void)[] = []
  let running: { runner: Runner; guard: JobGuard } | null = null
  let isStopping = false

  /** Binds the work to its name. */
  function handle<Payload extends z.ZodType>(
    job: DefinedJob<Payload>,
    handler: (payload: z.output<Payload>, run: JobRun) => Promise<void>,
  ) {
    if (tasks[job.name]) throw new Error(`two handlers for job ${job.name}`)
    tasks[job.name] = async (payload, { job: { attempts, max_attempts }, abortSignal }) => {
      const startedAt = performance.now()
      let outcome: FinishedRun['outcome'] = 'failed'
      try {
        await handler(job.payload.parse(payload), {
          attempt: attempts,
          isLastAttempt: attempts >= max_attempts,
          signal: abortSignal,
        })
        outcome = 'done'
      } finally {
        const seconds = (performance.now() - startedAt) / SECOND
        for (const listener of runListeners) listener({ name: job.name, outcome, seconds })
      }
    }
  }

  /** Hears of every run that has ended, well or not. */
  function onRun(listener: (run: FinishedRun) => void) {
    runListeners.push(listener)
  }

  /** Lets the clock ask for a job: five fields of crontab, in UTC. A run missed while no process was up is left out. */
  function cron(job: DefinedJob, pattern: string) {
    cronItems.push({ task: job.name, match: pattern, identifier: job.name, options: { jobKey: `cron:${job.name}` } })
  }

  /** Asks for a job, in the transaction of `queryable` if it is one. Returns the id of the job. */
  async function enqueue<Payload extends z.ZodType>(
    queryable: Queryable,
    job: DefinedJob<Payload>,
    payload: z.input<Payload>,
    { runAt, jobKey, maxAttempts }: JobOptions = {},
  ) {
    const { rows } = await sql<{ id: number }>`
      select id
      from graphile_worker.add_job(
        ${job.name},
        payload => ${JSON.stringify(job.payload.parse(payload))}::json,
        run_at => ${runAt ?? null}::timestamptz,
        max_attempts => ${maxAttempts ?? null}::integer,
        job_key => ${jobKey ?? null}::text
      )`.execute(queryable)
    return String(rows[0]?.id)
  }

  /** Creates or updates the queue's own tables. Before the first `enqueue`, in every process. */
  function migrate() {
    return runMigrations({ pgPool: pool, logger })
  }

  /** Begins to work. A worker that the database threw out (a restart, a cut) begins again by itself. */
  async function start() {
    isStopping = false
    const events = new EventEmitter()
    const workerIds: string[] = []
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => workerIds.push(workerPool.id))
    const runner = await run({
      pgPool: pool,
      logger,
      taskList: tasks,
      parsedCronItems: parseCronItems(cronItems),
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_WITHIN / 2,
      events,
      preset: batched,
    })
    const guard = guardJobs({ pool, log, workerIds })
    running = { runner, guard }
    void runner.promise.catch(() => {}).then(() => restart(runner))
  }

  async function restart(ended: Runner) {
    if (isStopping || running?.runner !== ended) return
    log.warn('job worker ended by itself, starting it again')
    await running.guard.stop()
    running = null
    while (!isStopping) {
      try {
        return await start()
      } catch (error) {
        log.warn({ err: error }, 'job worker cannot start yet')
        await new Promise((resolve) => {
          setTimeout(resolve, 2 * SECOND)
        })
      }
    }
  }

  /** Finishes the jobs at work and takes no new ones; what takes too long is done again by the next process. */
  async function stop() {
    isStopping = true
    if (!running) return
    const { runner, guard } = running
    running = null
    const deadline = setTimeout(() => void runner.kill(), STOP_WITHIN)
    await runner.stop()
    clearTimeout(deadline)
    await guard.stop()
  }

  /** Works off what is due and returns, without starting a worker; for tests and one-off programs. */
  function runDue() {
    return runOnce({ pgPool: pool, logger, taskList: tasks, noHandleSignals: true, preset: batched })
  }

  return { handle, onRun, cron, enqueue, migrate, start, stop, runDue }
}

/** The worker's own words: its small talk is for debugging, a failed run is a warning since it is tried again. */
function quietLogger(log: Log) {
  return new Logger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const fields = { job: taskIdentifier, jobId, err: meta?.['error'] }
    // The worker repeats the error there; `err` tells it without what is nobody's business.
    const firstLine = message.split('\n')[0]?.replace(/ with error '.*/, '')
    if (level === 'error') log.error(fields, firstLine)
    else if (level === 'warning') log.warn(fields, firstLine)
    else log.debug(fields, firstLine)
  })
}
