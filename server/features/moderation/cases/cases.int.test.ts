import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, logIn } from '#contract/accounts/calls.ts'
import { markRead } from '#contract/chat/calls.ts'
import { APPEAL_MONTHS, CASE_CLAIM_MS } from '#contract/limits.ts'
import { reportProfile } from '#contract/moderation/calls.ts'
import type { Decision } from '#contract/moderation/cases.ts'
import { appealDecision, getDecision, listDecisions, markDecisionsSeen } from '#contract/moderation/decision-calls.ts'
import type { ReportForm } from '#contract/moderation/schemas.ts'
import { sendComplaint } from '#contract/pages/calls.ts'
import { searchMembers } from '#contract/search/calls.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { endSuspensions, suspendAccount } from '#server/features/accounts/suspension.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { waitForLock } from '#tests/support/audits/locks.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { sampleRecording } from '#tests/support/sample-recording.ts'
import { askedMails } from '#tests/support/mails.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { claimCase, claimNext, skipCase } from './claim-case.ts'
import { listCases } from './case-list.ts'
import { viewCase } from './case-view.ts'
import { decideCase, type DecisionInput } from './decide-case.ts'
import { eraseEvidence } from './retention.ts'
import { openCase } from './open-case.ts'
import { exportStatements } from './statements.ts'
import { warnPartners } from '#server/features/moderation/jobs.ts'

let site: TestApp
let anna: Member
let bob: Member
let eve: string
let max: string

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'silent' } })
  eve = (await buildOperator(site.context)).operatorId
  max = (await buildOperator(site.context)).operatorId
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await buildMember(site.context, { name: 'Anna', language: 'fr' })
  bob = await buildMember(site.context, {
    name: 'Bob',
    gender: 'male',
    about: 'Send me money',
    answers: [{ prompt: 'looking_for', text: 'pays' }],
    country: 'CH',
    isPremium: true,
    credits: 50,
  })
})

async function report(change: Partial<ReportForm> = {}, reporter: Member = anna) {
  const form = { clientId: randomUUID(), profileId: bob.profileId, photoId: null, text: 'Look', isBlocking: false }
  const body = { reason: 'scam' as const, ...form, ...change }
  const { reply } = await site.call(reportProfile, { body }, { cookie: reporter.cookie, headers: randomAddress() })
  const reference = reply?.report.id ?? ''
  const row = await site.context.db
    .selectFrom('reports as r')
    .innerJoin('moderationCases as c', 'c.id', 'r.caseId')
    .select(['c.reference', 'c.id'])
    .where('r.publicId', '=', reference)
    .executeTakeFirstOrThrow()
  return { reference, caseId: row.id, caseReference: row.reference }
}

const claim = (reference: string, actorId = eve) => claimCase(site.context, { actorId, reference })

function decide(reference: string, change: Partial<DecisionInput> = {}) {
  const decision: Decision = change.decision ?? 'ban'
  const violation = ['none', 'uphold', 'reverse', 'resolve'].includes(decision) ? null : ('scam' as const)
  const input = {
    actorId: eve,
    reference,
    clientId: randomUUID(),
    version: 1,
    decision,
    violation,
    days: null,
    note: '',
  }
  return decideCase(site.context, { ...input, ...change })
}

const read = (reference: string) => site.call(getDecision, { params: { reference } }, { headers: randomAddress() })
const appeal = (reference: string, clientId = randomUUID(), text = 'I never asked for money.') =>
  site.call(appealDecision, { params: { reference }, body: { clientId, text } }, { headers: randomAddress() })

async function statementOf({ userId }: Member) {
  const party = site.context.db.selectFrom('moderationParties').select('reference').where('userId', '=', userId)
  return (await party.where('role', '=', 'subject').orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).reference
}

