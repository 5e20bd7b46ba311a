import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/calls.ts'
import { CASE_CLAIM_MS, OPERATOR_CONFIRMATION_MS } from '#contract/limits.ts'
import { addReportAttachment, reportProfile } from '#contract/moderation/calls.ts'
import * as cases from '#contract/operator/moderation/calls.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { casesOn } from '#tests/support/cases.ts'
import { chatOn } from '#tests/support/chat.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import { actsOf, buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { sampleImage } from '#tests/support/sample-images.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let anna: Member
let bob: Member
let eve: BuiltOperator
let max: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await buildMember(site.context, { name: 'Anna' })
  bob = await buildMember(site.context, { name: 'Bob', about: 'Send me money', isPremium: true, credits: 50 })
  eve = await buildOperator(site.context, { role: 'moderator' })
  max = await buildOperator(site.context, { role: 'moderator' })
})

type Place = { conversationId: string; seq: number }

/** Anna reports Bob. Returns the reference of the case, and that of the report. */
async function report(reporter: Member = anna, reported: Member = bob, message?: Place) {
  const form = { clientId: randomUUID(), profileId: reported.profileId, photoId: null, text: 'Look', isBlocking: false }
  const body = { reason: 'scam' as const, ...form, ...(message && { message }) }
  const { reply } = await site.call(reportProfile, { body }, { cookie: reporter.cookie, headers: randomAddress() })
  const reportId = reply?.report.id ?? ''
  return { reportId, reference: await caseOf(reportId) }
}

const outcome = { decision: 'warn' as const, violation: 'scam' as const, days: null, note: '' }
const { claim, decide, appeal, caseOf, statementsOf } = casesOn(() => site, { by: () => eve, outcome })
const view = (reference: string, operator = eve) =>
  site.call(cases.getCase, { params: { reference }, query: {} }, operator)

const codeOf = async (answer: Promise<{ error: { code: string } | null }>) => (await answer).error?.code ?? 'ok'

