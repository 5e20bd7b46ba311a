import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { startFakeSmtp, type FakeSmtp } from '#tests/support/fakes/fake-smtp.ts'
import { linkToken } from '#tests/support/mails.ts'

// Mails about the account that the mail server rejects (NOTE-14, ACC-24).

const NO_USER = '550 5.1.1 no such user'

let site: TestApp
let smtp: FakeSmtp

beforeAll(async () => {
  smtp = await startFakeSmtp()
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await site.close()
  await smtp.close()
})
beforeEach(() => smtp.answerRecipients(null))

const userOf = async (member: Member) => (await site.call(contract.getUser, {}, member)).reply?.user
const resend = (member: Member) => site.call(contract.resendActivation, {}, member)
const correct = (member: Member, email: string) => site.call(contract.correctEmail, { body: { email } }, member)

async function deliver(answer: string | null = null) {
  smtp.answerRecipients(answer)
  await site.context.jobs.runDue()
  await site.context.events.drain()
}

test('a new member sees that the mail came back, of a corrected address too, until another one is sent', async () => {
  const member = await buildMember(site.context, { isConfirmed: false })
  await resend(member)
  expect((await userOf(member))?.is_email_rejected).toBe(false)
  await deliver(NO_USER)
  expect((await userOf(member))?.notifications_disabled).toContain('bounce')
  expect((await userOf(member))?.is_email_rejected).toBe(true)

  const email = `right-${member.email}`
  await correct(member, email)
  expect((await userOf(member))?.is_email_rejected).toBe(false)
  await deliver(NO_USER)
  expect(await userOf(member)).toMatchObject({ is_email_rejected: true, pending_email: email })
  await resend(member)
  expect((await userOf(member))?.is_email_rejected).toBe(false)
  await deliver()
  expect((await userOf(member))?.is_email_rejected).toBe(false)
})

test('another mail makes a fresh start, and who opens its link has an address that works', async () => {
  const member = await buildMember(site.context, { isConfirmed: false })
  for (const answer of [NO_USER, NO_USER]) {
    await resend(member)
    expect((await userOf(member))?.notifications_disabled).not.toContain('bounce')
    await deliver(answer)
    expect((await userOf(member))?.is_email_rejected).toBe(true)
  }
  await resend(member)
  const token = await linkToken(site.context, { userId: member.userId, template: 'activation' })
  await deliver(NO_USER)
  await site.call(contract.openLink, { params: { token } })
  const user = await userOf(member)
  expect(user).toMatchObject({ status: 'active', is_email_rejected: false })
  expect(user?.notifications_disabled).not.toContain('bounce')
})

test('the new address of a member that does not exist is shown as such', async () => {
  const member = await buildMember(site.context)
  const body = { email: `new-${member.email}`, password: member.password }
  expect((await site.call(contract.changeEmail, { body }, member)).status).toBe(200)
  await deliver(NO_USER)
  expect(await userOf(member)).toMatchObject({ is_email_rejected: true, status: 'active' })
})

test('a rejection that is not about the address changes nothing', async () => {
  const member = await buildMember(site.context, { isConfirmed: false })
  await resend(member)
  await deliver('550 5.7.1 blocked')
  expect(await userOf(member)).toMatchObject({ is_email_rejected: false })
  expect((await userOf(member))?.notifications_disabled).not.toContain('bounce')
})
