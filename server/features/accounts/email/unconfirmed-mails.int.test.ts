import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/accounts/calls.ts'
import { deleteAccount } from '#contract/accounts/calls.ts'
import { CONSENT_VERSION } from '#contract/accounts/consent-version.ts'
import { requestExport } from '#contract/exports/calls.ts'
import { MAILS_PER_UNPROVEN_ADDRESS } from '#contract/limits.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import { signUp } from '#contract/signup/calls.ts'
import { withdraw } from '#contract/payments/calls.ts'
import { writeExport } from '#server/features/exports/build-export.ts'
import { executeRefund } from '#server/features/payments/refunds/refunds.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { linkToken, mailsAbout } from '#tests/support/mails.ts'
import { buildOrder, reportPayment } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { sendActivation } from './activation.ts'
import { recordSecurityEvent, securityNotices } from '#server/features/accounts/second-factor/security-events.ts'
import { deviceOf } from '#server/features/accounts/login/user-agent.ts'

// Mails to an address that is not confirmed and may be a stranger's (ACC-4).

const name = 'Zwendolyn'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({
    environment: { PUBLIC_URL: 'http://localhost:4500', LOG_LEVEL: 'silent', TRUST_PROXY: 'true' },
  })
})
afterAll(() => site.close())

/** Does everything that a member gets a mail about. */
async function causeMails(member: Member) {
  const { context } = site
  const { userId } = member
  await context.transaction((tx) => sendActivation(context, tx, member))
  const other = await buildMember(context)
  const report = { reason: 'harassment', text: 'Rude.', clientId: randomUUID(), isBlocking: false } as const
  const target = { profileId: other.profileId, photoId: null, message: null }
  expect((await site.call(reportProfile, { body: { ...report, ...target } }, member)).status).toBe(200)
  // Not by the queue, which would send the mails, too.
  const exportId = (await site.call(requestExport, {}, member)).reply?.export?.id ?? ''
  await writeExport(context, { exportId, signal: new AbortController().signal })
  const device = deviceOf('Mozilla/5.0')
  for (const kind of securityNotices)
    await context.transaction((tx) => recordSecurityEvent(context, tx, { userId, kind, device }))
  for (const template of ['loginLock', 'passwordReset', 'addressTaken'])
    await context.mail.send(context.db, { template, userId })
}

async function buyAndWithdraw(member: Member) {
  const { orderId, ref } = await buildOrder(site, member)
  await reportPayment(site, ref, 'completed')
  const body = { credits: 60, amountMinor: 3499 }
  expect((await site.call(withdraw, { params: { orderId }, body }, member)).status).toBe(200)
  const { db } = site.context
  const refunds = db.selectFrom('refunds').innerJoin('orders', 'orders.id', 'orderId').select('refunds.id')
  const { id } = await refunds.where('publicId', '=', orderId).executeTakeFirstOrThrow()
  await executeRefund(site.context, id)
}

const templatesOf = async (member: Member) =>
  new Set((await mailsAbout(site.context, member)).map(({ template }) => template))

test('an address that is not confirmed gets no mails but those for its owner, and none names the member', async () => {
  const member = await buildMember(site.context, { name, isConfirmed: false })
  await causeMails(member)
  expect(await templatesOf(member)).toEqual(new Set(['activation', 'passwordReset', 'addressTaken']))
  await buyAndWithdraw(member)
  const mails = await mailsAbout(site.context, member)
  expect(mails.map(({ template }) => template)).toEqual(expect.arrayContaining(['receipt', 'withdrawal', 'creditNote']))
  expect(JSON.stringify(mails)).not.toContain(name)
  await site.call(deleteAccount, { body: { password: member.password, reason: null, remarks: '' } }, member)
  const deleted = await mailsAbout(site.context, member)
  expect(deleted.map(({ template }) => template)).toContain('deletion')
  expect(JSON.stringify(deleted)).not.toContain(name)
})

test('a confirmed address gets all of them', async () => {
  const member = await buildMember(site.context, { name })
  await causeMails(member)
  expect(await templatesOf(member)).toEqual(
    new Set([
      'activation',
      'passwordReset',
      'addressTaken',
      'reportReceipt',
      'exportReady',
      'loginLock',
      ...securityNotices,
    ]),
  )
})