describe('the queue', () => {
  test('is listed page by page in the order of work, filtered, and counted', async () => {
    const { db } = site.context
    const before = (await site.call(cases.getWaiting, {}, eve)).reply
    const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(site.context)))
    for (const member of members) await report(anna, member)
    const after = (await site.call(cases.getWaiting, {}, eve)).reply
    expect((after?.cases.count ?? 0) - (before?.cases.count ?? 0)).toBe(4)
    expect(after?.kinds).toContainEqual(expect.objectContaining({ kind: 'report' }))
    expect(after?.cases.oldestAt).not.toBeNull()
    site.clock.advance(MINUTE)
    const metrics = (await site.app.inject('/metrics')).body
    expect(metrics).toMatch(/moderation_cases\{kind="report",value="oldest_age_seconds"\} [1-9]/)
    // More than a page.
    const [some] = await db.selectFrom('moderationCases').selectAll().where('status', '=', 'open').limit(1).execute()
    if (!some) throw new Error('no case')
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...some,
      content: null,
      key: null,
      id: some.id + index + 1,
      reference: `page${String(index).padStart(10, '0')}`,
    }))
    await db.insertInto('moderationCases').values(rows).execute()
    const seen: string[] = []
    let place: string | null | undefined
    do {
      const query = { kind: 'report' as const, ...(place && { before: place }) }
      const { reply } = await site.call(cases.listCases, { query }, eve)
      seen.push(...(reply?.cases ?? []).map(({ reference }) => reference))
      place = reply?.next
    } while (place)
    const open = await db.selectFrom('moderationCases').select('reference').where('status', '=', 'open').execute()
    expect(seen.toSorted()).toEqual(open.map(({ reference }) => reference).toSorted())
    const { reply } = await site.call(cases.listCases, { query: { kind: 'appeal' } }, eve)
    expect(reply?.cases).toEqual([])
    const forged = await site.call(cases.listCases, { query: { before: '1.AAAAAAAAAAAAAAAAAAAAAA' } }, eve)
    expect(forged.error?.code).toBe('request.invalid')
    const ids = rows.map(({ id }) => id)
    await db.deleteFrom('moderationCases').where('id', 'in', ids).execute()
  })

  test('gives two moderators who ask at once two cases, and names who works on one', async () => {
    await report()
    await report(anna, await buildMember(site.context))
    const next = (operator: BuiltOperator) => site.call(cases.claimNextCase, { body: { kind: 'report' } }, operator)
    const [first, second] = await Promise.all([next(eve), next(max)])
    expect(first.reply?.reference).not.toBe(second.reply?.reference)
    const reference = first.reply?.reference ?? ''
    expect(await codeOf(claim(reference, max))).toBe('moderation.case_claimed')
    expect((await view(reference, max)).reply).toMatchObject({
      case: { claim: 'other', claimedBy: eve.operatorId },
      operators: expect.arrayContaining([{ id: eve.operatorId, name: eve.name }]),
    })
    expect(await codeOf(decide(reference, {}, max))).toBe('moderation.case_not_claimed')
    site.clock.advance(CASE_CLAIM_MS)
    expect(await codeOf(claim(reference, max))).toBe('ok')
    expect(await codeOf(decide(reference))).toBe('moderation.case_not_claimed')
    expect(await codeOf(decide(reference, {}, max))).toBe('ok')
  })

  test('names the case that comes next, and does not give back what was skipped', async () => {
    const [one, two] = [await report(), await report(anna, await buildMember(site.context))]
    await claim(one.reference)
    const next = (await view(one.reference)).reply?.next
    expect(next).not.toBeNull()
    expect(next).not.toBe(one.reference)
    await site.call(cases.skipCase, { params: { reference: one.reference } }, eve)
    expect(await codeOf(site.call(cases.skipCase, { params: { reference: one.reference } }, eve))).toBe(
      'moderation.case_not_claimed',
    )
    const others = await Promise.all([view(two.reference), view(two.reference, max)])
    expect(others[0].reply?.next).not.toBe(one.reference)
    expect(await actsOf(site.context, eve)).toEqual([
      `case_claimed ${one.reference}`,
      `case_seen ${one.reference}`,
      `case_skipped ${one.reference}`,
      `case_seen ${two.reference}`,
    ])
  })
})

describe('a case', () => {
  test('shows of a conversation what the report needs, and its images to operators alone', async () => {
    const { say } = chatOn(site)
    const conversationId = await say(bob, anna, 'Give me 500 euros')
    const { reference, reportId } = await report(anna, bob, { conversationId, seq: 1 })
    const file = new Blob([await sampleImage()])
    const sender = { cookie: anna.cookie, headers: randomAddress(), file }
    const added = await site.call(addReportAttachment, { params: { reportId }, body: {} }, sender)
    expect(added.status).toBe(200)
    const reply = (await view(reference)).reply?.case
    expect(reply?.reports).toMatchObject([{ text: 'Look', message: { body: 'Give me 500 euros' } }])
    expect(reply?.conversations).toMatchObject([[{ body: 'Give me 500 euros', isReported: true }]])
    const image = [...(reply?.images ?? []), ...(reply?.reports ?? []).flatMap(({ images }) => images)][0]
    const url = `/api/operator/cases/${reference}/images/${image?.id}`
    const fetchImage = (cookie: string, path = url) => site.app.inject({ url: path, headers: { cookie } })
    const { statusCode, headers } = await fetchImage(eve.cookie)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await fetchImage(anna.cookie)).statusCode).toBe(403)
    // The number belongs to another case.
    const { reference: other } = await report(anna, await buildMember(site.context))
    const elsewhere = await fetchImage(eve.cookie, `/api/operator/cases/${other}/images/${image?.id}`)
    expect(elsewhere.statusCode).toBe(404)
  })

  test('collects notes with their authors, until its evidence is erased', async () => {
    const { reference } = await report()
    const note = (text: string) => site.call(cases.addCaseNote, { params: { reference }, body: { text } }, eve)
    expect((await note(' ')).error).toMatchObject({ fields: { text: { code: 'moderation.note_required' } } })
    expect((await note('Known from before')).status).toBe(204)
    expect((await view(reference, max)).reply).toMatchObject({
      case: { notes: [{ text: 'Known from before', by: eve.operatorId }] },
      operators: [{ name: eve.name }],
    })
    const { db } = site.context
    await db.updateTable('moderationCases').set({ retainUntil: null }).where('reference', '=', reference).execute()
    expect(await codeOf(note('Too late'))).toBe('moderation.evidence_erased')
  })

  test('of a member who was erased meanwhile is still shown, and ends without a measure', async () => {
    const { reference } = await report()
    await claim(reference)
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: bob.userId })
      await tx.deleteFrom('users').where('id', '=', bob.userId).execute()
    })
    expect(await codeOf(decide(reference))).toBe('moderation.decision_not_allowed')
    expect((await view(reference)).reply?.case).toMatchObject({ subject: null, allowed: ['none'] })
    expect(await codeOf(decide(reference, { decision: 'none', violation: null }))).toBe('ok')
  })
})

