import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, Jobs } from '#server/platform/jobs/jobs.ts'
import { openDatabase, type Database } from '#server/platform/postgres/db.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#tests/support/programs/database-proxy.ts'

const log = pino({ level: 'silent' })
const job = defineJob('test.outage', z.object({ name: z.string() }))
/** All that one process runs at a time. */
const SLOTS = 4

let database: TestDatabase
let proxy: DatabaseProxy
/** The database as the worker reaches it. */
let cuttable: Database
let jobs: Jobs

beforeEach(async () => {
  database = await testDatabase()
  proxy = await openDatabaseProxy(database.connectionString)
  cuttable = openDatabase({ connectionString: proxy.connectionString })
  jobs = new Jobs({ pool: cuttable.pool, log })
  await jobs.migrate()
})
afterEach(async () => {
  await jobs.stop()
  await cuttable.close()
  await proxy.close()
  await database.close()
})

/** Starts the worker with jobs in all slots that end in turn on a call: these fail, the others succeed. */
async function fillSlots({ failing }: { failing: number }) {
  const ends = new Map<string, () => void>()
  const begun: string[] = []
  const finished: string[] = []
  jobs.handle(job, async ({ name }) => {
    const isFirstRun = !begun.includes(name)
    begun.push(name)
    if (isFirstRun && name !== 'later') {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      await promise
    }
    if (isFirstRun && Number(name) < failing) throw new Error('failed')
    finished.push(name)
  })
  await jobs.start()
  const names = Array.from({ length: SLOTS }, (_, index) => String(index))
  for (const name of names) await jobs.enqueue(database.db, job, { name })
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(names))
  // Each result is stored by a statement of its own, which fails for itself.
  const endAll = async () => {
    for (const end of ends.values()) {
      end()
      await sleep(100)
    }
  }
  return { names, endAll, finished }
}

test.each([0, 2, SLOTS])(
  'the worker runs jobs again after the database was away while all of its jobs ended, %i of them with a failure',
  async (failing) => {
    const { names, endAll, finished } = await fillSlots({ failing })
    await proxy.cut()
    await endAll()
    await proxy.restore()
    // The queue answers again, but the worker has stopped.
    await expect.poll(() => jobs.isReady()).toBe(false)
    await jobs.enqueue(database.db, job, { name: 'later' })
    // What was not stored runs again.
    await vi.waitFor(() => expect(finished).toEqual(expect.arrayContaining([...names, 'later'])))
    await expect.poll(() => jobs.isReady()).toBe(true)
    await expect.poll(async () => (await database.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0)
  },
)
