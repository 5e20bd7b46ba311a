import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { DatabaseUnavailable } from '#server/platform/postgres/faults.ts'

/** A load balancer usually waits longer than this for an answer, and a working database takes milliseconds. */
const READY_TIMEOUT_MS = 1500
/** How long a result is used again. Anyone may ask, and many who do at once shall not take the database from the members. */
const READY_REUSE_MS = 1000

/**
 * Binds `/health` (the process runs: a supervisor restarts it otherwise) and `/ready` (its database and queue answer: a
 * load balancer sends it requests). A database that does not answer is no reason to restart the process.
 */
export function registerHealth(app: FastifyInstance, { database, jobs }: Pick<Context, 'database' | 'jobs'>) {
  const options = { schema: { hide: true }, config: { rateLimit: false } } as const
  app.get('/health', options, async () => ({ status: 'ok' }))
  const check = reuse(() => Promise.race([checkReady({ database, jobs }), timeout()]))
  app.get('/ready', options, async () => {
    await check()
    return { status: 'ok' }
  })
}

/** Returns a check of which one runs at a time, and whose result, also a failure, is used again for `READY_REUSE_MS`. */
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