async function appealCaseOf(reference: string) {
  const appealed = site.context.db
    .selectFrom('moderationParties as p')
    .innerJoin('moderationCases as c', 'c.id', 'p.appealId')
    .select('c.reference')
  return (await appealed.where('p.reference', '=', reference).executeTakeFirstOrThrow()).reference
}

const isFound = async ({ profileId }: Member) => {
  const { reply } = await site.call(searchMembers, { query: { gender: 'male', country: 'CH' } }, anna)
  return reply?.results.some(({ id }) => id === profileId)
}
const isLoggedIn = async (member: Member) => (await site.call(getUser, {}, member)).reply?.user !== null

describe('the queue', () => {
  test('two operators at once never get the same case, and a claim ends', async () => {
    await report()
    // Reports of the same member would be one case.
    await report({ profileId: (await buildMember(site.context)).profileId })
    const [first, second] = await Promise.all([
      claimNext(site.context, { actorId: eve, kind: 'report' }),
      claimNext(site.context, { actorId: max, kind: 'report' }),
    ])
    if (!first || !second) throw new Error('no case')
    expect(first.reference).not.toBe(second.reference)
    await expect(claim(first.reference, max)).rejects.toMatchObject({ code: 'moderation.case_claimed' })
    site.clock.advance(CASE_CLAIM_MS)
    await claim(first.reference, max)
    await expect(decide(first.reference)).rejects.toMatchObject({ code: 'moderation.case_not_claimed' })
  })

  test('a skipped case is recorded and comes to others only', async () => {
    const { caseReference, caseId } = await report({ reason: 'under_age' })
    await claim(caseReference)
    await skipCase(site.context, { actorId: eve, reference: caseReference })
    const next = await claimNext(site.context, { actorId: eve, kind: 'report' })
    expect(next?.reference).not.toBe(caseReference)
    expect((await claimNext(site.context, { actorId: max, kind: 'report' }))?.reference).toBe(caseReference)
    const events = site.context.db.selectFrom('moderationEvents').select(['type', 'actorId'])
    expect(await events.where('caseId', '=', caseId).orderBy('id').execute()).toEqual([
      { type: 'opened', actorId: null },
      { type: 'claimed', actorId: eve },
      { type: 'skipped', actorId: eve },
      { type: 'claimed', actorId: max },
    ])
  })

  test('reports of the same thing are one case, and a decision about less is rejected', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    const other = await report({}, await buildMember(site.context))
    expect(other.caseReference).toBe(caseReference)
    await expect(decide(caseReference)).rejects.toMatchObject({ code: 'moderation.case_changed' })
    await decide(caseReference, { version: 2, decision: 'warn' })
    expect((await read(other.reference)).reply?.decision.outcome).toBe('action')
  })

  test('events can be neither changed nor deleted', async () => {
    const { caseId } = await report()
    const { db } = site.context
    await expect(db.deleteFrom('moderationEvents').where('caseId', '=', caseId).execute()).rejects.toThrow(
      /append-only/,
    )
    await expect(
      sql`update moderation_events set type = 'skipped' where case_id = ${caseId}`.execute(db),
    ).rejects.toThrow(/append-only/)
  })

  test('a complaint joins the queue with its receipt, and its outcome is informed', async () => {
    const email = `c-${randomUUID()}@example.com`
    const body = {
      clientId: randomUUID(),
      topic: 'payment' as const,
      name: 'Vi',
      email,
      text: 'Help',
      language: 'en' as const,
    }
    const id = (await site.call(sendComplaint, { body }, { headers: randomAddress() })).reply?.complaint.id ?? ''
    expect((await read(id)).reply?.decision).toMatchObject({ role: 'complainant', outcome: null })
    const { cases } = await listCases(site.context, { actorId: eve, kind: 'complaint', status: 'open', after: null })
    const reference = cases.at(-1)?.reference ?? ''
    await claim(reference)
    expect(await viewCase(site.context, { actorId: eve, reference })).toMatchObject({
      complaint: { email, text: 'Help' },
      allowed: ['none', 'resolve'],
    })
    await expect(decide(reference, { decision: 'ban' })).rejects.toMatchObject({
      code: 'moderation.decision_not_allowed',
    })
    await expect(decide(reference, { decision: 'resolve' })).rejects.toMatchObject({
      fields: { reply: { code: 'moderation.reply_required' } },
    })
    await decide(reference, { decision: 'resolve', reply: 'The page is back.' })
    expect((await read(id)).reply?.decision).toMatchObject({
      outcome: 'action',
      reply: 'The page is back.',
      statement: null,
      appeal: { state: 'none' },
    })
  })
})

