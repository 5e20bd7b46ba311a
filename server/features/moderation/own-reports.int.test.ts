import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REPORTS_PAGE_SIZE } from '#contract/limits.ts'
import { blockProfile, listReports, reportProfile } from '#contract/moderation/calls.ts'
import type { ReportForm } from '#contract/moderation/schemas.ts'
import { SECOND } from '#contract/time.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let anna: Member
let bob: Member

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  anna = await buildMember(site.context, { name: 'Anna' })
  bob = await buildMember(site.context, { name: 'Bob', gender: 'male' })
})

async function report(change: Partial<ReportForm> = {}, reporter = anna) {
  site.clock.advance(SECOND)
  const form = { clientId: randomUUID(), profileId: bob.profileId, photoId: null, text: '', isBlocking: false }
  const { reply } = await site.call(reportProfile, { body: { reason: 'scam', ...form, ...change } }, reporter)
  return reply?.report.id ?? ''
}

const reportsOf = async (member: Member) => (await site.call(listReports, { query: {} }, member)).reply?.reports

const set = (member: Member, values: { deletedAt?: Date; pausedAt?: Date; disabledAt?: Date }) =>
  site.context.db.updateTable('users').set(values).where('id', '=', member.userId).execute()

/** Decides the case of a report. Reverses the decision if asked. */
async function decide(reference: string, values: { decision: string; reversedAt?: Date }) {
  const { caseId } = await site.context.db
    .selectFrom('reports')
    .select('caseId')
    .where('publicId', '=', reference)
    .executeTakeFirstOrThrow()
  await site.context.db
    .updateTable('moderationCases')
    .set({ status: 'decided', decidedAt: site.clock.now(), ...values })
    .where('id', '=', caseId)
    .execute()
}

describe('the own reports', () => {
  test('are listed latest first, with what was reported and the outcome', async () => {
    const cara = await buildMember(site.context, { name: 'Cara' })
    const first = await report({ reason: 'spam', text: 'Secret words' })
    const second = await report({ profileId: cara.profileId })
    const third = await report({ profileId: (await buildMember(site.context, { name: 'Dora' })).profileId })
    await decide(first, { decision: 'none' })
    await decide(second, { decision: 'warn' })
    expect(await reportsOf(anna)).toEqual([
      expect.objectContaining({ id: third, name: 'Dora', outcome: null }),
      expect.objectContaining({ id: second, name: 'Cara', reason: 'scam', outcome: 'action' }),
      {
        id: first,
        name: 'Bob',
        target: 'profile',
        reason: 'spam',
        outcome: 'no_action',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
  })

  test('come in pages', async () => {
    const ids: string[] = []
    const { id: _, ...row } = await site.context.db
      .selectFrom('reports')
      .selectAll()
      .where('publicId', '=', await report())
      .executeTakeFirstOrThrow()
    for (let n = 0; n < REPORTS_PAGE_SIZE + 1; n++) {
      const publicId = `${row.publicId.slice(0, 12)}${10 + n}`
      ids.push(publicId)
      // At one instant: the key decides.
      const copy = { ...row, id: n + 1, clientId: randomUUID(), publicId, messageCopy: null }
      await site.context.db.insertInto('reports').values(copy).execute()
    }
    const first = (await site.call(listReports, { query: {} }, anna)).reply
    expect(first?.reports).toHaveLength(REPORTS_PAGE_SIZE)
    const second = (await site.call(listReports, { query: { after: first?.next ?? '' } }, anna)).reply
    const listed = [...(first?.reports ?? []), ...(second?.reports ?? [])].map(({ id }) => id)
    expect(listed).toEqual([row.publicId, ...ids.toReversed()])
    expect(second?.next).toBeNull()
  })

  test('are not those of others, nor those about oneself', async () => {
    await report()
    await report({ profileId: anna.profileId }, bob)
    expect(await reportsOf(await buildMember(site.context))).toEqual([])
    expect((await reportsOf(bob))?.map(({ name }) => name)).toEqual(['Anna'])
  })

  test('need a log-in and the cursor of this list', async () => {
    const { status, error } = await site.call(listReports, { query: {} })
    expect([status, error?.code]).toEqual([403, 'authentication_required'])
    const { secret } = site.context.config
    const after = createCursors({ secret }, 'blocks').seal({ at: site.clock.now(), id: 1 })
    const answer = await site.call(listReports, { query: { after } }, anna)
    expect([answer.status, answer.error?.code]).toEqual([400, 'request.invalid'])
  })
})

describe('the reported member', () => {
  test.each(['deletedAt', 'pausedAt', 'disabledAt'] as const)('has no name with %s', async (column) => {
    await report()
    await set(bob, { [column]: site.clock.now() })
    expect(await reportsOf(anna)).toMatchObject([{ name: null }])
  })

  test('who is invisible has none, also after they blocked the reporter', async () => {
    const id = await report()
    await site.context.db.updateTable('profiles').set({ isInvisible: true }).where('userId', '=', bob.userId).execute()
    expect(await reportsOf(anna)).toMatchObject([{ id, name: null }])
    await site.call(blockProfile, { params: { profileId: anna.profileId } }, bob)
    expect(await reportsOf(anna)).toMatchObject([{ id, name: null }])
  })

  test('who has blocked the reporter looks as before', async () => {
    await report()
    const before = await reportsOf(anna)
    await site.call(blockProfile, { params: { profileId: anna.profileId } }, bob)
    expect(await reportsOf(anna)).toEqual(before)
  })

  test('who is erased leaves the report without a name', async () => {
    await report()
    await site.context.transaction(async (tx) => {
      await emit(tx, accountErased, { userId: bob.userId })
      await tx.deleteFrom('users').where('id', '=', bob.userId).execute()
    })
    expect(await reportsOf(anna)).toMatchObject([{ name: null, target: 'profile' }])
  })
})
