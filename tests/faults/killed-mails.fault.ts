import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR } from '#contract/time.ts'
import { queueRegular, sendNoticeMails } from '#server/features/notifications/job-kinds.ts'
import { fixedClock } from '#tests/support/site/clock.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { startFakeSmtp, type FakeSmtp } from '#tests/support/fakes/fake-smtp.ts'
import { likesOn } from '#tests/support/likes.ts'
import { noticesOn } from '#tests/support/notices.ts'
import { startProgram } from '#tests/support/programs/program.ts'

const MEMBERS = 20

let smtp: FakeSmtp
let site: TestApp

beforeEach(async () => {
  smtp = await startFakeSmtp()
  // The program that is killed has the system's clock.
  const clock = fixedClock(new Date().toISOString())
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', SMTP_URL: smtp.url }, clock })
})
afterEach(async () => {
  await site.close()
  await smtp.close()
})

test('the next worker sends what is left of the weekly mails of a killed one, and none twice', async () => {
  const { context, clock } = site
  const { db, jobs } = context
  const { away, choose, disable, run, send } = noticesOn(site)
  const ben = await away()
  for (let n = 0; n < MEMBERS; n += 1) {
    const member = await away()
    await likesOn(site).like(ben, member)
    await disable(member, ['new_conversations', 'new_messages', 'like', 'reminders'])
    await choose(member, { digestAt: clock.now() })
  }
  await run(queueRegular)
  await jobs.enqueue(db, sendNoticeMails, {})

  const program = startProgram(
    [process.execPath, 'tests/support/programs/halting-program.ts', 'mails', site.connectionString],
    { DATA_DIR: context.config.dataDir, DEMO_MEMBERS: '0', LOG_LEVEL: 'error', SMTP_URL: smtp.url },
  )
  await program.waitForOutput('halted')
  const stateCounts = async () => {
    const rows = await db.selectFrom('noticeMails').select('state').execute()
    return Object.fromEntries(
      [...new Set(rows.map(({ state }) => state))].map((state) => [
        state,
        rows.filter((row) => row.state === state).length,
      ]),
    )
  }
  // The server has each mail a moment before the program stores that it was sent.
  await expect.poll(async () => (await stateCounts())['sent']).toBe(5)
  program.kill('SIGKILL')
  await program.ended
  expect(smtp.acknowledged).toHaveLength(5)
  const { sending = 0 } = await stateCounts()
  expect(sending).toBeGreaterThan(0)

  // By then no process can still be sending them, whatever this machine took until now.
  clock.advance(HOUR)
  await send()
  expect(await stateCounts()).toEqual({ sent: MEMBERS - sending, unknown: sending })
  expect(new Set(smtp.received).size).toBe(MEMBERS - sending)
  expect(smtp.received).toHaveLength(MEMBERS - sending)
})
