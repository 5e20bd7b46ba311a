import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportAudit, listAudit, verifyAudit } from '#contract/operator/audit/calls.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { OPERATOR_PAGE } from '#contract/limits.ts'
import { openCase } from '#server/features/moderation/cases/open-case.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { encodeCall } from '#tests/support/site/encode-call.ts'
import { recordAct, type Act } from './record.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test('entries are listed by actor and by subject, page by page', async () => {
  const { db } = site.context
  const [owner, other, member] = [
    await buildOperator(site.context),
    await buildOperator(site.context),
    await buildMember(site.context, { name: 'Ada' }),
  ]
  const subject = { kind: 'member', id: member.userId } as const
  for (let count = 0; count <= OPERATOR_PAGE; count += 1)
    await recordAct(db, { operator: owner, act: 'role_changed', subject, details: { count } })
  await recordAct(db, { operator: other, act: 'logged_in' })
  const first = await site.call(listAudit, { query: { actor: owner.operatorId } }, owner)
  expect(first.reply?.entries).toHaveLength(OPERATOR_PAGE)
  expect(first.reply?.entries[0]).toMatchObject({
    actor: { id: owner.operatorId },
    subject: { kind: 'member', id: member.profileId, name: 'Ada' },
    details: { count: OPERATOR_PAGE },
  })
  const query = { actor: owner.operatorId, before: first.reply?.next ?? 0 }
  const second = await site.call(listAudit, { query }, owner)
  expect(second.reply?.entries.map(({ details }) => details)).toEqual([{ count: 0 }])
  expect(second.reply?.next).toBeNull()
  const bySubject = await site.call(listAudit, { query: { subject: member.profileId, act: 'role_changed' } }, owner)
  expect(bySubject.reply?.entries).toHaveLength(OPERATOR_PAGE)
  expect((await site.call(listAudit, { query: { subject: 'none' } }, owner)).reply?.entries).toEqual([])
})

test('the id of a member finds what was about its cases and orders, and the lists that showed it', async () => {
  const { context } = site
  const owner = await buildOperator(context)
  const [member, other] = [await buildMember(context, { photos: ['public'] }), await buildMember(context)]
  const orderId = await buildPaidOrder(context, member)
  const { reference } = await context.transaction((tx) =>
    openCase(context, tx, { kind: 'report', subjectId: member.userId, siteId: 1, reason: 'scam', source: 'own' }),
  )
  const acts: Omit<Act, 'operator'>[] = [
    { act: 'member_seen', subject: { kind: 'member', id: member.userId } },
    { act: 'case_seen', subject: { kind: 'case', id: reference } },
    { act: 'order_seen', subject: { kind: 'order', id: orderId } },
    { act: 'photo_approved', subject: { kind: 'photo', id: member.photoIds[0] ?? '' } },
    { act: 'photos_seen', members: [other.userId, member.userId, member.userId], details: { photos: 3 } },
    // Of someone who is erased, whose number is the beginning of the member’s.
    { act: 'selfies_seen', members: [Math.floor(member.userId / 10)] },
    { act: 'member_seen', subject: { kind: 'member', id: other.userId } },
  ]
  for (const act of acts) await recordAct(context.db, { operator: owner, ...act })
  const search = async (query: InputOf<typeof listAudit>['query']) =>
    (await site.call(listAudit, { query: { actor: owner.operatorId, ...query } }, owner)).reply?.entries ?? []
  const about = await search({ subject: member.profileId })
  expect(about.map(({ act }) => act)).toEqual([
    'photos_seen',
    'photo_approved',
    'order_seen',
    'case_seen',
    'member_seen',
  ])
  expect(about[0]?.details).toEqual({ photos: 3, members: `${other.profileId} ${member.profileId}` })
  const ofCases = await search({ subject: member.profileId, subjectKind: 'case' })
  expect(ofCases.map(({ act }) => act)).toEqual(['case_seen'])
  expect((await search({ subject: reference })).map(({ act }) => act)).toEqual(['case_seen'])
  expect((await search({ subject: other.profileId })).map(({ act }) => act)).toEqual(['member_seen', 'photos_seen'])
  expect((await search({ act: 'selfies_seen' }))[0]?.details).toEqual({ members: 'erased' })
})

test('the database rejects changing or removing an entry', async () => {
  const { db } = site.context
  await recordAct(db, { operator: null, act: 'owner_created' })
  await expect(db.updateTable('auditLog').set({ act: 'x' }).execute()).rejects.toThrow('cannot be changed')
  await expect(db.deleteFrom('auditLog').execute()).rejects.toThrow('cannot be changed')
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('cannot be changed')
})

test('entries that are written at the same time form one chain', async () => {
  const { context } = site
  const owner = await buildOperator(context)
  await Promise.all(
    Array.from({ length: 20 }, (_, count) =>
      context.transaction((tx) => recordAct(tx, { operator: owner, act: 'logged_in', details: { count } })),
    ),
  )
  const { reply } = await site.call(verifyAudit, {}, owner)
  expect(reply?.brokenAt).toBeNull()
  expect(reply?.entries).toBeGreaterThanOrEqual(20)
})

test.each([
  ['changed', sql`update audit_log set details = '{"changed": true}' where id = 3`],
  ['removed', sql`delete from audit_log where id = 3`],
])('the check finds an entry that was %s without the triggers', async (what, statement) => {
  const own = await startTestApp()
  const { db } = own.context
  const owner = await buildOperator(own.context)
  for (let count = 0; count < 5; count += 1) await recordAct(db, { operator: owner, act: 'logged_in' })
  await sql`alter table audit_log disable trigger user`.execute(db)
  await statement.execute(db)
  const { reply } = await own.call(verifyAudit, {}, owner)
  expect(reply?.brokenAt).toBe(what === 'changed' ? 3 : 4)
  await own.close()
})

test('the log is a file, as CSV or JSON, whose download is recorded', async () => {
  const owner = await buildOperator(site.context)
  const subject = { kind: 'code', id: '=cmd|x' } as const
  await recordAct(site.context.db, { operator: owner, act: 'logged_in', subject })
  const file = async (format: 'csv' | 'json') =>
    site.app.inject(await encodeCall(exportAudit, { query: { format, actor: owner.operatorId } }, owner))
  const csv = await file('csv')
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  expect(csv.body).toContain(`"'=cmd|x"`)
  const lines = (await file('json')).body.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).act)).toEqual(['audit_exported', 'audit_exported', 'logged_in'])
})

test('the file of the whole log can be checked without the server', async () => {
  const owner = await buildOperator(site.context)
  await recordAct(site.context.db, { operator: owner, act: 'logged_in', details: { reason: 'Ça “va”\n=1' } })
  const { body } = await site.app.inject(await encodeCall(exportAudit, { query: { format: 'json' } }, owner))
  const entries = body
    .trimEnd()
    .split('\n')
    .map((line): { id: number; content: string; hash: string } => JSON.parse(line))
    .toReversed()
  let previous = Buffer.alloc(0)
  for (const [index, { id, content, hash }] of entries.entries()) {
    expect(id).toBe(index + 1)
    previous = createHash('sha256').update(previous).update(content).digest()
    expect(previous.toString('hex')).toBe(hash)
  }
  expect(entries.at(-2)?.content).toContain('Ça “va”')
})