describe('a decision', () => {
  test.each([
    ['measure', { decision: 'warn', days: null }],
    ['length', { days: 30 }],
    ['violation', { violation: 'threat' }],
    ['law', { legalGround: 'Article 180' }],
    ['note', { note: 'Three accounts' }],
  ] as const)('with another %s, sent with the id of the one that was made, is rejected', async (_, change) => {
    const { caseReference } = await report()
    await claim(caseReference)
    const decided = { decision: 'suspend', days: 3, clientId: randomUUID() } as const
    expect(await decide(caseReference, decided)).toEqual({ isNew: true })
    expect(await decide(caseReference, decided)).toEqual({ isNew: false })
    await expect(decide(caseReference, { ...decided, ...change })).rejects.toMatchObject({
      code: 'moderation.case_decided',
    })
  })

  test('bans, informs both, is informed by reference without log-in, and changes nothing when it is sent again', async () => {
    const { caseReference, reference } = await report()
    await claim(caseReference)
    const clientId = randomUUID()
    expect(await decide(caseReference, { clientId })).toEqual({ isNew: true })
    expect(await decide(caseReference, { clientId })).toEqual({ isNew: false })
    await expect(decide(caseReference)).rejects.toMatchObject({ code: 'moderation.case_decided' })
    await expect(decide(caseReference, { actorId: max, clientId })).rejects.toMatchObject({
      code: 'moderation.case_decided',
    })
    expect(await isLoggedIn(bob)).toBe(false)
    const statement = await statementOf(bob)
    expect((await read(statement)).reply?.decision).toMatchObject({
      role: 'subject',
      statement: { measure: 'ban', violation: 'scam', source: 'notice' },
      appeal: { state: 'possible' },
    })
    const informed = (await read(reference)).reply?.decision
    expect(informed).toMatchObject({ role: 'notifier', outcome: 'action', statement: null })
    expect(JSON.stringify(informed)).not.toContain('ban')
    expect(await askedMails(site.context, bob.email)).toContainEqual(
      expect.objectContaining({ template: 'decisionStatement' }),
    )
    expect(await askedMails(site.context, anna.email)).toContainEqual(
      expect.objectContaining({ template: 'reportOutcome' }),
    )
    const built = await site.context.mail.build({
      template: 'decisionStatement',
      userId: bob.userId,
      about: { reference: statement },
    })
    expect(built).toMatchObject({ to: bob.email, props: { measure: 'ban', url: expect.stringContaining(statement) } })
  })

  test('of two at once one counts', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    const results = await Promise.allSettled([decide(caseReference), decide(caseReference, { decision: 'none' })])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('hides from the search, and says so', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    expect(await isFound(bob)).toBe(true)
    await decide(caseReference, { decision: 'hide' })
    expect(await isFound(bob)).toBe(false)
    const { reply } = await site.call(listDecisions, {}, bob)
    expect(reply?.decisions).toMatchObject([{ statement: { measure: 'hide' } }])
    expect((await site.call(listDecisions, {}, anna)).reply?.decisions).toEqual([])
  })

  test('removes the text of a profile, which an appeal brings back', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    await decide(caseReference, { decision: 'remove_content' })
    const written = () =>
      site.context.db
        .selectFrom('profiles')
        .select(['about', 'answers'])
        .where('userId', '=', bob.userId)
        .executeTakeFirstOrThrow()
    expect(await written()).toEqual({ about: '', answers: [] })
    const statement = await statementOf(bob)
    expect((await appeal(statement)).reply?.decision.appeal.state).toBe('open')
    const appealed = await appealCaseOf(statement)
    await claim(appealed, max)
    await decide(appealed, { actorId: max, decision: 'reverse' })
    expect(await written()).toEqual({ about: 'Send me money', answers: [{ prompt: 'looking_for', text: 'pays' }] })
    expect((await read(statement)).reply?.decision).toMatchObject({
      appeal: { state: 'changed' },
      statement: { isReversed: true },
    })
  })

  /** Has a case decided to remove its content, and the decision reversed on appeal. */
  async function removeAndReverse(caseReference: string, between: () => Promise<unknown> = async () => {}) {
    // The statement is the latest one.
    site.clock.advance(MINUTE)
    await claim(caseReference)
    await decide(caseReference, { decision: 'remove_content' })
    const statement = await statementOf(bob)
    await between()
    await appeal(statement)
    const appealed = await appealCaseOf(statement)
    await claim(appealed, max)
    await decide(appealed, { actorId: max, decision: 'reverse' })
  }

  test('removes a message, which an appeal brings back, unless its sender had deleted it before', async () => {
    const { messages, unsend } = chatOn(site)
    const reportMessage = async (message: { conversationId: string; seq: number }, reporter = anna) =>
      (await report({ message, text: `Look ${randomUUID()}` }, reporter)).caseReference
    const messageAt = async ({ conversationId, seq }: { conversationId: string; seq: number }) =>
      (await messages(anna, conversationId, { after: seq - 1 })).reply?.messages[0]

    const removed = await received('Give me 500 euros')
    await removeAndReverse(await reportMessage(removed), async () => {
      expect(await messageAt(removed)).toMatchObject({ kind: 'deleted' })
    })
    expect(await messageAt(removed)).toMatchObject({ kind: 'text', body: 'Give me 500 euros' })

    // It counts as unread again, so that its sender can still delete it.
    expect((await unsend(bob, removed.conversationId, removed.seq)).status).toBe(200)

    const deleted = { ...(await received('Or 600')), seq: 2 }
    const reference = await reportMessage(deleted)
    expect((await unsend(bob, deleted.conversationId, deleted.seq)).status).toBe(200)
    await removeAndReverse(reference)
    expect(await messageAt(deleted)).toMatchObject({ kind: 'deleted' })
  })

  test('that removes a message leaves it read, once it is back, for a member who has read so far', async () => {
    const { conversationId, seq } = await received('Give me 500 euros')
    const { caseReference } = await report({ message: { conversationId, seq } })
    const input = { params: { conversationId }, body: { seq } }
    await removeAndReverse(caseReference, () => site.call(markRead, input, anna))
    const lists = site.context.db.selectFrom('conversationMembers').select('unreadCount')
    expect(await lists.where('userId', '=', anna.userId).execute()).toEqual([{ unreadCount: 0 }])
  })

  test('that removes the text of a profile brings back only what was there, not what was reported', async () => {
    const { caseReference } = await report()
    const { db } = site.context
    await db.updateTable('profiles').set({ about: '', answers: '[]' }).where('userId', '=', bob.userId).execute()
    await removeAndReverse(caseReference)
    const profile = db.selectFrom('profiles').select(['about', 'answers']).where('userId', '=', bob.userId)
    expect(await profile.executeTakeFirstOrThrow()).toEqual({ about: '', answers: [] })
  })

  test('suspends until a time, at which the account opens by itself', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    await expect(decide(caseReference, { decision: 'suspend' })).rejects.toMatchObject({
      fields: { days: { code: 'moderation.days_required' } },
    })
    await decide(caseReference, { decision: 'suspend', days: 3 })
    expect(await isFound(bob)).toBe(false)
    site.clock.advance(3 * DAY - MINUTE)
    await endSuspensions(site.context)
    expect(await isFound(bob)).toBe(false)
    site.clock.advance(MINUTE)
    await endSuspensions(site.context)
    expect(await isFound(bob)).toBe(true)
  })

  test('that lengthens a suspension at the moment of its end counts', async () => {
    const { transaction, clock } = site.context
    const suspend = (tx: Tx, days: number) => {
      const at = clock.now()
      return suspendAccount(tx, { userId: bob.userId, at, until: new Date(at.getTime() + days * DAY) })
    }
    await transaction((tx) => suspend(tx, 3))
    site.clock.advance(3 * DAY)
    let ended: Promise<void> = Promise.resolve()
    await transaction(async (tx) => {
      await suspend(tx, 3)
      ended = endSuspensions(site.context)
      await waitForLock(site.context)
    })
    await ended
    expect(await isFound(bob)).toBe(false)
  })

  test('of a suspension that overlaps another one lasts until both are over, also when one is reversed', async () => {
    const endOf = async ({ userId }: Member) => {
      const users = site.context.db.selectFrom('users').select(['disabledAt', 'disabledUntil'])
      const { disabledAt, disabledUntil } = await users.where('id', '=', userId).executeTakeFirstOrThrow()
      return disabledAt && ((disabledUntil?.getTime() ?? Infinity) - site.clock.now().getTime()) / DAY
    }
    // Of a suspended member nothing more can be reported.
    const message = await received('Send me 500 euros')
    const cases = [await report(), await report({ message })]
    const statements: string[] = []
    for (const [index, days] of [30, 3].entries()) {
      const reference = cases[index]?.caseReference ?? ''
      await claim(reference)
      await decide(reference, { decision: 'suspend', days })
      statements.push(await statementOf(bob))
      // The statements are in the order of their times.
      site.clock.advance(MINUTE)
    }
    expect(await endOf(bob)).toBeCloseTo(30, 1)
    const ends: (number | null)[] = []
    for (const statement of statements) {
      await appeal(statement)
      const appealed = await appealCaseOf(statement)
      await claim(appealed, max)
      await decide(appealed, { actorId: max, decision: 'reverse' })
      ends.push(await endOf(bob))
    }
    expect(ends).toEqual([expect.closeTo(3, 1), null])
  })

  test('of a suspension names its end and its reference at a log-in with the right password only', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    await decide(caseReference, { decision: 'suspend', days: 3 })
    const until = new Date(site.clock.now().getTime() + 3 * DAY).toISOString()
    const enter = async (password: string) =>
      (await site.call(logIn, { body: { email: bob.email, password } }, { headers: randomAddress() })).error
    expect(await enter(bob.password)).toMatchObject({
      code: 'accounts.disabled',
      params: { until, reference: await statementOf(bob) },
    })
    const wrong = await enter('a wrong password')
    expect(wrong?.code).toBe('accounts.login_failed')
    expect(wrong?.params).toBeUndefined()
    // One that closed the account before, and is over, is not the reason of a later closure.
    site.clock.advance(3 * DAY)
    await endSuspensions(site.context)
    expect(await enter(bob.password)).toBeNull()
    site.clock.advance(DAY)
    const at = site.clock.now()
    await site.context.transaction((tx) => suspendAccount(tx, { userId: bob.userId, at, until: null }))
    expect(await enter(bob.password)).toMatchObject({ code: 'accounts.disabled', params: {} })
  })

  test('is unread until its own member has seen it', async () => {
    const { caseReference, reference } = await report()
    await claim(caseReference)
    const isUnread = async () => (await site.call(getUser, {}, bob)).reply?.user?.has_unread_decision
    expect(await isUnread()).toBe(false)
    await decide(caseReference, { decision: 'warn' })
    expect(await isUnread()).toBe(true)
    expect((await site.call(getUser, {}, anna)).reply?.user?.has_unread_decision).toBe(false)
    const statement = await statementOf(bob)
    const see = (references: string[], caller: { cookie?: string }) =>
      site.call(markDecisionsSeen, { body: { references } }, caller)
    expect((await see([statement], {})).error?.code).toBe('authentication_required')
    expect((await see([], bob)).error?.code).toBe('request.invalid')
    expect((await see(['nothing'], bob)).error?.code).toBe('request.invalid')
    expect((await see([statement], anna)).status).toBe(200)
    expect((await see([reference], bob)).reply?.user.has_unread_decision).toBe(true)
    expect((await see([statement, reference], bob)).reply?.user.has_unread_decision).toBe(false)
    expect(await isUnread()).toBe(false)
  })

  test('about a member who was erased meanwhile can only be that nothing is done', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    await erase(bob)
    await expect(decide(caseReference)).rejects.toMatchObject({ code: 'moderation.decision_not_allowed' })
    // What was reported is still there.
    expect(await viewCase(site.context, { actorId: eve, reference: caseReference })).toMatchObject({
      subject: null,
      profile: { about: 'Send me money' },
      reports: [{ text: 'Look' }],
    })
    await decide(caseReference, { decision: 'none' })
  })
})

