import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { EmailRenderer } from '#contract/email-renderer.ts'
import { SECOND } from '#contract/time.ts'
import { Jobs } from '#server/platform/jobs/jobs.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { testDatabase, type TestDatabase } from '#tests/support/site/database.ts'
import { startFakeSmtp, type FakeSmtp, type SmtpBehaviour } from '#tests/support/fakes/fake-smtp.ts'

const log = pino({ level: 'silent' })
/** The shortest wait of the library itself, without our time-outs. A busy machine is faster too. */
const LIBRARY_TIMEOUT_MS = 30 * SECOND
/** Longer than others may delay this process: its timers would run before the server's data is read. */
const smtpTimeoutsMs = { connectionTimeout: 1000, greetingTimeout: 1000, socketTimeout: 1000 }
const renderer: EmailRenderer = {
  renderEmail: async () => ({ subject: 'Welcome', html: '<p>Welcome</p>', text: 'Welcome' }),
  renderMailbox: async () => '',
}
const [ana, ben] = [7, 8]
const addresses = new Map([
  [ana, 'ana@members.example'],
  [ben, 'ben@members.example'],
])
const email = { template: 'activation', userId: ana }

let database: TestDatabase
let smtp: FakeSmtp
let jobs: Jobs
let mail: ReturnType<typeof createMail>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  smtp = await startFakeSmtp()
  jobs = new Jobs({ pool: database.pool, log })
  await jobs.migrate()
  const config = {
    dataDir: await mkdtemp(join(inject('testFolder'), 'smtp-')),
    mailFrom: 'noreply@site.example',
    smtpUrl: smtp.url,
    secret: 's'.repeat(43),
  }
  mail = createMail({ config, jobs, log, loadRenderer: async () => renderer, smtpTimeoutsMs })
  mail.define('activation', async ({ userId }) => ({ to: addresses.get(userId) ?? '', site: { name: 'Site' } }))
})

afterEach(() => smtp.close())

/** Runs the queue as if the delay of the next attempt had passed. Returns the number of queued mails. */
async function runQueue() {
  await database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  await jobs.runDue()
  const { rows } = await database.pool.query('select attempts from graphile_worker._private_jobs')
  return rows.length
}

test.each<[SmtpBehaviour, { copies: number }]>([
  ['hangs', { copies: 1 }],
  ['rejects', { copies: 1 }],
  // The server has the text and has not acknowledged it, so each attempt sends it.
  ['hangs after the mail', { copies: 3 }],
])('a mail to a server that %s is sent later, with the same Message-ID', async (behaviour, { copies }) => {
  smtp.behave(behaviour)
  await mail.send(database.db, email)
  const startedAt = performance.now()
  expect(await runQueue()).toBe(1)
  expect(await runQueue()).toBe(1)
  // Two attempts, each ended by our time-out.
  expect(performance.now() - startedAt).toBeLessThan(LIBRARY_TIMEOUT_MS)
  expect(smtp.connections()).toBe(2)

  smtp.behave('accepts')
  expect(await runQueue()).toBe(0)
  expect(smtp.acknowledged.at(-1)).toMatch(/^<\d{17}-\w{14}-[\da-f]{24}@site\.example>$/)
  expect(new Set(smtp.received).size).toBe(1)
  expect(smtp.received).toHaveLength(copies)
  expect(smtp.acknowledged).toHaveLength(1)

  expect(await runQueue()).toBe(0)
  expect(smtp.connections()).toBe(3)
})

test.each<SmtpBehaviour>(['accepts', 'acknowledges twice'])(
  'a server that %s gets the mail once',
  async (behaviour) => {
    smtp.behave(behaviour)
    await mail.send(database.db, email)
    expect(await runQueue()).toBe(0)
    expect(await runQueue()).toBe(0)
    expect(smtp.acknowledged).toHaveLength(1)
  },
)

test('one hanging connection does not delay the mails behind it for longer than the time-out', async () => {
  smtp.behave('hangs')
  await mail.send(database.db, email)
  const first = runQueue()
  await expect.poll(() => smtp.connections()).toBe(1)
  smtp.behave('accepts')
  await mail.send(database.db, { ...email, userId: ben })
  const startedAt = performance.now()
  await Promise.all([first, jobs.runDue()])
  expect(performance.now() - startedAt).toBeLessThan(LIBRARY_TIMEOUT_MS)
  expect(smtp.acknowledged).toHaveLength(1)
  expect(await runQueue()).toBe(0)
  expect(new Set(smtp.acknowledged).size).toBe(2)
})

test.each<[SmtpBehaviour, object]>([
  ['accepts', { type: 'sent' }],
  ['hangs', { type: 'later', isAnswered: false }],
  ['rejects', { type: 'later', isAnswered: false }],
  ['hangs after the mail', { type: 'unknown' }],
])('of a server that %s the caller learns whether it has the mail', async (behaviour, expected) => {
  smtp.behave(behaviour)
  const outgoing = await mail.render(
    { to: 'ana@members.example', site: { name: 'Site' } },
    { id: 'notice-1', userId: ana, unsubscribeUrl: 'https://site.example/mail-preferences?token=a' },
  )
  expect(await mail.deliver(outgoing)).toMatchObject(expected)
  expect(smtp.received).toHaveLength(behaviour === 'accepts' || behaviour === 'hangs after the mail' ? 1 : 0)
})
