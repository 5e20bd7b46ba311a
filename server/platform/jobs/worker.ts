import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, run, type CronItem, type Logger, type Runner, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { SECOND } from '#contract/time.ts'
import type { Log } from '#server/platform/log.ts'
import { guardJobs, type JobGuard } from './dead-workers.ts'

/**
 * Jobs that one process runs at a time. An urgent one may have to wait for the first of four others to end,
 * which time-outs bound: a place of its own would be a second worker, with two more connections of the pool.
 */
const CONCURRENCY = 4
/** A job that still runs this long after the stop began is aborted and runs again in another process. */
export const JOBS_STOP_TIMEOUT_MS = 8 * SECOND
/** How long a worker that has finished its jobs may take to store their results. */
const RESULTS_TIMEOUT_MS = 2 * SECOND
const RESTART_INTERVAL_MS = 2 * SECOND

/** Results are written in batches because only then a stopping worker waits until they are written. */
export const batched = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

interface RunningWorker {
  runner: Runner
  guard: JobGuard
  /** Resolves when it runs no more jobs: it has ended, or is waited for no longer. */
  ended: Promise<void>
}

interface Deps {
  pool: pg.Pool
  log: Log
  logger: Logger
  /** Read at the start, like the schedule. */
  tasks: TaskList
  cronItems: CronItem[]
}

/** Runs the due jobs of this process. A worker that stops by itself, as without a database, is replaced. */
export class JobWorker {
  readonly #deps: Deps
  #running: RunningWorker | null = null
  #isStopping = false
  #isRestarting = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether a worker has ended by itself, and the next one does not run yet. */
  get isRestarting() {
    return this.#isRestarting
  }

  async start() {
    this.#isStopping = false
    await this.#run()
  }

  /** Finishes the running jobs and starts no more. One that takes too long runs again in the next process. */
  async stop() {
    this.#isStopping = true
    if (!this.#running) return
    const { runner, ended, guard } = this.#running
    this.#running = null
    await Promise.race([stopRunner(runner), ended])
    await guard.stop()
  }

  async #run() {
    const { pool, log, logger, tasks, cronItems } = this.#deps
    const events = new EventEmitter()
    const workerIds: string[] = []
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => workerIds.push(workerPool.id))
    events.on('pool:gracefulShutdown', () => {
      this.#isRestarting = !this.#isStopping
    })
    const ended = endOfPool(events)
    const runner = await run({
      pgPool: pool,
      logger,
      taskList: tasks,
      parsedCronItems: parseCronItems(cronItems),
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: JOBS_STOP_TIMEOUT_MS / 2,
      events,
      preset: batched,
    })
    // Stopped in the meantime.
    if (this.#isStopping) return stopRunner(runner)
    // Its end is noticed, and a new one started.
    const onSetBack = () => void stopRunner(runner)
    const worker = { runner, ended, guard: guardJobs({ pool, log, workerIds, onSetBack }) }
    this.#running = worker
    this.#isRestarting = false
    void ended.then(() => this.#replace(worker))
  }

  async #replace(worker: RunningWorker) {
    if (this.#isStopping || this.#running !== worker) return
    const { log } = this.#deps
    log.warn('job worker ended by itself, starting a new one')
    this.#running = null
    this.#isRestarting = true
    // Its schedule may still be running.
    void stopRunner(worker.runner)
    await worker.guard.stop()
    while (!this.#isStopping) {
      try {
        return await this.#run()
      } catch (error) {
        log.warn({ err: error }, 'job worker cannot start yet')
        await sleep(RESTART_INTERVAL_MS)
      }
    }
  }
}

/**
 * Resolves when the worker whose events these are has ended, or the time for it is over: after an outage of
 * the database graphile-worker may wait for its own batches for ever. Source:
 * docs/decisions/0083-a-stopped-worker-is-replaced.md.
 */
function endOfPool(events: EventEmitter) {
  return new Promise<void>((resolve) => {
    const resolveAfter = (ms: number) => void setTimeout(resolve, ms).unref()
    events.once('pool:gracefulShutdown', () => resolveAfter(JOBS_STOP_TIMEOUT_MS))
    events.once('pool:gracefulShutdown:complete', () => resolveAfter(RESULTS_TIMEOUT_MS))
    events.once('pool:release', () => resolve())
  })
}

/** Stops a worker and its schedule. One that has ended by itself rejects it. */
function stopRunner(runner: Runner) {
  return runner.stop().catch(() => {})
}
