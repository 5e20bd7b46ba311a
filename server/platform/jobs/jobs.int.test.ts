import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { transactions } from '#server/platform/postgres/db.ts'
import { Events } from '#server/platform/events.ts'
import { clearFailed, queueJobs } from './clear-failed.ts'
import { defineJob, Jobs } from './jobs.ts'
import { HOUR } from '#contract/time.ts'

const log = pino({ level: 'silent' })
const Note = z.object({ text: z.string() })
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await new Jobs({ pool: database.pool, log }).migrate()
})
afterAll(() => database.close())

/** The jobs of one process, with a handler that records the texts it was run with. */
function buildJobs(name: string, work: (text: string) => Promise<void> | void = () => {}) {
  const jobs = new Jobs({ pool: database.pool, log })
  const note = defineJob(name, Note)
  const handled: string[] = []
  jobs.handle(note, async ({ text }) => {
    await work(text)
    handled.push(text)
  })
  return { jobs, note, handled }
}

test('a job runs when its transaction has committed, and not at all when it was rolled back', async () => {
  const { jobs, note, handled } = buildJobs('test.transaction')
  const transaction = transactions({ db: database.db, events: new Events({ log }) })
  await transaction(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'committed' })
  })
  const failed = transaction(async (tx) => {
    await jobs.enqueue(tx, note, { text: 'rolled back' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await jobs.runDue()
  expect(handled).toEqual(['committed'])
})

test('a worker runs a new job at once and finishes it before it stops', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { jobs, note, handled } = buildJobs('test.worker', async () => {
    begun.resolve()
    await released.promise
  })
  // A worker looks for jobs by a timer too, which does not run here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await jobs.start()
    // What is queued before the worker listens is found by that timer alone.
    while (!(await isListening()));
    await jobs.enqueue(database.db, note, { text: 'hello' })
    await begun.promise
  } finally {
    vi.useRealTimers()
  }
  const stopped = jobs.stop()
  released.resolve()
  await stopped
  expect(handled).toEqual(['hello'])
  expect(await waiting('test.worker')).toEqual([])
})

async function isListening() {
  const { rowCount } = await database.pool.query(`
    select from pg_stat_activity
    where datname = current_database() and state = 'idle' and query like 'LISTEN "jobs:insert"%'`)
  return rowCount === 1
}

test('a failed run is retried', async () => {
  let runs = 0
  const { jobs, note, handled } = buildJobs('test.failing', () => {
    runs += 1
    if (runs === 1) throw new Error('not yet')
  })
  const outcomes: string[] = []
  jobs.onRun(({ outcome }) => outcomes.push(outcome))
  await jobs.enqueue(database.db, note, { text: 'again' })
  await jobs.runDue()
  expect(await waiting('test.failing')).toMatchObject([{ attempts: 1, last_error: 'not yet' }])
  await makeDue('test.failing')
  await jobs.runDue()
  expect(handled).toEqual(['again'])
  expect(outcomes).toEqual(['failed', 'done'])
})

test('a job with a payload that a version cannot read is left to another version', async () => {
  const [older, newer] = [new Jobs({ pool: database.pool, log }), new Jobs({ pool: database.pool, log })]
  const handled: string[] = []
  older.handle(defineJob('test.versions', z.object({ text: z.string(), title: z.string() })), async ({ title }) => {
    handled.push(`older ${title}`)
  })
  const note = defineJob('test.versions', Note)
  newer.handle(note, async ({ text }) => void handled.push(`newer ${text}`))
  await newer.enqueue(database.db, note, { text: 'hello' })
  await older.runDue()
  const lastError = expect.stringContaining('payload of test.versions that this version cannot read')
  expect(await waiting('test.versions')).toMatchObject([{ attempts: 1, last_error: lastError }])
  await makeDue('test.versions')
  await newer.runDue()
  expect(handled).toEqual(['newer hello'])
  // What a version does not know of a payload it leaves out.
  await newer.enqueue(database.db, defineJob('test.versions', Note.extend({ tone: z.string() })), {
    text: 'again',
    tone: 'plain',
  })
  await newer.runDue()
  expect(handled).toEqual(['newer hello', 'newer again'])
})

test('a failed job is removed after some days, by the nightly job', async () => {
  const { jobs, note } = buildJobs('test.failed')
  queueJobs({ jobs, database, log })
  for (const text of ['old', 'recent', 'pending']) await jobs.enqueue(database.db, note, { text })
  await database.pool.query(
    `update graphile_worker._private_jobs
     set run_at = now() + interval '1 day',
       attempts = case when payload ->> 'text' = 'pending' then 1 else max_attempts end,
       updated_at = now() - case when payload ->> 'text' = 'recent' then interval '13 days' else interval '15 days' end`,
  )
  await jobs.enqueue(database.db, clearFailed, {})
  await jobs.runDue()
  const { rows } = await database.pool.query(
    "select payload ->> 'text' as text from graphile_worker._private_jobs order by text",
  )
  expect(rows).toEqual([{ text: 'pending' }, { text: 'recent' }])
  await database.pool.query('delete from graphile_worker._private_jobs')
})