describe('a decision', () => {
  test('is recorded once, however often it is sent, and of two at once one counts', async () => {
    const { reference } = await report()
    await claim(reference)
    const clientId = randomUUID()
    const answers = await Promise.all([decide(reference, { clientId }), decide(reference, { clientId })])
    expect(answers.filter(({ reply }) => reply?.isNew)).toHaveLength(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await codeOf(decide(reference))).toBe('moderation.case_decided')
    // Replayed by someone else.
    expect(await codeOf(decide(reference, { clientId }, max))).toBe('moderation.case_decided')
    expect((await actsOf(site.context, eve)).filter((act) => act.startsWith('case_decided'))).toHaveLength(1)
    expect(await actsOf(site.context, max)).toEqual([])
  })

  test('names the missing rule and time, and is about the state that was judged', async () => {
    const { reference } = await report()
    await claim(reference)
    expect((await decide(reference, { violation: null })).error?.fields).toMatchObject({
      violation: { code: 'moderation.violation_required' },
    })
    expect((await decide(reference, { decision: 'suspend' })).error?.fields).toMatchObject({
      days: { code: 'moderation.days_required' },
    })
    await report(await buildMember(site.context))
    expect(await codeOf(decide(reference))).toBe('moderation.case_changed')
    expect(await codeOf(decide(reference, { version: 2 }))).toBe('ok')
  })

  test('to ban asks for the password again, and other ones do not', async () => {
    const { reference } = await report()
    await site.context.db
      .updateTable('operatorSessions')
      .set({ confirmedAt: new Date(site.clock.now().getTime() - OPERATOR_CONFIRMATION_MS) })
      .where('operatorId', '=', eve.operatorId)
      .execute()
    await claim(reference)
    expect(await codeOf(decide(reference, { decision: 'ban' }))).toBe('operator.confirmation_required')
    const judged = { reference, clientId: randomUUID(), version: 1 }
    const several = { body: { cases: [judged], ...outcome, decision: 'ban' as const } }
    expect(await codeOf(site.call(cases.decideCases, several, eve))).toBe('operator.confirmation_required')
    expect((await site.call(getUser, {}, bob)).reply?.user).not.toBeNull()
    expect(await codeOf(decide(reference))).toBe('ok')
  })

  test('about several cases names those that someone else has, and can be sent again', async () => {
    const subjects = await Promise.all(Array.from({ length: 3 }, () => buildMember(site.context)))
    const references: string[] = []
    for (const subject of subjects) references.push((await report(anna, subject)).reference)
    const [first = '', second = '', third = ''] = references
    await claim(second, max)
    const judged = references.map((reference) => ({ reference, clientId: randomUUID(), version: 1 }))
    const send = () => site.call(cases.decideCases, { body: { cases: judged, ...outcome } }, eve)
    const results = [
      { reference: first, error: null },
      { reference: second, error: 'moderation.case_claimed' },
      { reference: third, error: null },
    ]
    expect((await send()).reply?.results).toEqual(results)
    expect((await send()).reply?.results).toEqual(results)
    expect((await actsOf(site.context, eve)).filter((act) => act.startsWith('case_decided'))).toEqual([
      `case_decided ${first}`,
      `case_decided ${third}`,
    ])
  })

  test('about several cases leaves those free that it cannot decide', async () => {
    const { reference } = await report()
    const judged = { reference, clientId: randomUUID(), version: 1 }
    const send = (change: object) =>
      site.call(cases.decideCases, { body: { cases: [judged], ...outcome, ...change } }, eve)
    for (const [change, error] of [
      [{ violation: null }, 'moderation.violation_required'],
      [{ decision: 'reverse', violation: null }, 'moderation.decision_not_allowed'],
    ] as const)
      expect((await send(change)).reply?.results).toEqual([{ reference, error }])
    expect((await view(reference, max)).reply?.case).toMatchObject({ claim: 'free', events: [{ type: 'opened' }] })
    expect((await send({})).reply?.results).toEqual([{ reference, error: null }])
    expect((await actsOf(site.context, eve)).filter((act) => act.startsWith('case_'))).toEqual([
      `case_decided ${reference}`,
    ])
  })

  test('is reviewed by someone else after an appeal', async () => {
    const { reference } = await report()
    await claim(reference)
    await decide(reference)
    const [statement = ''] = await statementsOf(bob)
    await appeal(statement, 'Not me')
    const { reply } = await site.call(cases.listCases, { query: { kind: 'appeal' } }, eve)
    const appealed = reply?.cases.find(({ isExcluded }) => isExcluded)
    expect(appealed?.allowed).toEqual(['uphold', 'reverse'])
    const about = appealed?.reference ?? ''
    expect(await codeOf(claim(about))).toBe('moderation.case_excluded')
    await claim(about, max)
    expect(await codeOf(decide(about, { decision: 'reverse', violation: null }, max))).toBe('ok')
    expect((await view(reference)).reply?.case.history).toContainEqual(expect.objectContaining({ decision: 'reverse' }))
  })
})