describe('an appeal', () => {
  test('is decided by another person only, and lifts a ban', async () => {
    const { caseReference } = await report()
    await claim(caseReference)
    await decide(caseReference)
    const statement = await statementOf(bob)
    const clientId = randomUUID()
    expect((await appeal(statement, clientId, 'I never asked.')).status).toBe(200)
    // The reply did not arrive, and the text was edited before it was sent again.
    expect((await appeal(statement, clientId)).status).toBe(200)
    expect((await appeal(statement)).error?.code).toBe('moderation.appeal_exists')
    const appealed = await appealCaseOf(statement)
    await expect(claim(appealed, eve)).rejects.toMatchObject({ code: 'moderation.case_excluded' })
    await expect(
      sql`update moderation_cases set decided_by = ${eve}, decision = 'uphold', status = 'decided'
        where reference = ${appealed}`.execute(site.context.db),
    ).rejects.toThrow(/check/)
    expect((await claimNext(site.context, { actorId: eve, kind: 'appeal' }))?.reference).not.toBe(appealed)
    const appealCase = site.context.db.updateTable('moderationCases').where('reference', '=', appealed)
    const claimedUntil = new Date(site.clock.now().getTime() + CASE_CLAIM_MS)
    await appealCase.set({ claimedBy: eve, claimedUntil }).execute()
    await expect(decide(appealed, { decision: 'uphold' })).rejects.toMatchObject({ code: 'moderation.case_excluded' })
    await appealCase.set({ claimedBy: null, claimedUntil: null }).execute()
    await claim(appealed, max)
    expect(await viewCase(site.context, { actorId: max, reference: appealed })).toMatchObject({
      allowed: ['uphold', 'reverse'],
      appeal: { text: 'I never asked for money.', appellant: 'subject' },
      profile: { about: 'Send me money' },
    })
    await decide(appealed, { actorId: max, decision: 'reverse' })
    expect(await isFound(bob)).toBe(true)
    expect(await askedMails(site.context, bob.email)).toContainEqual(
      expect.objectContaining({ template: 'appealOutcome' }),
    )
  })

  test('of a reporter can lead to a measure', async () => {
    const { caseReference, reference } = await report()
    await claim(caseReference)
    await decide(caseReference, { decision: 'none' })
    expect((await read(reference)).reply?.decision.outcome).toBe('no_action')
    await appeal(reference)
    const appealed = await appealCaseOf(reference)
    await claim(appealed, max)
    await decide(appealed, { actorId: max, decision: 'ban' })
    expect(await isLoggedIn(bob)).toBe(false)
    expect((await read(reference)).reply?.decision.appeal.state).toBe('changed')
    expect((await read(await statementOf(bob))).reply?.decision.appeal.state).toBe('possible')
  })

  test('ends after six months, and an unknown reference informs nothing', async () => {
    const { caseReference, reference } = await report()
    await claim(caseReference)
    await decide(caseReference, { decision: 'none' })
    expect((await appeal('bcdfghjkmnpqrs')).error?.code).toBe('moderation.reference_not_found')
    site.clock.advance((APPEAL_MONTHS * 31 + 1) * DAY)
    expect((await appeal(reference)).error?.code).toBe('moderation.appeal_ended')
  })
})