test('a failed job that is never dropped is tried once more by the nightly job, and stays until it succeeds', async () => {
  const jobs = new Jobs({ pool: database.pool, log })
  const job = defineJob('test.never-dropped', Note, 'background', { isNeverDropped: true })
  let isDown = true
  const attempts: number[] = []
  jobs.handle(job, async (_note, { attempt }) => {
    attempts.push(attempt)
    if (isDown) throw new Error('the store is down')
  })
  queueJobs({ jobs, database, log })
  await jobs.enqueue(database.db, job, { text: 'delete the files' })
  await database.pool.query(
    `update graphile_worker._private_jobs
     set attempts = max_attempts, updated_at = now() - interval '15 days', run_at = now() + interval '1 day'`,
  )
  async function runNight() {
    await jobs.enqueue(database.db, clearFailed, {})
    await jobs.runDue()
    await jobs.runDue()
  }
  await runNight()
  expect(attempts).toEqual([25])
  // An operator still sees it as failed.
  expect(await waiting('test.never-dropped')).toMatchObject([{ attempts: 25, max_attempts: 25 }])
  isDown = false
  await runNight()
  expect(attempts).toEqual([25, 25])
  expect(await waiting('test.never-dropped')).toEqual([])
})

test('jobs are removed by a value of their payload, failed and locked ones too, unless the transaction is rolled back', async () => {
  const jobs = new Jobs({ pool: database.pool, log })
  const job = defineJob('test.removed', z.object({ userId: z.int(), text: z.string() }))
  const transaction = transactions({ db: database.db, events: new Events({ log }) })
  for (const [text, userId] of Object.entries({ mine: 7, failed: 7, locked: 7, other: 77 }))
    await jobs.enqueue(database.db, job, { text, userId })
  await database.pool.query(`
    update graphile_worker._private_jobs
    set attempts = case when payload ->> 'text' = 'failed' then max_attempts else attempts end,
      locked_at = case when payload ->> 'text' = 'locked' then now() end`)
  const rolledBack = transaction(async (tx) => {
    await jobs.remove(tx, { key: 'userId', value: 77 })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await transaction((tx) => jobs.remove(tx, { key: 'userId', value: 7 }))
  const { rows } = await database.pool.query("select payload ->> 'text' as text from graphile_worker._private_jobs")
  expect(rows).toEqual([{ text: 'other' }])
  await database.pool.query('delete from graphile_worker._private_jobs')
})

test('mails that wait for their server let other jobs go first', async () => {
  const jobs = new Jobs({ pool: database.pool, log })
  const [mail, refund] = [defineJob('test.mail', Note, 'background'), defineJob('test.refund', Note)]
  const handled: string[] = []
  for (const job of [mail, refund]) jobs.handle(job, async ({ text }) => void handled.push(text))
  for (const text of ['mail 1', 'mail 2']) await jobs.enqueue(database.db, mail, { text })
  await jobs.enqueue(database.db, refund, { text: 'refund' })
  await jobs.runDue()
  expect(handled).toEqual(['refund', 'mail 1', 'mail 2'])
})

test('jobs that read whole tables run one after the other, and leave room for others', async () => {
  const { jobs, note, handled } = buildJobs('test.beside')
  const released = Promise.withResolvers<void>()
  const started: string[] = []
  const nightly = ['one', 'two', 'three', 'four', 'five'].map((text) => ({
    text,
    job: defineJob(`test.nightly-${text}`, Note, 'maintenance'),
  }))
  for (const { job } of nightly)
    jobs.handle(job, async ({ text }) => {
      started.push(text)
      await released.promise
    })
  for (const { job, text } of nightly) await jobs.enqueue(database.db, job, { text })
  await whileStarted(jobs, async () => {
    try {
      await vi.waitFor(() => expect(started).toContain('one'))
      await jobs.enqueue(database.db, note, { text: 'beside' })
      await vi.waitFor(() => expect(handled).toEqual(['beside']))
      expect(started).toEqual(['one'])
    } finally {
      released.resolve()
    }
    await vi.waitFor(() => expect(started).toEqual(nightly.map(({ text }) => text)))
  })
})

test('a job for later waits until it is due', async () => {
  const { jobs, note, handled } = buildJobs('test.later')
  const runAt = new Date(Date.now() + HOUR)
  await jobs.enqueue(database.db, note, { text: 'later' }, { runAt })
  await jobs.runDue()
  expect(handled).toEqual([])
  await makeDue('test.later')
  await jobs.runDue()
  expect(handled).toEqual(['later'])
})

test('an invalid payload is rejected before it is stored', async () => {
  const { jobs, note } = buildJobs('test.payload')
  const wrong = { text: 7 } as unknown as { text: string }
  await expect(jobs.enqueue(database.db, note, wrong)).rejects.toThrow(z.ZodError)
  expect(await waiting('test.payload')).toEqual([])
})

test('an invalid payload that another version stored is not handled', async () => {
  const { jobs, handled } = buildJobs('test.old-payload')
  await new Jobs({ pool: database.pool, log }).enqueue(database.db, defineJob('test.old-payload', z.any()), { no: 1 })
  await jobs.runDue()
  expect(handled).toEqual([])
  expect(await waiting('test.old-payload')).toMatchObject([{ attempts: 1 }])
})

test.each(['urgent', 'maintenance'] as const)(
  'the %s job of a process that died is run by the next one',
  async (rank) => {
    const jobs = new Jobs({ pool: database.pool, log })
    const job = defineJob(`test.dead-${rank}`, Note, rank)
    const handled: string[] = []
    jobs.handle(job, async ({ text }) => void handled.push(text))
    await jobs.enqueue(database.db, job, { text: 'rescued' })
    // The state after a killed worker: a job and its queue, locked a minute ago without a session.
    for (const table of ['_private_jobs', '_private_job_queues'])
      await database.pool.query(
        `update graphile_worker.${table} set locked_by = 'pool-dead', locked_at = now() - interval '1 minute'`,
      )
    await whileStarted(jobs, () => vi.waitFor(() => expect(handled).toEqual(['rescued'])))
  },
)

test('the long job of a running process is not run by another', async () => {
  let runs = 0
  const released = Promise.withResolvers<void>()
  const { jobs, note } = buildJobs('test.long', () => {
    runs += 1
    return released.promise
  })
  const other = buildJobs('test.long', () => {
    runs += 1
  })
  await whileStarted(jobs, async () => {
    try {
      await jobs.enqueue(database.db, note, { text: 'long' })
      await vi.waitFor(async () => expect(await lockStates()).toEqual([{ isFree: false }]))
      await database.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
      await whileStarted(other.jobs, async () => {
        await wait(200)
        // Wakes the workers.
        await jobs.enqueue(database.db, defineJob('test.unhandled', z.object({})), {})
        await wait(300)
      })
    } finally {
      released.resolve()
    }
  })
  expect(runs).toBe(1)
})

/** Of each job that runs: whether no process holds the lock of its worker. */
async function lockStates() {
  const { rows } = await database.pool.query<{ isFree: boolean }>(`
    select pg_try_advisory_xact_lock(hashtextextended(locked_by, 0)) as "isFree"
    from graphile_worker._private_jobs where locked_by is not null`)
  return rows
}

async function whileStarted(jobs: Jobs, during: () => Promise<unknown>) {
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

test('jobs and the schedule do not wait for a clock that was set back', async () => {
  const { jobs, note, handled } = buildJobs('test.set_back')
  await jobs.enqueue(database.db, note, { text: 'due' })
  await jobs.enqueue(database.db, note, { text: 'later' }, { runAt: new Date(Date.now() + HOUR) })
  await database.pool
    .query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('test.set_back', now(), now())`)
  // What the clock of the database leaves when it is set back by an hour.
  await database.pool.query(`
    update graphile_worker._private_jobs set run_at = run_at + interval '1 hour',
      created_at = created_at + interval '1 hour', updated_at = updated_at + interval '1 hour';
    update graphile_worker._private_known_crontabs set last_execution = last_execution + interval '1 hour'`)
  await jobs.start()
  await vi.waitFor(() => expect(handled).toEqual(['due']))
  await jobs.stop()
  const { rows } = await database.pool.query(`
    select round(extract(epoch from run_at - now()) / 600)::int as "tensOfMinutes"
    from graphile_worker.jobs where task_identifier = 'test.set_back'`)
  expect(rows).toEqual([{ tensOfMinutes: 6 }])
  const crontabs = await database.pool.query(
    'select from graphile_worker._private_known_crontabs where last_execution > now()',
  )
  expect(crontabs.rows).toEqual([])
})

test('a worker whose own clock is set back is replaced, as its schedule would wait', async () => {
  const warned: string[] = []
  const ownLog = pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line).msg) })
  const jobs = new Jobs({ pool: database.pool, log: ownLog })
  const note = defineJob('test.own_clock', Note)
  const handled: string[] = []
  jobs.handle(note, async ({ text }) => void handled.push(text))
  await jobs.start()
  try {
    await jobs.enqueue(database.db, note, { text: 'before' })
    await vi.waitFor(() => expect(handled).toEqual(['before']))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR })
    await vi.waitFor(() => expect(warned).toContain('job worker ended by itself, starting a new one'))
    expect(warned).toContain('the clock was set back')
    await jobs.enqueue(database.db, note, { text: 'after' })
    await vi.waitFor(() => expect(handled).toEqual(['before', 'after']))
  } finally {
    vi.useRealTimers()
    await jobs.stop()
  }
})
