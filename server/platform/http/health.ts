import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'

/** Load balancers usually wait longer than this, and a working database answers in milliseconds. */
const READY_TIMEOUT_MS = 1500
/** How long a result is reused: anyone may ask, and many at once must not occupy the database. */
const READY_REUSE_MS = 1000

/**
 * Binds `/health` (the process runs, else a supervisor restarts it) and `/ready` (database and queue answer,
 * so a load balancer sends requests). A restart does not help against a silent database.
 */
export function registerHealth(
  app: FastifyInstance,
  { database, jobs, isStopping }: Pick<Context, 'database' | 'jobs'> & { isStopping: () => boolean },
) {
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get('/health', options, async () => ({ status: 'ok' }))
  const check = reuse(() => Promise.race([checkReady({ database, jobs }), timeout()]))
  app.get('/ready', options, async () => {
    if (isStopping()) throw new DatabaseUnavailable(new Error('the process is about to stop'))
    await check()
    return { status: 'ok' }
  })
}

/** Returns a check that runs once at a time; its result or failure is reused for `READY_REUSE_MS`. */
function reuse(check: () => Promise<void>) {
  let result: Promise<void> | null = null
  let endedAt = Infinity
  return () => {
    if (result && performance.now() < endedAt + READY_REUSE_MS) return result
    endedAt = Infinity
    const running = check().finally(() => (endedAt = performance.now()))
    result = running
    return running
  }
}

async function checkReady({ database, jobs }: Pick<Context, 'database' | 'jobs'>) {
  const [isQueueReady] = await Promise.all([jobs.isReady(), database.pool.query('select 1')]).catch(
    (error: unknown) => {
      throw new DatabaseUnavailable(error)
    },
  )
  if (!isQueueReady) throw new DatabaseUnavailable(new Error('the job worker is not running'))
}

async function timeout() {
  await sleep(READY_TIMEOUT_MS, undefined, { ref: false })
  throw new DatabaseUnavailable(new Error('no answer in time'))
}