test('evidence stays past the account as long as the retention, and is erased then', async () => {
  const { conversationId, seq } = await received('Give me 500 euros')
  const { caseReference, caseId } = await report({ message: { conversationId, seq } })
  await claim(caseReference)
  await decide(caseReference, { decision: 'ban' })
  await erase(bob)
  const view = await viewCase(site.context, { actorId: eve, reference: caseReference })
  expect(view.reports[0]?.message?.body).toBe('Give me 500 euros')
  expect(view.conversations[0]).toMatchObject([{ body: 'Give me 500 euros', isReported: true, isReporter: false }])
  await eraseEvidence(site.context, new AbortController().signal)
  expect((await viewCase(site.context, { actorId: eve, reference: caseReference })).reports[0]?.message).not.toBeNull()
  site.clock.advance(400 * DAY)
  await eraseEvidence(site.context, new AbortController().signal)
  const after = await viewCase(site.context, { actorId: eve, reference: caseReference })
  expect(after).toMatchObject({
    profile: null,
    conversations: [],
    retainUntil: null,
    reports: [{ text: '', message: null }],
  })
  const event = site.context.db.selectFrom('moderationEvents').select('type').where('caseId', '=', caseId)
  expect((await event.orderBy('id', 'desc').executeTakeFirst())?.type).toBe('evidence_erased')
})

