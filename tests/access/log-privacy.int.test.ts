import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { logIn } from '#contract/accounts/calls.ts'
import { sendMessage } from '#contract/chat/calls.ts'
import { sendDebitCode } from '#contract/debits/calls.ts'
import { updateProfile } from '#contract/profiles/calls.ts'
import { checkSignup } from '#contract/signup/calls.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { logOptions } from '#server/platform/log.ts'
import { openTwilio } from '#server/platform/sms/twilio.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'

let site: TestApp
let anna: Member
let ben: Member
const lines: string[] = []

const address = '198.51.100.23'
const headers = { 'x-forwarded-for': address, 'user-agent': 'Telltale/1.0' }

beforeAll(async () => {
  const log = pino(logOptions({ logLevel: 'trace' }), { write: (line: string) => lines.push(line) })
  site = await startTestApp({ log, environment: { TRUST_PROXY: 'true' } })
  anna = await buildMember(site.context, { name: 'Anna Telltale', email: 'anna.telltale@example.com', credits: 100 })
  ben = await buildMember(site.context)
})
afterAll(() => site.close())

/** Changes a table so that queries on it fail, as after a missing or wrong migration. */
async function breakTable(statement: string) {
  await sql.raw(statement).execute(site.context.db)
}

const failing = defineJob('test.failing', z.object({ email: z.string() }))

test('a failing job logs neither its recipient nor its content', async () => {
  lines.length = 0
  const { jobs, db } = site.context
  jobs.handle(failing, async ({ email }) => {
    const cause = Object.assign(new Error('invalid input syntax for type date: "telltale"'), { code: '22007' })
    throw new Error(`550 <${email}> has no mailbox`, { cause })
  })
  await jobs.enqueue(db, failing, { email: anna.email })
  await jobs.runDue()
  expect(lines.filter((line) => line.includes('test.failing')).length).toBeGreaterThan(0)
  expect(lines.join('')).not.toMatch(/telltale/i)
})

test('a text message that cannot be sent logs neither its number nor its code', async () => {
  lines.length = 0
  const phone = '+31612345678'
  const account = { accountSid: 'AC1', authToken: 'telltale', from: '+15551234567' }
  const unreachable = openTwilio({ ...account, origin: 'http://localhost:1' })
  const send = vi.spyOn(site.context.sms, 'send').mockImplementation(unreachable)
  const answer = await site.call(sendDebitCode, { body: { phone } }, { cookie: anna.cookie, headers })
  const [message] = send.mock.calls[0] ?? []
  send.mockRestore()
  expect(answer).toMatchObject({ status: 503, error: { code: 'debits.sms_failed' } })
  const log = lines.join('')
  expect(log).toContain('text message not sent')
  expect(message?.to).toBe(phone)
  const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  expect(code).toHaveLength(6)
  for (const secret of [phone.slice(4), code, 'telltale', anna.cookie.split('=')[1], address])
    expect(log).not.toContain(secret)
})

test('failing queries log nothing of a member, even where PostgreSQL’s message repeats the value', async () => {
  lines.length = 0
  const caller = { cookie: anna.cookie, headers }
  const edit = { country: 'NL', region: 'Utrecht', lookingFor: 'male', relationship: null, bodyType: null } as const
  const statuses: number[] = []
  const record = async (answer: Promise<{ status: number }>) => statuses.push((await answer).status)

  // "invalid input syntax for type integer: …", which repeats the value.
  await breakTable('alter table profiles alter column city type int using 0')
  await record(
    site.call(updateProfile, { body: { ...edit, city: 'Telltalecity', about: 'telltale', interests: [] } }, caller),
  )
  await breakTable('alter table messages add constraint short check (length(body) < 5)')
  await record(
    site.call(
      sendMessage,
      { params: { profileId: ben.profileId }, body: { clientId: randomUUID(), body: 'telltale text' } },
      caller,
    ),
  )
  await breakTable('alter table users rename column email_key to gone')
  await record(site.call(logIn, { body: { email: anna.email, password: 'telltale pass' } }, { headers }))
  const account = { email: 'new.telltale@example.com', password: 'telltale pass', name: 'Telltale' }
  await record(site.call(checkSignup, { body: { ...account, birthDate: '1990-01-01' } }, { headers }))
  await breakTable('alter table sessions rename column token_hash to gone')
  await record(site.call(updateProfile, { body: { ...edit, city: 'x', about: '', interests: [] } }, caller))
  const url = `/photos/${'a'.repeat(14)}/large?email=telltale`
  const { statusCode } = await site.app.inject({ url, headers: { cookie: anna.cookie, ...headers } })

  expect([...statuses, statusCode]).toEqual([500, 500, 500, 500, 500, 500])
  expect(lines.length).toBeGreaterThanOrEqual(6)
  const log = lines.join('')
  expect(log).not.toMatch(/telltale/i)
  expect(log).not.toContain(address)
  expect(log).not.toContain(anna.cookie.split('=')[1])
})
