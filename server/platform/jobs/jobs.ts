import { runMigrations, runOnce, Logger, type CronItem, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import { jobRuns } from '#server/platform/tracing/channels.ts'
import { SECOND } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { batched, JobWorker } from './worker.ts'

/**
 * After this time a job that runs every minute begins nothing more: it ends before the next one begins, also
 * if its last answer is slow. Runs beside each other would take the places of all other jobs.
 */
export const MINUTE_RUN_MS = 45 * SECOND

/**
 * Which of the due jobs run first. `background`: may wait for all urgent ones, because it can hold its place
 * for long (a mail server that does not answer, the archive of a member). `maintenance`: reads whole tables,
 * so one runs at a time, on all nodes together.
 */
export type JobRank = keyof typeof ranks

/** The queue runs lower numbers first. */
const ranks = {
  urgent: { priority: 0, queueName: null },
  background: { priority: 10, queueName: null },
  // A job that `remove` deletes while it runs would leave its queue locked: these have no such payload.
  maintenance: { priority: 20, queueName: 'maintenance' },
} as const

/** A named job with a schema for its payload; slices declare theirs in `jobs.ts`. */
export interface DefinedJob<Payload extends z.ZodType = z.ZodType> {
  name: string
  payload: Payload
  rank: JobRank
  isNeverDropped: boolean
}

/**
 * Defines a job: `defineJob('mail.send', z.object({ … }), 'background')`. The payload is stored as JSON, so
 * no transforms, and other versions read it during a deploy (`docs/recipes.md`). `isNeverDropped`: after
 * its last attempt it runs once a night until it succeeds.
 */
export function defineJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  rank: JobRank = 'urgent',
  { isNeverDropped = false }: { isNeverDropped?: boolean } = {},
): DefinedJob<Payload> {
  return { name, payload, rank, isNeverDropped }
}

/** What a handler receives in addition to its payload. */
export interface JobRun {
  /** Aborts when the process stops. */
  signal: AbortSignal
  /** 1 for the first run. A run that its process did not survive counts, too. */
  attempt: number
}

/** Keys of payloads by which jobs can be removed. Each has an index, as the queue can be long. */
const removableKeys = ['userId', 'exportId'] as const
type RemovableKey = (typeof removableKeys)[number]

export interface FinishedRun {
  name: string
  outcome: 'done' | 'failed'
  seconds: number
}

/**
 * Runs work later, with a queue in PostgreSQL (graphile-worker). A job is queued in the transaction of the
 * change that needs it, so it exists exactly when the change does. A job may run more than once, because a
 * process can die between its work and marking the job as done: handlers must be idempotent.
 */
export class Jobs {
  readonly #pool: pg.Pool
  readonly #logger: Logger
  readonly #tasks: TaskList = {}
  readonly #handled: DefinedJob[] = []
  readonly #cronItems: CronItem[] = []
  readonly #runListeners: ((run: FinishedRun) => void)[] = []
  readonly #worker: JobWorker

  constructor({ pool, log }: { pool: pg.Pool; log: Log }) {
    this.#pool = pool
    this.#logger = quietLogger(log)
    this.#worker = new JobWorker({ pool, log, logger: this.#logger, tasks: this.#tasks, cronItems: this.#cronItems })
  }