test('statements of reasons are a file in the fields of the EU database', async () => {
  site.clock.advance(2 * DAY + MINUTE)
  eve = await buildOperator(site.context, { role: 'moderator' })
  const today = site.clock.now().toISOString().slice(0, 10)
  const { reference } = await report()
  await claim(reference)
  await decide(reference, { note: 'Bob is known' })
  const file = async (format: string, from = today) => {
    const url = `/api/operator/statements/file?from=${from}&to=${today}&format=${format}`
    return (await site.app.inject({ url, headers: { cookie: eve.cookie } })).body
  }
  const lines = (await file('csv')).trim().split('\r\n')
  expect(lines[0]).toContain('decision_visibility')
  expect(lines.filter((line) => line.includes(reference))).toHaveLength(1)
  expect(await file('json')).not.toMatch(/Bob|Anna|Look/)
  expect(JSON.parse((await file('json')).split('\n')[0] ?? '') as object).toMatchObject({
    source_type: 'SOURCE_ARTICLE_16',
    content_type: ['CONTENT_TYPE_TEXT'],
    territorial_scope: expect.arrayContaining(['DE', 'IS']),
  })
  // Lists are JSON in a cell.
  expect(lines[1]).toContain('"[""CONTENT_TYPE_TEXT""]"')
  expect(await file('json', 'yesterday')).toContain('request.invalid')
  expect(await actsOf(site.context, eve)).toContain('statements_exported null')
})
