import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTICE_MAX_AGE_MS } from '#contract/limits.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { startFakeSmtp, type FakeSmtp } from '#tests/support/fakes/fake-smtp.ts'
import { likesOn } from '#tests/support/likes.ts'
import { noticesOn, WAIT_MS } from '#tests/support/notices.ts'
import { claimMail } from './mail-queries.ts'
import { sendMails } from './send-mails.ts'

let site: TestApp
let smtp: FakeSmtp

beforeEach(async () => {
  smtp = await startFakeSmtp()
  site = await startTestApp({
    environment: { LOG_LEVEL: 'silent', SMTP_URL: smtp.url, MAILS_PER_DOMAIN_MINUTE: '3' },
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await site.close()
  await smtp.close()
})

/** Queues mails to so many members, each about a like. */
async function queue(count: number, domain = 'example.com') {
  const { away, settle } = noticesOn(site)
  const ben = await away()
  const members = []
  for (let n = 0; n < count; n += 1) members.push(await away({ email: `${n}-${randomUUID()}@${domain}` }))
  for (const member of members) await likesOn(site).like(ben, member)
  await site.context.events.drain()
  site.clock.advance(WAIT_MS)
  await settle()
  return members
}

async function runFor(ms: number, stepMs: number) {
  for (let passed = 0; passed < ms; passed += stepMs) {
    site.clock.advance(stepMs)
    // The limiter has the clock of the machine.
    await site.context.db.deleteFrom('mailDomainCounts').execute()
    await noticesOn(site).send()
  }
}

test('workers at once send each mail once', async () => {
  const members = [...(await queue(3)), ...(await queue(3, 'b.example')), ...(await queue(3, 'c.example'))]
  const { signal } = new AbortController()
  await Promise.all([1, 2, 3].map(() => sendMails(site.context, signal)))
  expect(smtp.acknowledged).toHaveLength(members.length)
  expect(new Set(smtp.acknowledged).size).toBe(members.length)
})

test('a mail whose worker was killed is not sent by another, and support sees why', async () => {
  const [anna] = await queue(1)
  await claimMail(site.context.db, { now: site.clock.now() })
  await runFor(HOUR, 5 * MINUTE)
  expect(smtp.acknowledged).toEqual([])
  expect(anna && (await noticesOn(site).states(anna))).toEqual(['like unknown interrupted'])
})

test('while the mail server is down for a day nothing is lost, and then everything is sent once', async () => {
  const members = await queue(3)
  smtp.behave('rejects')
  await runFor(DAY, 30 * MINUTE)
  expect(smtp.acknowledged).toEqual([])
  // A run ends with the first answer: the server is not asked for every mail.
  expect(smtp.connections()).toBeLessThan(48 * 4 + 1)
  smtp.behave('accepts')
  await runFor(6 * HOUR, 30 * MINUTE)
  expect(new Set(smtp.acknowledged).size).toBe(members.length)
  expect(smtp.acknowledged).toHaveLength(members.length)
})

test('mails are sent at even distances', async () => {
  const { config } = site.context
  await queue(3, 'paced.example')
  const startedAt = performance.now()
  await sendMails({ ...site.context, config: { ...config, mailsPerSecond: 20 } }, new AbortController().signal)
  expect(smtp.acknowledged).toHaveLength(3)
  expect(performance.now() - startedAt).toBeGreaterThan(90)
})

test('a run ends in time while the mail server is slow, and the next one goes on', async () => {
  await queue(6, 'slow.example')
  await site.context.db.deleteFrom('mailDomainCounts').execute()
  const deliver = site.context.mail.deliver.bind(site.context.mail)
  vi.spyOn(site.context.mail, 'deliver').mockImplementation(async (mail) => {
    site.clock.advance(MINUTE)
    await site.context.db.deleteFrom('mailDomainCounts').execute()
    return deliver(mail)
  })
  const { signal } = new AbortController()
  await sendMails(site.context, signal)
  // Each lane has sent one at most.
  expect(smtp.acknowledged.length).toBeGreaterThan(0)
  expect(smtp.acknowledged.length).toBeLessThanOrEqual(4)
  await sendMails(site.context, signal)
  await sendMails(site.context, signal)
  expect(smtp.acknowledged).toHaveLength(6)
})

test.each([
  ['550 5.1.1 no such user', ['bounce']],
  ['550 5.7.1 blocked, see a list of senders', []],
])('a mail that is rejected with %s', async (answer, reasons) => {
  const [anna] = await queue(1)
  smtp.answerRecipients(answer)
  await runFor(HOUR, 10 * MINUTE)
  const { notificationsDisabled } = await site.context.db
    .selectFrom('users')
    .select('notificationsDisabled')
    .where('id', '=', anna?.userId ?? 0)
    .executeTakeFirstOrThrow()
  expect(notificationsDisabled.filter((entry) => entry === 'bounce')).toEqual(reasons)
  expect(anna && (await noticesOn(site).states(anna))).toEqual(['like failed rejected'])
})

test('what could not be sent for days is given up, with the reason', async () => {
  const [anna] = await queue(1)
  smtp.behave('rejects')
  await runFor(NOTICE_MAX_AGE_MS, 2 * HOUR)
  smtp.behave('accepts')
  await runFor(4 * HOUR, HOUR)
  expect(smtp.acknowledged).toEqual([])
  expect(anna && (await noticesOn(site).states(anna))).toEqual(['like failed expired'])
})

test('a domain gets only so many mails in a minute, and others do not wait for it', async () => {
  await queue(5)
  await queue(2, 'other.example')
  await noticesOn(site).send()
  expect(smtp.acknowledged).toHaveLength(5)
  await noticesOn(site).send()
  expect(smtp.acknowledged).toHaveLength(5)
  await site.context.db.deleteFrom('mailDomainCounts').execute()
  site.clock.advance(MINUTE)
  await noticesOn(site).send()
  expect(smtp.acknowledged).toHaveLength(7)
})

test('a mail that cannot be built is tried again, and the others are sent', async () => {
  const [anna] = await queue(2)
  vi.spyOn(site.context.mail, 'render').mockRejectedValueOnce(new Error('no template'))
  await noticesOn(site).send()
  expect(smtp.acknowledged).toHaveLength(1)
  await runFor(2 * MINUTE, MINUTE)
  expect(smtp.acknowledged).toHaveLength(2)
  expect(anna && (await noticesOn(site).states(anna))).toEqual(['like sent'])
})