test('after a ban for fraud those who exchanged messages are informed once, unless it was reversed', async () => {
  await received('Hello Anna')
  const { caseReference, caseId } = await report()
  await claim(caseReference)
  await decide(caseReference)
  await site.context.jobs.enqueue(site.context.db, warnPartners, { caseId })
  await site.context.jobs.runDue()
  await site.context.jobs.enqueue(site.context.db, warnPartners, { caseId })
  await site.context.jobs.runDue()
  const informed = site.context.db.selectFrom('moderationWarnings').select('userId').where('caseId', '=', caseId)
  expect(await informed.execute()).toEqual([{ userId: anna.userId }])
  const built = await site.context.mail.build({
    template: 'fraudWarning',
    userId: anna.userId,
    about: { caseId: String(caseId) },
  })
  expect(built).toMatchObject({ to: anna.email, props: { memberName: 'Bob' } })
})

test('statements are exported in the fields of the EU database, without personal data', async () => {
  site.clock.advance(DAY)
  const from = site.clock.now()
  const { caseReference } = await report()
  await claim(caseReference)
  await decide(caseReference, { decision: 'suspend', days: 7, note: 'Bob is known' })
  const rows: object[] = []
  for await (const row of exportStatements(site.context, { from, to: new Date(from.getTime() + DAY) })) rows.push(row)
  expect(rows).toMatchObject([
    {
      decision_account: 'DECISION_ACCOUNT_SUSPENDED',
      category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
      source_type: 'SOURCE_ARTICLE_16',
      automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Bob|Anna|Send me|Look/)
})

test('a statement stays the same when the evidence is erased, and names the law that the operator named', async () => {
  const sentOn = site.clock.now().toISOString().slice(0, 10)
  const { conversationId, seq } = await received('I will find you')
  site.clock.advance(2 * DAY)
  const from = site.clock.now()
  const exported = async () => {
    const rows: object[] = []
    for await (const row of exportStatements(site.context, { from, to: new Date(from.getTime() + DAY) })) rows.push(row)
    return rows
  }
  const { caseReference } = await report({ message: { conversationId, seq } })
  await claim(caseReference)
  const legalGround = 'Article 180 of the Criminal Code'
  await expect(decide(caseReference, { decision: 'none', legalGround })).rejects.toMatchObject({
    code: 'moderation.violation_required',
  })
  await decide(caseReference, { decision: 'remove_content', violation: 'threat', legalGround })
  const before = await exported()
  expect(before).toMatchObject([
    {
      content_type: ['CONTENT_TYPE_TEXT'],
      content_date: sentOn,
      application_date: from.toISOString().slice(0, 10),
      decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
      illegal_content_legal_ground: legalGround,
    },
  ])
  expect(JSON.stringify(before)).toContain('A person examined a private message after a notice.')
  const reference = await statementOf(bob)
  const statement = { content: 'message', legalGround, measure: 'remove_content' }
  expect((await read(reference)).reply?.decision.statement).toMatchObject(statement)
  expect(
    await site.context.mail.build({ template: 'decisionStatement', userId: bob.userId, about: { reference } }),
  ).toMatchObject({ props: { content: 'message', legalGround } })
  site.clock.advance(400 * DAY)
  await eraseEvidence(site.context, new AbortController().signal)
  expect((await viewCase(site.context, { actorId: eve, reference: caseReference })).retainUntil).toBeNull()
  expect(await exported()).toEqual(before)
  expect((await read(reference)).reply?.decision.statement).toMatchObject(statement)
})

test('the kind of content is that of the message: a photo, a voice message or a text', async () => {
  const chat = chatOn(site)
  const { photo } = (await chat.uploadPhoto(bob, anna, new Blob([await sampleImage()]))).reply ?? {}
  const { voice } = (await chat.uploadVoice(bob, anna, new Blob([sampleRecording()]))).reply ?? {}
  await chat.post(bob, anna, { kind: 'photo', photoId: photo?.id ?? '' })
  await chat.post(bob, anna, { kind: 'voice', voiceId: voice?.id ?? '' })
  const { conversationId } = (await chat.post(bob, anna, { kind: 'gift', gift: 'rose', body: '' })).reply?.message ?? {}
  const { id: conversationKey } = await site.context.db
    .selectFrom('conversations')
    .select('id')
    .where('publicId', '=', conversationId ?? '')
    .executeTakeFirstOrThrow()
  for (const [seq, contentKind] of [
    [1, 'message_photo'],
    [2, 'message_voice'],
    [3, 'message'],
  ] as const) {
    const content = { type: 'message' as const, conversationKey, seq }
    const input = { kind: 'report' as const, subjectId: bob.userId, siteId: 1, reason: 'spam', source: 'own' as const }
    const { caseId } = await site.context.transaction((tx) => openCase(site.context, tx, { ...input, content }))
    const row = site.context.db.selectFrom('moderationCases').select('contentKind').where('id', '=', caseId)
    expect(await row.executeTakeFirst()).toEqual({ contentKind })
  }
})

test('a report that joins a case lengthens the time that the evidence is held', async () => {
  const { caseReference } = await report()
  site.clock.advance(300 * DAY)
  const joined = await report({}, await buildMember(site.context))
  expect(joined.caseReference).toBe(caseReference)
  site.clock.advance(100 * DAY)
  await eraseEvidence(site.context, new AbortController().signal)
  const view = await viewCase(site.context, { actorId: eve, reference: caseReference })
  expect(view.profile).not.toBeNull()
  expect(view.reports.map(({ text }) => text)).toEqual(['Look', 'Look'])
})

/** Bob writes to Anna. Returns where. */
async function received(text: string) {
  const { say } = chatOn(site)
  const conversationId = await say(bob, anna, text)
  return { conversationId, seq: 1 }
}

function erase({ userId }: Member) {
  return site.context.transaction(async (tx) => {
    await emit(tx, accountErased, { userId })
    await tx.deleteFrom('users').where('id', '=', userId).execute()
  })
}
