import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { CASE_HOLD_DAYS, COMPLAINT_TEXT_MAX_LENGTH } from '#contract/limits.ts'
import * as cases from '#contract/operator/moderation/calls.ts'
import type { ComplaintTopic } from '#contract/pages/page-names.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import { DAY } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { eraseEvidence } from '#server/features/moderation/cases/retention.ts'
import { NO_ACCOUNT } from '#server/platform/mail/mail.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { casesOn } from '#tests/support/cases.ts'
import { askedMails, mailsAbout } from '#tests/support/mails.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let bob: Member
let eve: BuiltOperator
let max: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  bob = await buildMember(site.context, { name: 'Bob', about: 'Send me money', photos: ['public'] })
  eve = await buildOperator(site.context, { role: 'moderator' })
  max = await buildOperator(site.context, { role: 'moderator' })
})

/** A visitor complains. Returns the reference of the complaint, that of its case, and the address. */
async function complain(topic: ComplaintTopic, email = `${randomUUID()}@example.com`) {
  const form = { name: 'Vi', email, text: 'Bob asks for money', language: 'fr' as const }
  const body = { clientId: randomUUID(), topic, ...form }
  const { reply } = await site.call(sendComplaint, { body }, { headers: randomAddress() })
  const complaintId = reply?.complaint.id ?? ''
  return { complaintId, reference: await caseOf(complaintId), email }
}

const { claim, view, name, decide, read, appeal, caseOf, statementsOf } = casesOn(() => site, {
  by: () => eve,
  outcome: { reply: 'We looked at it.' },
})
const isLoggedIn = async (member: Member) => (await site.call(getUser, {}, member)).reply?.user !== null

async function outcomesTo(email: string) {
  const mails = await mailsAbout(site.context, { userId: NO_ACCOUNT })
  return mails.flatMap((mail) => (mail.to === email && mail.template === 'complaintOutcome' ? [mail] : []))
}

test('a complaint of someone without account names a member, who is suspended, informed and can appeal', async () => {
  const { complaintId, reference, email } = await complain('member')
  expect(await view(reference)).toMatchObject({
    subject: null,
    allowed: ['none', 'resolve'],
    canNameImage: true,
    needsReply: true,
  })
  expect((await name(reference, bob.profileId)).error?.code).toBe('moderation.case_not_claimed')
  await claim(reference)
  // One that was named by mistake leaves nothing.
  expect((await name(reference, (await buildMember(site.context, { name: 'Ben' })).profileId)).status).toBe(204)
  expect((await name(reference, `https://site.example/members/${bob.profileId}`)).status).toBe(204)
  expect(await view(reference)).toMatchObject({
    version: 3,
    content: 'profile_text',
    subject: { profileId: bob.profileId },
    profile: { name: 'Bob', about: 'Send me money' },
    allowed: ['none', 'warn', 'remove_content', 'hide', 'suspend', 'ban', 'resolve'],
  })
  const measure = { version: 3, decision: 'suspend', violation: 'scam', days: 3 }
  expect((await decide(reference, { ...measure, reply: 'We suspended the account.' })).status).toBe(200)
  expect(await isLoggedIn(bob)).toBe(false)
  expect(await outcomesTo(email)).toMatchObject([
    { language: 'fr', props: { complaintId, outcome: 'action', reply: 'We suspended the account.' } },
  ])
  expect(await read(complaintId)).toMatchObject({ outcome: 'action', reply: 'We suspended the account.' })
  const [ofBob = ''] = await statementsOf(bob)
  expect(await read(ofBob)).toMatchObject({ reply: null, statement: { measure: 'suspend', source: 'notice' } })
  expect((await appeal(ofBob)).status).toBe(200)
  const appealed = await caseOf(ofBob, 'appealId')
  expect(await view(appealed)).toMatchObject({ canNameImage: false, needsReply: false, allowed: ['uphold', 'reverse'] })
  await claim(appealed, max)
  expect((await name(appealed, bob.profileId, max)).error?.code).toBe('moderation.decision_not_allowed')
  expect((await decide(appealed, { decision: 'reverse', reply: '' }, max)).status).toBe(200)
  expect(await read(complaintId)).toMatchObject({ outcome: 'no_action' })
})

test('an answer that is changed before the decision is sent again is not lost in silence', async () => {
  const { complaintId, reference } = await complain('other')
  await claim(reference)
  const decision = { clientId: randomUUID(), note: 'Fixed' }
  expect((await decide(reference, decision)).reply).toEqual({ isNew: true })
  expect((await decide(reference, decision)).reply).toEqual({ isNew: false })
  const changed = await decide(reference, { ...decision, reply: 'We fixed it.' })
  expect(changed.error?.code).toBe('moderation.case_decided')
  expect(await read(complaintId)).toMatchObject({ reply: 'We looked at it.' })
})

test('a photo that a complaint describes is removed, and the profile is not', async () => {
  const { complaintId, reference } = await complain('content')
  await claim(reference)
  const [photoId = ''] = bob.photoIds
  await name(reference, `/photos/${photoId}/large`)
  expect(await view(reference)).toMatchObject({ content: 'photo', profile: { name: 'Bob' } })
  const measure = { version: 2, decision: 'remove_content', violation: 'hate' }
  expect((await decide(reference, measure)).status).toBe(200)
  const { db } = site.context
  const photo = await db.selectFrom('photos').select('status').where('publicId', '=', photoId).executeTakeFirst()
  expect(photo).toEqual({ status: 'rejected' })
  const profile = db.selectFrom('profiles').select('about').where('userId', '=', bob.userId)
  expect(await profile.executeTakeFirst()).toEqual({ about: 'Send me money' })
  expect(await read(complaintId)).toMatchObject({ outcome: 'action', appeal: { state: 'possible' } })
})

