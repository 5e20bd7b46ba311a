import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { likeProfile } from '#contract/likes/calls.ts'
import * as calls from '#contract/operator/overview/calls.ts'
import type { DayMoney, DayNumbers } from '#contract/operator/overview/schemas.ts'
import { DAY, HOUR, MINUTE, dayOf } from '#contract/time.ts'
import { newId } from '#server/platform/ids.ts'
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
    await returnMoney(await buildPaidOrder(site.context, man))
    await see(man)
    await countDays(site.context)
    const today = {
      day: first,
      signups: 4,
      confirmed: 3,
      active: expect.any(Number),
      likes: 3,
      matches: 1,
      conversations: 1,
      answered: 1,
      messages: 3,
      orders: 2,
      firstOrders: 1,
    }
    const money = { day: first, currency: 'EUR', revenueMinor: 6998, refundedMinor: 700, chargedBackMinor: 2799 }
    const counted = await numbersOf(first)
    expect(counted).toEqual({ numbers: today, money: [money] })
    expect(counted.numbers?.active).toBeGreaterThan(0)
    expect(await fromTables(first)).toEqual(counted.numbers)
    expect(await moneyFromTables(first)).toEqual(money)

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

  test('of a day that is over have those who were active on it, not those who came since', async () => {
    const start = site.clock.now().getTime()
    site.clock.advance(Math.ceil(start / DAY) * DAY + 3 * DAY - MINUTE - start)
    const day = dayOf(site.clock.now())
    const [stays, leaves, comes] = [
      await buildMember(site.context),
      await buildMember(site.context),
      await buildMember(site.context, { signedUpMsAgo: DAY }),
    ]
    await site.context.db
      .updateTable('profileSearch')
      .set({ lastActiveAt: new Date(0) })
      .execute()
    for (const member of [stays, leaves]) await see(member)
    await countDays(site.context)
    expect((await numbersOf(day)).numbers?.active).toBe(2)
    site.clock.advance(10 * MINUTE)
    for (const member of [stays, comes]) await see(member)
    await countDays(site.context)
    expect((await numbersOf(day)).numbers?.active).toBe(2)
    expect((await numbersOf(dayOf(site.clock.now()))).numbers?.active).toBe(2)
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

/** Makes a member seen at the present time. */
async function see({ userId }: Member) {
  const lastActiveAt = site.clock.now()
  await site.context.db.updateTable('profileSearch').set({ lastActiveAt }).where('userId', '=', userId).execute()
}

/** Gives 7 euros of an order back; the bank takes the rest. */
async function returnMoney(publicId: string) {
  const { db, clock } = site.context
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('publicId', '=', publicId)
    .executeTakeFirstOrThrow()
  const [at, none] = [clock.now(), { creditsMissing: 0, creditsTaken: 0 }]
  const refund = { orderId, amountMinor: 700, credits: 0, reason: 'operator', status: 'done' }
  await db
    .insertInto('refunds')
    .values({ id: newId(clock), ...refund, requestedAt: at, settledAt: at })
    .execute()
  await db
    .insertInto('chargebacks')
    .values({ orderId, amountMinor: 2799, createdAt: at, ...none })
    .execute()
}

const onDay = (column: string, day: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date = ${day}::date`

/** Counts the same from the tables, in another way: the one fictional profile did nothing. */
async function fromTables(day: string) {
  const { rows } = await sql<DayNumbers>`
    select ${day} as day,
      (select count(*)::int from users join profiles on user_id = users.id
        where ${onDay('users.created_at', day)} and not is_fictional) as signups,
      (select count(*)::int from users join profiles on user_id = users.id
        where ${onDay('confirmed_at', day)} and not is_fictional) as confirmed,
      (select count(*)::int from profile_search where ${onDay('last_active_at', day)} and not is_fictional) as active,
      (select count(*)::int from likes where ${onDay('given_at', day)}) as likes,
      (select count(*)::int / 2 from likes where ${onDay('given_at', day)} and received_at is not null) as matches,
      (select count(*)::int from messages where seq = 1 and ${onDay('sent_at', day)}) as conversations,
      (select count(*)::int from (
        select conversation_id from messages where ${onDay('sent_at', day)}
        group by conversation_id having count(distinct sender_id) = 2
      ) both_wrote) as answered,
      (select count(*)::int from messages where ${onDay('sent_at', day)}) as messages,
      (select count(*)::int from orders where ${onDay('completed_at', day)}) as orders,
      (select count(distinct user_id)::int from orders where ${onDay('completed_at', day)}) as first_orders
    `.execute(site.context.db)
  return rows[0]
}

async function moneyFromTables(day: string) {
  const { rows } = await sql<DayMoney>`
    select ${day} as day, 'EUR' as currency,
      (select sum(amount_minor)::int from orders where ${onDay('completed_at', day)}) as revenue_minor,
      (select sum(amount_minor)::int from refunds where ${onDay('settled_at', day)}) as refunded_minor,
      (select sum(amount_minor)::int from chargebacks where ${onDay('created_at', day)}) as charged_back_minor
    `.execute(site.context.db)
  return rows[0]
}
