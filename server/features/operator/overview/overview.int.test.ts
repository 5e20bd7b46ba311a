import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { likeProfile } from '#contract/likes/calls.ts'
import * as calls from '#contract/operator/overview/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { chatOn } from '#tests/support/chat.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { countDays } from './count-days.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

async function numbers(query: { days?: '7' | '30' | '90'; site?: number } = {}) {
  const { reply } = await site.call(calls.getNumbers, { query }, await buildOperator(site.context))
  if (!reply) throw new Error('no numbers')
  return reply
}

async function numbersOf(day: string) {
  const { days, money } = await numbers()
  return { numbers: days.find((each) => each.day === day), money: money.filter((each) => each.day === day) }
}

const like = (from: Member, to: Member) => site.call(likeProfile, { params: { profileId: to.profileId } }, from)

describe('numbers', () => {
  test('of today and yesterday agree with the tables, and are kept when the day is over', async () => {
    // Noon of the next day, so that nothing of the set-up counts.
    const start = site.clock.now().getTime()
    site.clock.advance(Math.ceil(start / DAY) * DAY + 12 * HOUR - start)
    const first = dayOf(site.clock.now())
    const men = [await buildMember(site.context, { gender: 'male', isPremium: true, credits: 50 })]
    const women = [await buildMember(site.context, { isPremium: true, credits: 50 }), await buildMember(site.context)]
    await buildMember(site.context, { isConfirmed: false })
    await buildMember(site.context, { isFictional: true })
    const [man, woman, other] = [men[0], women[0], women[1]]
    if (!man || !woman || !other) throw new Error('no members')
    await like(man, woman)
    await like(woman, man)
    await like(man, other)
    const { send } = chatOn(site)
    await send(man, woman)
    await send(man, woman)
    await send(woman, man)
    await buildPaidOrder(site.context, man)
    await buildPaidOrder(site.context, man)
    await countDays(site.context)
    const today = {
      day: first,
      signups: 4,
      confirmed: 3,
      likes: 3,
      matches: 1,
      conversations: 1,
      answered: 1,
      messages: 3,
      orders: 2,
      firstOrders: 1,
    }
    const money = { day: first, currency: 'EUR', revenueMinor: 6998, refundedMinor: 0, chargedBackMinor: 0 }
    const counted = await numbersOf(first)
    expect(counted).toMatchObject({ numbers: today, money: [money] })
    expect(counted.numbers?.active).toBeGreaterThan(0)
    expect(await fromTables(first)).toEqual({ signups: 4, likes: 3, messages: 3, orders: 2, revenue: 6998 })

    // The next day: another order of the same member is no first one, and the day before stays as it was.
    site.clock.advance(DAY)
    const second = dayOf(site.clock.now())
    await buildPaidOrder(site.context, man)
    await send(woman, man)
    await countDays(site.context)
    expect(await numbersOf(first)).toEqual(counted)
    expect((await numbersOf(second)).numbers).toMatchObject({ signups: 0, answered: 0, orders: 1, firstOrders: 0 })
    await site.context.db.deleteFrom('creditLedger').where('userId', '=', woman.userId).execute()
    await site.context.db.deleteFrom('likes').execute()
    await countDays(site.context)
    expect(await numbersOf(first)).toEqual(counted)
  })

  test('are without what fictional profiles do, and without matches and conversations with them', async () => {
    site.clock.advance(2 * DAY)
    const today = dayOf(site.clock.now())
    const man = await buildMember(site.context, { gender: 'male', isPremium: true, credits: 50 })
    // Keys grow: one of them is the first of a pair, the other one the second.
    const fictional = [await buildMember(site.context, { isFictional: true, credits: 50 })]
    const woman = await buildMember(site.context, { isPremium: true, credits: 50 })
    fictional.push(await buildMember(site.context, { gender: 'male', isFictional: true, credits: 50 }))
    for (const [member, other] of [
      [man, fictional[0]],
      [woman, fictional[1]],
      [woman, fictional[0]],
    ] as const) {
      if (!other) throw new Error('no fictional profile')
      await like(member, other)
      await like(other, member)
      await chatOn(site).send(member, other)
      await chatOn(site).send(other, member)
    }
    await countDays(site.context)
    // Their own acts count: members pay for them.
    const { numbers: counted } = await numbersOf(today)
    expect(counted).toMatchObject({ signups: 2, likes: 3, messages: 3, matches: 0, conversations: 0, answered: 0 })
    await like(man, woman)
    await like(woman, man)
    await chatOn(site).send(man, woman)
    await countDays(site.context)
    expect((await numbersOf(today)).numbers).toMatchObject({
      likes: 5,
      messages: 4,
      matches: 1,
      conversations: 1,
      answered: 0,
    })
  })

  test('of days that no job counted are counted later, without who was active', async () => {
    site.clock.advance(3 * DAY)
    const missed = new Date(site.clock.now().getTime() - 2 * DAY)
    await buildMember(site.context, { signedUpMsAgo: 2 * DAY })
    await countDays(site.context)
    expect((await numbersOf(dayOf(missed))).numbers).toMatchObject({ signups: 1, active: null })
    const rows = await site.context.db
      .selectFrom('operatorDaily')
      .select('isFinal')
      .where('day', '=', dayOf(missed))
      .execute()
    expect(rows).toEqual([{ isFinal: true }])
  })

  test('are those of one site, or all, of as many days as were asked for', async () => {
    const { sites } = await numbers()
    const [only] = sites
    expect((await numbers({ days: '7' })).days).toHaveLength(7)
    expect((await numbers({ days: '90' })).days).toHaveLength(90)
    expect((await numbers({ site: only?.id ?? 0 })).days).toEqual((await numbers()).days)
    const none = await numbers({ site: 2_000_000 })
    expect(none.days.every(({ signups, messages }) => signups === 0 && messages === 0)).toBe(true)
    expect(none.money).toEqual([])
  })

  test('two counts at once are as one', async () => {
    await Promise.all([countDays(site.context), countDays(site.context)])
    const day = dayOf(site.clock.now())
    const before = await numbersOf(day)
    await countDays(site.context)
    expect(await numbersOf(day)).toEqual(before)
  })

  test.each([{ days: '31' }, { site: 'x' }, { from: '2026-01-01' }])('are not given for %o', async (query) => {
    const operator = await buildOperator(site.context, { role: 'marketing' })
    expect((await site.call(calls.getNumbers, { query: query as never }, operator)).status).toBe(400)
  })
})