  /** Binds a handler to a job, one for each. */
  handle<Payload extends z.ZodType>(
    job: DefinedJob<Payload>,
    handler: (payload: z.output<Payload>, run: JobRun) => Promise<void>,
  ) {
    if (this.#tasks[job.name]) throw new Error(`two handlers for job ${job.name}`)
    this.#handled.push(job)
    this.#tasks[job.name] = async (payload, { abortSignal, job: { attempts: attempt } }) => {
      const startedAt = performance.now()
      let outcome: FinishedRun['outcome'] = 'failed'
      try {
        await jobRuns.tracePromise(async () => handler(readPayload(job, payload), { signal: abortSignal, attempt }), {
          name: job.name,
          attempt,
        })
        outcome = 'done'
      } finally {
        const seconds = (performance.now() - startedAt) / SECOND
        for (const listener of this.#runListeners) listener({ name: job.name, outcome, seconds })
      }
    }
  }

  /** Returns the jobs that this process can run. */
  get handled(): readonly DefinedJob[] {
    return this.#handled
  }

  /** Calls the listener after every run, successful or not. */
  onRun(listener: (run: FinishedRun) => void) {
    this.#runListeners.push(listener)
  }

  /** Schedules a job: five fields of crontab, in UTC. Runs missed while no process was up are skipped. */
  cron(job: DefinedJob, pattern: string) {
    const { priority, queueName } = ranks[job.rank]
    this.#cronItems.push({
      task: job.name,
      match: pattern,
      identifier: job.name,
      options: { jobKey: `cron:${job.name}`, priority, ...(queueName && { queueName }) },
    })
  }

  /** Queues a job, in the transaction of `queryable` if it is one. Returns the id of the job. */
  async enqueue<Payload extends z.ZodType>(
    queryable: Queryable,
    job: DefinedJob<Payload>,
    payload: z.input<Payload>,
    { runAt }: { runAt?: Date } = {},
  ) {
    const { priority, queueName } = ranks[job.rank]
    const { rows } = await sql<{ id: number }>`
      select id
      from graphile_worker.add_job(
        ${job.name},
        payload => ${JSON.stringify(job.payload.parse(payload))}::json,
        queue_name => ${queueName}::text,
        priority => ${priority}::int,
        run_at => ${runAt ?? null}::timestamptz
      )`.execute(queryable)
    return String(rows[0]?.id)
  }

  /**
   * Deletes the jobs whose payload has this value, also failed ones: for data that is deleted in the same
   * transaction. A job that is running now finishes, and is not repeated.
   */
  async remove(tx: Tx, { key, value }: { key: RemovableKey; value: string | number }) {
    // The public functions of the queue leave out locked jobs, and would need the ids first.
    await sql`
      delete from graphile_worker._private_jobs
      where payload ->> ${sql.lit(key)} = ${String(value)}`.execute(tx)
  }

  /** Creates or updates the queue's tables, and our indexes on them. Call it before the first `enqueue`. */
  async migrate() {
    await runMigrations({ pgPool: this.#pool, logger: this.#logger })
    for (const key of removableKeys) {
      await this.#pool.query(`
        do $$
        begin
          -- Two processes that start at once would both create it.
          perform pg_advisory_xact_lock(hashtextextended('jobs_by_${key}', 0));
          create index if not exists "jobs_by_${key}" on graphile_worker._private_jobs ((payload ->> '${key}'));
        end
        $$`)
    }
  }

  /** Starts to run jobs. */
  start() {
    return this.#worker.start()
  }

  /** Finishes the running jobs and starts no more. One that takes too long runs again in the next process. */
  stop() {
    return this.#worker.stop()
  }

  /** Whether jobs can be queued, and are run if this process is to run any. */
  async isReady() {
    await this.#pool.query('select from graphile_worker.jobs limit 1')
    return !this.#worker.isRestarting
  }

  /** Runs all due jobs and returns, without starting a worker; for tests and one-off programs. */
  runDue() {
    return runOnce({
      pgPool: this.#pool,
      logger: this.#logger,
      taskList: this.#tasks,
      noHandleSignals: true,
      preset: batched,
    })
  }
}

/**
 * Parses a payload.
 * @throws Error if another version wrote what this one cannot read: the queue tries again, on any node
 */
function readPayload<Payload extends z.ZodType>({ name, payload: schema }: DefinedJob<Payload>, payload: unknown) {
  const result = schema.safeParse(payload)
  if (result.success) return result.data
  throw new Error(`payload of ${name} that this version cannot read`, { cause: result.error })
}

/** Passes on the worker's log. Its info lines become debug lines. */
function quietLogger(log: Log) {
  return new Logger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const fields = { job: taskIdentifier, jobId, err: meta?.['error'] }
    // The worker repeats the error in its message; `err` is logged without values that could be personal.
    const firstLine = message.split('\n')[0]?.replace(/ with error '.*/, '')
    if (level === 'error') log.error(fields, firstLine)
    else if (level === 'warning') log.warn(fields, firstLine)
    else log.debug(fields, firstLine)
  })
}
