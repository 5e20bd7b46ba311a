import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { OPERATOR_MAILS_PER_DAY, RESET_MAILS_PER_DAY } from '#contract/limits.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import * as calls from '#contract/operator/members/calls.ts'
import { decideCase, claimCase } from '#contract/operator/moderation/calls.ts'
import { sendReceipt } from '#server/features/payments/receipts/receipt.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { mailsAbout } from '#tests/support/mails.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let by: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
  by = await buildOperator(site.context, { role: 'support' })
})
afterAll(() => site.close())

type Mail = InputOf<typeof calls.resendMail>['body']

async function resend({ profileId }: Pick<Member, 'profileId'>, body: Mail) {
  const { status, error } = await site.call(calls.resendMail, { params: { memberId: profileId }, body }, by)
  return error?.code ?? status
}

const mailsTo = async (member: Member) => (await mailsAbout(site.context, member)).map(({ template }) => template)

const actsAbout = ({ userId }: Member) =>
  site.context.db
    .selectFrom('auditLog')
    .select(['act', 'details'])
    .where('subjectKind', '=', 'member')
    .where('subjectId', '=', String(userId))
    .where('act', '=', 'mail_resent')
    .orderBy('id')
    .execute()

/** Has a moderator warn a member. Returns the reference of the case. */
async function warn(member: Member) {
  const reporter = await buildMember(site.context)
  const form = { profileId: member.profileId, photoId: null, text: 'Look', isBlocking: false, reason: 'scam' as const }
  const caller = { cookie: reporter.cookie, headers: randomAddress() }
  await site.call(reportProfile, { body: { clientId: randomUUID(), ...form } }, caller)
  const { reference } = await site.context.db
    .selectFrom('moderationCases')
    .select('reference')
    .where('subjectId', '=', member.userId)
    .executeTakeFirstOrThrow()
  const moderator = await buildOperator(site.context, { role: 'moderator' })
  await site.call(claimCase, { params: { reference } }, moderator)
  const decision = { decision: 'warn' as const, violation: 'scam' as const, days: null, note: '' }
  const body = { clientId: randomUUID(), version: 1, ...decision }
  expect((await site.call(decideCase, { params: { reference }, body }, moderator)).error).toBeNull()
  return reference
}

test('an address that waits for its confirmation gets the mail again, and the confirmed one does not', async () => {
  const member = await buildMember(site.context)
  expect(await resend(member, { mail: 'address_change' })).toBe('operator.member_state')
  const change = { email: `${randomUUID()}@example.com`, reason: 'Moved' }
  await site.call(calls.correctMember, { params: { memberId: member.profileId }, body: change }, by)
  expect(await resend(member, { mail: 'address_change' })).toBe(204)
  const mails = (await mailsAbout(site.context, member)).filter(({ template }) => template === 'mailChange')
  expect(mails.map(({ to }) => to)).toEqual([change.email, change.email])
  expect(await actsAbout(member)).toEqual([{ act: 'mail_resent', details: { mail: 'address_change' } }])
})

test('a link for another password is sent to the address of the account, as often as its owner may ask', async () => {
  const member = await buildMember(site.context)
  const answers: (string | number)[] = []
  for (let nth = 0; nth <= RESET_MAILS_PER_DAY; nth += 1) answers.push(await resend(member, { mail: 'password_reset' }))
  expect(answers).toEqual([...Array.from({ length: RESET_MAILS_PER_DAY }, () => 204), 'accounts.reset_limit'])
  expect(await mailsTo(member)).toEqual(Array.from({ length: RESET_MAILS_PER_DAY }, () => 'passwordReset'))
})

test('a receipt is sent again to its buyer, and to no one else', async () => {
  const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
  const orderId = await buildPaidOrder(site.context, member)
  expect(await resend(member, { mail: 'receipt', orderId })).toBe('payments.order_not_found')
  await site.context.transaction((tx) => sendReceipt(site.context, tx, { userId: member.userId, orderId }))
  expect(await resend(member, { mail: 'receipt', orderId })).toBe(204)
  expect(await resend(other, { mail: 'receipt', orderId })).toBe('payments.order_not_found')
  expect(await mailsTo(member)).toEqual(['receipt', 'receipt'])
  expect(await mailsTo(other)).toEqual([])
  expect(await actsAbout(member)).toEqual([{ act: 'mail_resent', details: { mail: 'receipt', orderId } }])
})

test('a statement of reasons is sent again to the member that it is about', async () => {
  const [member, other] = [await buildMember(site.context), await buildMember(site.context)]
  const reference = await warn(member)
  expect(await resend(member, { mail: 'decision', reference })).toBe(204)
  expect(await resend(other, { mail: 'decision', reference })).toBe('moderation.case_not_found')
  expect((await mailsTo(member)).filter((template) => template === 'decisionStatement')).toHaveLength(2)
  expect(await mailsTo(other)).toEqual([])
})

test('an address that is being corrected gets no link for another password', async () => {
  const member = await buildMember(site.context, { isConfirmed: false })
  const change = { email: `${randomUUID()}@example.com`, reason: 'Mistyped' }
  await site.call(calls.correctMember, { params: { memberId: member.profileId }, body: change }, by)
  expect(await resend(member, { mail: 'password_reset' })).toBe('operator.member_state')
  expect(await mailsTo(member)).toEqual(['mailChange'])
})

test('a closed account gets no link to log in', async () => {
  const member = await buildMember(site.context, { isConfirmed: false })
  await site.context.db
    .updateTable('users')
    .set({ disabledAt: site.clock.now() })
    .where('id', '=', member.userId)
    .execute()
  for (const mail of ['confirmation', 'password_reset'] as const)
    expect(await resend(member, { mail })).toBe('operator.member_state')
  expect(await mailsTo(member)).toEqual([])
  expect(await actsAbout(member)).toEqual([])
})

test('a member gets so many mails again a day, also from several operators at the same time', async () => {
  const member = await buildMember(site.context)
  const orderId = await buildPaidOrder(site.context, member)
  await site.context.transaction((tx) => sendReceipt(site.context, tx, { userId: member.userId, orderId }))
  const answers = await Promise.all(
    Array.from({ length: OPERATOR_MAILS_PER_DAY + 3 }, () => resend(member, { mail: 'receipt', orderId })),
  )
  expect(answers.filter((answer) => answer === 204)).toHaveLength(OPERATOR_MAILS_PER_DAY)
  expect(answers.filter((answer) => answer === 'accounts.mail_limit')).toHaveLength(3)
  expect(await mailsTo(member)).toHaveLength(1 + OPERATOR_MAILS_PER_DAY)
})

test.each([
  { mail: 'welcome' },
  { mail: 'receipt' },
  { mail: 'receipt', orderId: '../x' },
  { mail: 'decision', reference: '' },
  { mail: 'password_reset', email: 'other@example.com' },
])('%j is rejected', async (body) => {
  const member = await buildMember(site.context)
  expect(await resend(member, body as Mail)).toBe('request.invalid')
  expect(await mailsTo(member)).toEqual([])
})