/** Counts the same from the tables, in another way. */
async function fromTables(day: string) {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from users join profiles on user_id = users.id
        where (users.created_at at time zone 'UTC')::date = ${day}::date and not is_fictional) as signups,
      (select count(*)::int from likes where (given_at at time zone 'UTC')::date = ${day}::date) as likes,
      (select count(*)::int from messages where (sent_at at time zone 'UTC')::date = ${day}::date) as messages,
      (select count(*)::int from orders where (completed_at at time zone 'UTC')::date = ${day}::date) as orders,
      (select sum(amount_minor)::int from orders
        where (completed_at at time zone 'UTC')::date = ${day}::date) as revenue`.execute(site.context.db)
  return rows[0]
}

describe('health', () => {
  test('names what waits and what failed', async () => {
    const operator = await buildOperator(site.context, { role: 'manager' })
    const { db } = site.context
    await db
      .insertInto('checks')
      .values([
        { name: 'broken', found: 3, repaired: 1, finishedAt: site.clock.now() },
        { name: 'fine', found: 2, repaired: 2, finishedAt: site.clock.now() },
        { name: 'late', found: 0, repaired: 0, finishedAt: new Date(site.clock.now().getTime() - 3 * DAY) },
      ])
      .execute()
    const { reply } = await site.call(calls.getHealth, {}, operator)
    expect(reply).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      stuckPayments: 0,
      stuckRefunds: 0,
      failedMails: 0,
      cases: { count: 0, oldestAt: null },
    })
    expect(reply?.openIncidents).toBeGreaterThan(0)
    expect(reply?.checks.map(({ name, unrepaired, isLate }) => [name, unrepaired, isLate])).toEqual([
      ['broken', 2, false],
      ['late', 0, true],
    ])
    expect(reply?.disk.totalBytes).toBeGreaterThan(reply?.disk.freeBytes ?? 0)
  })

  test('names indices that failed, and those that foreign keys of large tables lack', async () => {
    const operator = await buildOperator(site.context, { role: 'manager' })
    const missing = async () => (await site.call(calls.getHealth, {}, operator)).reply?.missingIndexes
    expect(await missing()).toEqual([])
    const { db } = site.context
    await sql`create table sample_rows (user_id bigint references users, site_id int references sites, n int)`.execute(
      db,
    )
    await sql`create index sample_rows_by_site on sample_rows (site_id)`.execute(db)
    expect(await missing()).toEqual([])
    await sql`insert into sample_rows (n) select 1 from generate_series(1, 100000)`.execute(db)
    await sql`analyze sample_rows`.execute(db)
    expect(await missing()).toEqual(['sample_rows (user_id)'])
    await expect(sql`create unique index concurrently sample_rows_by_n on sample_rows (n)`.execute(db)).rejects.toThrow(
      /could not create unique index/,
    )
    expect(await missing()).toEqual(['sample_rows (user_id)', 'sample_rows_by_n'])
    await sql`drop table sample_rows`.execute(db)
  })
})
