import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/operator/overview/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { mondayOf } from './count-cohorts.ts'
import { countDays } from './count-days.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
  // Noon of a Wednesday, so that nothing of the set-up counts and the week goes on.
  const now = site.clock.now().getTime()
  site.clock.advance(mondayOf(new Date(now + 14 * DAY)).getTime() + 2 * DAY + 12 * HOUR - now)
})
afterAll(() => site.close())

const marketing = () => buildOperator(site.context, { role: 'marketing' })

async function sources(query: { days?: '7' | '30' | '90'; site?: number } = {}) {
  const { reply } = await site.call(calls.getSources, { query }, await marketing())
  return reply?.sources ?? []
}
async function cohorts(query: { site?: number } = {}) {
  const { reply } = await site.call(calls.getCohorts, { query }, await marketing())
  return reply?.cohorts ?? []
}

async function come({ userId }: Member, network: string | null, sub1: string | null) {
  const row = { userId, network, ref: null, sub1, sub2: 'a', sub3: null, createdAt: site.clock.now() }
  await site.context.db.insertInto('trafficSources').values(row).execute()
}

/** Makes a member seen at the present time. */
async function see({ userId }: Member) {
  await site.context.db
    .updateTable('profileSearch')
    .set({ lastActiveAt: site.clock.now() })
    .where('userId', '=', userId)
    .execute()
}

test('sign-ups, orders and revenue by campaign agree with the numbers of the day and with the tables', async () => {
  const [a, b, c, d] = await Promise.all(Array.from({ length: 4 }, () => buildMember(site.context)))
  if (!a || !b || !c || !d) throw new Error('no members')
  await come(a, 'ads', 'spring')
  await come(b, 'ads', 'spring')
  await come(c, 'ads', null)
  await come(await buildMember(site.context, { isConfirmed: false }), null, 'spring')
  await come(await buildMember(site.context, { isFictional: true }), 'ads', 'fiction')
  await buildPaidOrder(site.context, a)
  await buildPaidOrder(site.context, a)
  await buildPaidOrder(site.context, d)
  await countDays(site.context)
  const counted = await sources()
  const money = (revenueMinor: number) => [{ currency: 'EUR', revenueMinor }]
  expect(counted).toEqual([
    { network: 'ads', subId: 'spring', signups: 2, confirmed: 2, orders: 2, firstOrders: 1, money: money(6998) },
    { network: '', subId: '', signups: 1, confirmed: 1, orders: 1, firstOrders: 1, money: money(3499) },
    { network: '', subId: 'spring', signups: 1, confirmed: 0, orders: 0, firstOrders: 0, money: [] },
    { network: 'ads', subId: '', signups: 1, confirmed: 1, orders: 0, firstOrders: 0, money: [] },
  ])
  const day = site.clock.now().toISOString().slice(0, 10)
  const { reply } = await site.call(calls.getNumbers, { query: {} }, await marketing())
  const total = (name: 'signups' | 'confirmed' | 'orders' | 'firstOrders') =>
    counted.reduce((sum, each) => sum + each[name], 0)
  expect(reply?.days.find((each) => each.day === day)).toMatchObject({
    signups: total('signups'),
    confirmed: total('confirmed'),
    orders: total('orders'),
    firstOrders: total('firstOrders'),
  })
  expect(reply?.money.find((each) => each.day === day)?.revenueMinor).toBe(10_497)
  const { rows } = await sql<{ network: string; revenue: number }>`
    select t.network, sum(o.amount_minor)::int as revenue
    from orders o join traffic_sources t using (user_id) group by 1`.execute(site.context.db)
  expect(rows).toEqual([{ network: 'ads', revenue: 6998 }])
  // A past day stays as it was counted.
  site.clock.advance(DAY)
  await countDays(site.context)
  await site.context.db.deleteFrom('trafficSources').execute()
  await countDays(site.context)
  expect(await sources()).toEqual(counted)
  expect(await sources({ site: 2_000_000 })).toEqual([])
})

test('those who signed up in a week are followed for the weeks after it', async () => {
  const monday = mondayOf(site.clock.now())
  const week = (offset: number) => new Date(monday.getTime() + offset * 7 * DAY).toISOString().slice(0, 10)
  const before = (await cohorts()).find((each) => each.week === week(0))
  const [a, b] = [await buildMember(site.context), await buildMember(site.context)]
  await Promise.all([a, b].map(see))
  await countDays(site.context)
  const now = (await cohorts()).find((each) => each.week === week(0))
  expect(now?.members).toBe((before?.members ?? 0) + 2)
  expect(now?.weeks).toHaveLength(1)
  expect(now?.weeks[0]?.active).toBeGreaterThanOrEqual(2)
  expect(await cohortInWeek(week(0), week(0))).toEqual({ members: now?.members, ...now?.weeks[0] })
  // The next week one of them comes back, twice, and buys, twice.
  site.clock.advance(7 * DAY)
  await countDays(site.context)
  for (let day = 0; day < 2; day += 1) {
    await see(a)
    await buildPaidOrder(site.context, a)
    await countDays(site.context)
    expect(await cohortInWeek(week(0), week(1))).toEqual({ members: now?.members, active: 1, buyers: 1 })
    site.clock.advance(DAY)
  }
  const later = (await cohorts()).find((each) => each.week === week(0))
  expect(later).toEqual({ week: week(0), members: now?.members, weeks: [now?.weeks[0], { active: 1, buyers: 1 }] })
  // A week that nothing counted is unknown.
  site.clock.advance(14 * DAY)
  await see(a)
  await countDays(site.context)
  const last = (await cohorts()).find((each) => each.week === week(0))
  expect(last?.weeks.map(({ active }) => active)).toEqual([now?.weeks[0]?.active, 1, null, 1])
  expect(await cohorts({ site: 2_000_000 })).toEqual([])
})

/** Counts from the tables what those who signed up in one week did in another. */
async function cohortInWeek(cohort: string, week: string) {
  const isIn = (column: string, monday: string) => {
    const start = new Date(monday)
    const end = new Date(start.getTime() + 7 * DAY)
    return sql`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`
  }
  const { rows } = await sql<{ members: number; active: number; buyers: number }>`
    select count(*)::int as members,
      count(*) filter (where ${isIn('s.last_active_at', week)})::int as active,
      count(*) filter (where exists (
        select from orders o where o.user_id = u.id and ${isIn('o.completed_at', week)}
      ))::int as buyers
    from users u join profile_search s on s.user_id = u.id
    where ${isIn('u.created_at', cohort)} and not s.is_fictional`.execute(site.context.db)
  return rows[0]
}

test.each([{ days: '31' }, { site: 'x' }, { from: '2026-01-01' }])('are not given for %o', async (query) => {
  const operator = await marketing()
  expect((await site.call(calls.getSources, { query: query as never }, operator)).status).toBe(400)
  expect((await site.call(calls.getCohorts, { query }, operator)).status).toBe(400)
})

test('a week begins on Monday', () => {
  for (const day of ['2026-11-23', '2026-11-26', '2026-11-29'])
    expect(mondayOf(new Date(`${day}T23:59:59Z`)).toISOString()).toBe('2026-11-23T00:00:00.000Z')
})
