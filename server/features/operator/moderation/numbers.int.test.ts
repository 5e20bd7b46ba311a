import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REMOVAL_MS } from '#contract/limits.ts'
import type { CaseKind, Decision, Violation } from '#contract/moderation/cases.ts'
import * as calls from '#contract/operator/moderation/number-calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { claimCase } from '#server/features/moderation/cases/claim-case.ts'
import { decideCase } from '#server/features/moderation/cases/decide-case.ts'
import { openCase } from '#server/features/moderation/cases/open-case.ts'
import { countDays } from '#server/features/operator/overview/count-days.ts'
import { buildMember } from '#tests/support/builders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'

let site: TestApp
let eve: BuiltOperator

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  const start = site.clock.now().getTime()
  site.clock.advance(Math.ceil(start / DAY) * DAY + HOUR - start)
  eve = await buildOperator(site.context, { role: 'moderator' })
})
afterAll(() => site.close())

const today = () => site.clock.now().toISOString().slice(0, 10)

async function open(kind: CaseKind, source: 'notice' | 'own' | 'automated', dueAt: Date | null = null) {
  const { userId } = await buildMember(site.context)
  const content = { type: 'profile_text' as const }
  const { reference } = await site.context.transaction((tx) =>
    openCase(site.context, tx, { kind, subjectId: userId, siteId: 1, reason: 'scam', source, content, dueAt }),
  )
  return reference
}

async function decide(reference: string, decision: Decision, violation: Violation | null = null) {
  await claimCase(site.context, { actorId: eve.operatorId, reference })
  const input = { clientId: randomUUID(), version: 1, decision, violation, days: null, note: 'Anna is known' }
  await decideCase(site.context, { actorId: eve.operatorId, reference, ...input })
}

/** By an operator of the moment: a session lasts hours. */
const moderator = () => buildOperator(site.context, { role: 'moderator' })
const numbers = async () => (await site.call(calls.getCaseNumbers, { query: {} }, await moderator())).reply

test('times and decisions of cases agree with the tables, and are a file without personal data', async () => {
  const first = today()
  const [one, two, signal] = [
    await open('report', 'notice'),
    await open('report', 'notice'),
    await open('signal', 'automated'),
  ]
  const removal = await open('removal', 'notice', new Date(site.clock.now().getTime() + REMOVAL_MS))
  await open('complaint', 'notice')
  site.clock.advance(2 * HOUR)
  await decide(one, 'warn', 'scam')
  await decide(signal, 'none')
  site.clock.advance(2 * DAY)
  await decide(two, 'remove_content', 'spam')
  await decide(removal, 'none')
  await countDays(site.context)
  const reply = await numbers()
  expect(reply?.days.find(({ day }) => day === first)).toEqual({ day: first, opened: 5, decided: 2 })
  expect(reply?.days.at(-1)).toEqual({ day: today(), opened: 0, decided: 2 })
  const long = (2 * DAY + 2 * HOUR) / 1000
  expect(reply?.kinds).toEqual([
    { kind: 'complaint', opened: 1, decided: 0, meanSeconds: null, longestSeconds: null, withinDay: 0, late: 0 },
    { kind: 'removal', opened: 1, decided: 1, meanSeconds: long, longestSeconds: long, withinDay: 0, late: 1 },
    {
      kind: 'report',
      opened: 2,
      decided: 2,
      meanSeconds: (long + 7200) / 2,
      longestSeconds: long,
      withinDay: 1,
      late: 0,
    },
    { kind: 'signal', opened: 1, decided: 1, meanSeconds: 7200, longestSeconds: 7200, withinDay: 1, late: 0 },
  ])
  const content = 'profile_text'
  expect(reply?.decisions).toEqual([
    { kind: 'removal', source: 'notice', decision: 'none', violation: null, content, count: 1 },
    { kind: 'report', source: 'notice', decision: 'remove_content', violation: 'spam', content, count: 1 },
    { kind: 'report', source: 'notice', decision: 'warn', violation: 'scam', content, count: 1 },
    { kind: 'signal', source: 'automated', decision: 'none', violation: null, content, count: 1 },
  ])
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from moderation_cases where decided_at is not null`.execute(site.context.db)
  expect(reply?.decisions.reduce((sum, { count }) => sum + count, 0)).toBe(rows[0]?.n)

  const file = async (query: string) => {
    const url = `/api/operator/transparency/file?${query}`
    const { cookie } = await moderator()
    return site.app.inject({ url, headers: { cookie } })
  }
  const csv = (await file(`from=${first}&to=${today()}`)).body
  expect(csv.trim().split('\r\n')).toEqual(
    expect.arrayContaining([
      'received,report,,,,,2',
      'late,removal,,,,,1',
      'mean_seconds,complaint,,,,,',
      'decision,report,notice,warn,scam,profile_text,1',
    ]),
  )
  expect(csv).not.toContain('Anna')
  expect((await file(`from=${today()}&to=${first}`)).json().error.code).toBe('operator.days_invalid')
  expect((await file('from=2024-01-01&to=2026-01-01')).json().error.code).toBe('operator.days_invalid')
  expect((await file('from=yesterday&to=today')).statusCode).toBe(400)
  const acts = site.context.db.selectFrom('auditLog').select('details').where('act', '=', 'transparency_exported')
  expect((await acts.execute()).map(({ details }) => details)).toContainEqual({ from: first, to: today() })
})

test('past days stay as they were counted', async () => {
  const before = await numbers()
  site.clock.advance(DAY)
  await countDays(site.context)
  await sql`update moderation_cases set opened_at = opened_at - interval '100 days'`.execute(site.context.db)
  await countDays(site.context)
  expect((await numbers())?.kinds).toEqual(before?.kinds)
})