test('receipts go again to an address that was corrected, and only then', async () => {
  const confirmed = await buildMember(site.context, { isConfirmed: false })
  const corrected = await buildMember(site.context, { name, isConfirmed: false })
  for (const member of [confirmed, corrected]) await buyAndWithdraw(member)
  const about = async (member: Member) => (await mailsAbout(site.context, member)).map(({ template }) => template)

  await site.context.transaction((tx) => sendActivation(site.context, tx, confirmed))
  const before = await about(confirmed)
  const token = await linkToken(site.context, { userId: confirmed.userId, template: 'activation' })
  await site.call(contract.openLink, { params: { token } })
  expect(await about(confirmed)).toEqual(before)

  const email = `right-${randomUUID()}@example.com`
  await site.call(contract.correctEmail, { body: { email } }, corrected)
  const link = await linkToken(site.context, { userId: corrected.userId, template: 'mailChange' })
  const earlier = (await about(corrected)).length
  await site.call(contract.openLink, { params: { token: link } })
  const mails = (await mailsAbout(site.context, corrected)).slice(earlier - 1)
  expect(mails.map(({ to, template }) => [to, template])).toEqual([
    [email, 'receipt'],
    [email, 'creditNote'],
  ])
})

test('a change of the address mails the new one, which is not proven, without the name', async () => {
  const member = await buildMember(site.context, { name })
  const email = `new-${member.email}`
  await site.call(contract.changeEmail, { body: { email, password: member.password } }, member)
  const mails = await mailsAbout(site.context, member)
  expect(JSON.stringify(mails.filter(({ to }) => to === email))).not.toContain(name)
  expect(mails.find(({ to }) => to === member.email)?.props).toMatchObject({ name })
})

test('many accounts cannot fill the inbox of a stranger, by corrections, changes and sign-ups', async () => {
  const email = 'stranger@example.com'
  const countMails = async () => {
    const { rows } = await site.context.database.pool.query(
      `select count(*)::int as n from mail_changes where lower(new_email) = $1`,
      [email],
    )
    return rows[0].n
  }
  for (let sent = 0; sent < MAILS_PER_UNPROVEN_ADDRESS; sent += 1) {
    const member = await buildMember(site.context, { isConfirmed: sent % 2 === 0 })
    const body = { email: sent % 3 === 0 ? email.toUpperCase() : email, password: member.password }
    const caller = { ...member, headers: randomAddress() }
    const request = sent % 2 === 0 ? contract.changeEmail : contract.correctEmail
    expect((await site.call(request, { body }, caller)).status).toBe(200)
  }
  const limited = { status: 429, error: { code: 'accounts.mail_limit', params: { hours: 24 } } }
  const member = await buildMember(site.context, { isConfirmed: false })
  const caller = { ...member, headers: randomAddress() }
  expect(await site.call(contract.correctEmail, { body: { email } }, caller)).toMatchObject(limited)
  const form = {
    email,
    password: 'tulip-Radiator',
    name: 'Anna',
    gender: 'female',
    lookingFor: 'male',
    birthDate: '1990-05-05',
    country: 'NL',
    region: 'Utrecht',
    city: 'Utrecht',
    language: 'en',
    consent: true,
    consentVersion: CONSENT_VERSION,
  } as const
  expect(await site.call(signUp, { body: form }, { headers: randomAddress() })).toMatchObject(limited)
  expect(await countMails()).toBe(MAILS_PER_UNPROVEN_ADDRESS)
  // Another address is not concerned.
  const other = { email: 'other-stranger@example.com' }
  expect((await site.call(contract.correctEmail, { body: other }, caller)).status).toBe(200)
})

test('requesting the mail again counts for the address, too', async () => {
  const email = 'again@example.com'
  for (let n = 0; n < MAILS_PER_UNPROVEN_ADDRESS / 2; n += 1) {
    const member = await buildMember(site.context, { isConfirmed: false })
    const caller = { ...member, headers: randomAddress() }
    await site.call(contract.correctEmail, { body: { email } }, caller)
    expect((await site.call(contract.resendActivation, {}, caller)).reply).toEqual({ email })
  }
  const member = await buildMember(site.context, { isConfirmed: false, email })
  const answer = await site.call(contract.resendActivation, {}, { ...member, headers: randomAddress() })
  expect(answer.error?.code).toBe('accounts.mail_limit')
})