test('who complained appeals when nothing was done, and reads the reasons of the second decision', async () => {
  const { complaintId, reference, email } = await complain('member')
  await claim(reference)
  await decide(reference)
  expect(await read(complaintId)).toMatchObject({
    outcome: 'no_action',
    reply: 'We looked at it.',
    appeal: { state: 'possible' },
  })
  expect((await appeal(complaintId)).status).toBe(200)
  const appealed = await caseOf(complaintId, 'appealId')
  expect(await view(appealed)).toMatchObject({
    complaint: { text: 'Bob asks for money' },
    isExcluded: true,
    needsReply: true,
    allowed: ['uphold'],
  })
  expect((await claim(appealed, eve)).error?.code).toBe('moderation.case_excluded')
  await claim(appealed, max)
  await name(appealed, bob.profileId, max)
  const measure = { version: 2, decision: 'warn', violation: 'scam' }
  expect((await decide(appealed, { ...measure, reply: '' }, max)).error?.fields).toMatchObject({
    reply: { code: 'moderation.reply_required' },
  })
  expect((await decide(appealed, { ...measure, reply: 'We warned Bob.' }, max)).status).toBe(200)
  expect(await read(complaintId)).toMatchObject({
    outcome: 'action',
    reply: 'We warned Bob.',
    appeal: { state: 'changed' },
  })
  expect((await outcomesTo(email)).map(({ props }) => props.reply)).toEqual(['We warned Bob.', 'We warned Bob.'])
})

test('a complaint about anything else names no one, and its decision ends it', async () => {
  const { complaintId, reference } = await complain('payment')
  expect(await view(reference)).toMatchObject({ canNameImage: false, needsReply: true, allowed: ['none', 'resolve'] })
  await claim(reference)
  expect((await name(reference, bob.profileId)).error?.code).toBe('moderation.decision_not_allowed')
  const measure = { decision: 'warn', violation: 'scam' }
  expect((await decide(reference, measure)).error?.code).toBe('moderation.decision_not_allowed')
  await decide(reference, { decision: 'resolve' })
  expect(await read(complaintId)).toMatchObject({ outcome: 'action', appeal: { state: 'none' } })
  expect((await appeal(complaintId)).error?.code).toBe('moderation.reference_not_found')
})

test.each([
  ['', 'moderation.reply_required'],
  [' \n ', 'moderation.reply_required'],
  ['x'.repeat(COMPLAINT_TEXT_MAX_LENGTH + 1), 'profiles.text_too_long'],
])('an answer %# is rejected with its code', async (reply, code) => {
  const { complaintId, reference } = await complain('other')
  await claim(reference)
  expect((await decide(reference, { reply })).error?.fields).toMatchObject({ reply: { code } })
  expect(await read(complaintId)).toMatchObject({ decidedAt: null, reply: null })
})

test('an answer goes to the account of the address, and with its complaint when the account is erased', async () => {
  const { complaintId, reference } = await complain('payment', bob.email)
  await claim(reference)
  await decide(reference, { decision: 'resolve', reply: 'You get it back.' })
  expect(await askedMails(site.context, bob.email)).toContainEqual(
    expect.objectContaining({
      template: 'complaintOutcome',
      props: expect.objectContaining({ reply: 'You get it back.' }),
    }),
  )
  await site.context.transaction((tx) => emit(tx, accountErased, { userId: bob.userId }))
  expect(await read(complaintId)).toMatchObject({ outcome: 'action', reply: null })
})

test('an answer is erased with the evidence', async () => {
  const { complaintId, reference } = await complain('privacy')
  await claim(reference)
  await decide(reference)
  site.clock.advance(CASE_HOLD_DAYS * DAY)
  await eraseEvidence(site.context, new AbortController().signal)
  expect(await read(complaintId)).toMatchObject({ outcome: 'no_action', reply: null })
})

test('several complaints are answered alike, and none without an answer', async () => {
  const both = [await complain('privacy'), await complain('other')]
  const decideAll = (reply: string) => {
    const judged = both.map(({ reference }) => ({ reference, clientId: randomUUID(), version: 1 }))
    const outcome = { decision: 'none' as const, violation: null, days: null, note: '', reply }
    return site.call(cases.decideCases, { body: { cases: judged, ...outcome } }, eve)
  }
  expect((await decideAll('')).reply?.results.map(({ error }) => error)).toEqual(
    Array(2).fill('moderation.reply_required'),
  )
  expect((await decideAll('Thank you.')).reply?.results.map(({ error }) => error)).toEqual([null, null])
  for (const { complaintId } of both) expect(await read(complaintId)).toMatchObject({ reply: 'Thank you.' })
})

test('illegal content comes before a member, and both before the rest', async () => {
  const references: string[] = []
  for (const topic of ['payment', 'member', 'content'] as const) references.push((await complain(topic)).reference)
  const rows = site.context.db.selectFrom('moderationCases').select(['reason', 'priority'])
  expect(await rows.where('reference', 'in', references).orderBy('priority', 'desc').execute()).toEqual([
    { reason: 'content', priority: 3 },
    { reason: 'member', priority: 2 },
    { reason: 'payment', priority: 1 },
  ])
})
