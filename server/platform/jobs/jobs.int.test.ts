import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import { Events } from '#server/platform/events.ts'
import { createJobs, defineJob, type Jobs } from './jobs.ts'
import { HOUR } from '#contract/time.ts'

const log = pino({ level: 'silent' })
const Note = z.object({ text: z.string() })
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await createJobs({ pool: database.pool, log }).migrate()
})
afterAll(() => database.close())

/** Jobs of one process that remember what they were told. */
function buildJobs(name: string, work: (text: string, attempt: number) => Promise<void> | void = () => {}) {
  const jobs = createJobs({ pool: database.pool, log })
  const note = defineJob(name, Note)
  const heard: string[] = []
  jobs.handle(note, async ({ text }, { attempt }) => {
    await work(text, attempt)
    heard.push(text)
  })
  return { jobs, note, heard }
}

test('a job runs when its transaction has committed, and not at all when it was rolled back', async () => {
  const { jobs, note, heard } = buildJobs('test.transaction')
  const transaction = transactions({ db: database.db, events: new Events({ log }) })
  await transaction(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'kept' })
  })
  const failed = transaction(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'dropped' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await jobs.runDue()
  expect(heard).toEqual(['kept'])
})

test('a worker takes a new job at once and finishes it before it stops', async () => {
  const { jobs, note, heard } = buildJobs('test.worker', async () => {
    await wait(100)
  })
  await running(jobs, async () => {
    await jobs.enqueue(database.db, note, { text: 'hello' })
    await wait(50)
  })
  expect(heard).toEqual(['hello'])
  expect(await waiting('test.worker')).toEqual([])
})

test('a run that fails is tried again, as often as was asked', async () => {
  const { jobs, note, heard } = buildJobs('test.failing', (_, attempt) => {
    if (attempt === 1) throw new Error('not yet')
  })
  const outcomes: string[] = []
  jobs.onRun(({ outcome }) => outcomes.push(outcome))
  await jobs.enqueue(database.db, note, { text: 'again' }, { maxAttempts: 2 })
  await jobs.runDue()
  expect(await waiting('test.failing')).toMatchObject([{ attempts: 1, max_attempts: 2, last_error: 'not yet' }])
  await makeDue('test.failing')
  await jobs.runDue()
  expect(heard).toEqual(['again'])
  expect(outcomes).toEqual(['failed', 'done'])
})

test('a job for later waits, and the same key replaces it', async () => {
  const { jobs, note, heard } = buildJobs('test.later')
  const runAt = new Date(Date.now() + HOUR)
  await jobs.enqueue(database.db, note, { text: 'first' }, { runAt, jobKey: 'one' })
  await jobs.enqueue(database.db, note, { text: 'second' }, { runAt, jobKey: 'one' })
  await jobs.runDue()
  expect(heard).toEqual([])
  await makeDue('test.later')
  await jobs.runDue()
  expect(heard).toEqual(['second'])
})

test('a payload that does not fit is refused before it is written', async () => {
  const { jobs, note } = buildJobs('test.payload')
  const wrong = { text: 7 } as unknown as { text: string }
  await expect(jobs.enqueue(database.db, note, wrong)).rejects.toThrow(z.ZodError)
  expect(await waiting('test.payload')).toEqual([])
})

test('a payload that was written by another version and does not fit is not handled', async () => {
  const { jobs, heard } = buildJobs('test.old-payload')
  await createJobs({ pool: database.pool, log }).enqueue(database.db, defineJob('test.old-payload', z.any()), { no: 1 })
  await jobs.runDue()
  expect(heard).toEqual([])
  expect(await waiting('test.old-payload')).toMatchObject([{ attempts: 1 }])
})

test('the job of a process that died is done by the next one', async () => {
  const { jobs, note, heard } = buildJobs('test.dead')
  await jobs.enqueue(database.db, note, { text: 'rescued' })
  // What a killed worker leaves behind: a job locked a minute ago, by somebody whose session is gone.
  await database.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '1 minute'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'test.dead')`,
  )
  await running(jobs, () => vi.waitFor(() => expect(heard).toEqual(['rescued']), { timeout: 10_000 }))
})

test('the long job of a process that lives is left alone', async () => {
  let runs = 0
  const { jobs, note } = buildJobs('test.alive', async () => {
    runs += 1
    await wait(1500)
  })
  const other = buildJobs('test.alive', () => {
    runs += 1
  })
  await running(jobs, async () => {
    await jobs.enqueue(database.db, note, { text: 'long' })
    await vi.waitFor(() => expect(runs).toBe(1))
    await database.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
    await running(other.jobs, async () => {
      await wait(200)
      // Wakes the workers.
      await jobs.enqueue(database.db, defineJob('test.nobody', z.object({})), {})
      await wait(300)
    })
  })
  expect(runs).toBe(1)
})

async function running(jobs: Jobs, during: () => Promise<unknown>) {
  await jobs.start()
  try {
    await during()
  } finally {
    await jobs.stop()
  }
}

function wait(ms: number) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

async function waiting(name: string) {
  const { rows } = await database.pool.query('select * from graphile_worker.jobs where task_identifier = $1', [name])
  return rows as unknown[]
}

async function makeDue(name: string) {
  await database.pool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [name],
  )
}
