import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISCOUNT_QUOTAS, TIME_BONUS_MS } from '#contract/limits.ts'
import { createOrder, getDiscountCode } from '#contract/payments/calls.ts'
import { TIME_BONUS_CODE } from '#contract/payments/time-bonus.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { reportPayment } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import type { PaymentStatus } from './providers/provider.ts'

/** Price of p1 in the Netherlands, and with the time bonus, in minor units. */
const FULL = 3499
const LOWERED = 2624

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

const build = (signedUpMsAgo: number, isPremium = false) => buildMember(site.context, { signedUpMsAgo, isPremium })
const find = (member: Member | undefined, query: { code?: string; welcome?: 'true'; network?: string }) =>
  site.call(getDiscountCode, { query }, { ...member, headers: randomAddress() })

function order(member: Member, options: { code?: string | null; clientId?: string } = {}) {
  const body = { clientId: randomUUID(), bundle: 'p1', method: 'ideal', code: TIME_BONUS_CODE, ...options } as const
  return site.call(createOrder, { body }, { ...member, headers: randomAddress() })
}

async function end(answer: Awaited<ReturnType<typeof order>>, status: PaymentStatus) {
  const ref = answer.reply?.checkoutUrl.split('/').at(-1) ?? ''
  expect((await reportPayment(site, ref, status)).statusCode).toBe(204)
}

const rejected = (code: string) => ({ reply: null, error: { code } })

describe('the time bonus', () => {
  test('waits for a free member in the first four hours, with the server’s clock and the lowered prices', async () => {
    const ana = await build(TIME_BONUS_MS - MINUTE)
    const { reply } = await find(ana, { welcome: 'true', network: 'passed on' })
    const expiresAt = new Date(site.clock.now().getTime() + MINUTE).toISOString()
    expect(reply).toMatchObject({
      discount: { code: TIME_BONUS_CODE, percentage: 25, minimum: null, country: null, expiresAt },
      now: site.clock.now().toISOString(),
    })
    expect(reply?.prices).toContainEqual({ bundle: 'p1', amountMinor: LOWERED })
    expect((await order(ana)).reply?.order).toMatchObject({ amountMinor: LOWERED, discount: { percentage: 25 } })
  })

  test('is over after exactly 14,400 seconds, whatever the client says', async () => {
    const ana = await build(14_400_000)
    expect((await find(ana, { welcome: 'true' })).reply?.discount).toBeNull()
    expect(await find(ana, { code: 'timebonus25' })).toMatchObject(rejected('credits.code_expired'))
    expect(await order(ana)).toMatchObject(rejected('credits.code_expired'))
  })

  test('is not for premium members and visitors', async () => {
    const ana = await build(0, true)
    expect((await find(ana, { welcome: 'true' })).reply?.discount).toBeNull()
    expect(await find(ana, { code: TIME_BONUS_CODE })).toMatchObject(rejected('credits.code_not_found'))
    expect(await order(ana)).toMatchObject(rejected('credits.code_not_found'))
    expect(await find(undefined, { welcome: 'true' })).toMatchObject(rejected('authentication_required'))
  })

  test('is used once: after the payment it is gone, also when the purchase was returned', async () => {
    const ana = await build(HOUR)
    await end(await order(ana), 'completed')
    await site.context.db
      .updateTable('accountBalances')
      .set({ premiumSince: null })
      .where('userId', '=', ana.userId)
      .execute()
    expect(await find(ana, { code: TIME_BONUS_CODE })).toMatchObject(rejected('credits.code_used'))
    expect(await order(ana)).toMatchObject(rejected('credits.code_used'))
    expect((await find(ana, { welcome: 'true' })).reply?.discount).toBeNull()
    expect((await order(ana, { code: null })).reply?.order.amountMinor).toBe(FULL)
  })

  test('is held by the order that was begun with it, and comes back when the payment fails, until its end', async () => {
    const ana = await build(TIME_BONUS_MS - 10 * MINUTE)
    const first = await order(ana)
    expect((await find(ana, { welcome: 'true' })).reply?.discount).toBeNull()
    expect(await order(ana)).toMatchObject(rejected('credits.code_in_payment'))
    await end(first, 'failed')
    const second = await order(ana)
    expect(second.reply?.order.amountMinor).toBe(LOWERED)
    // Begun in time, paid later: the price of the order stands.
    site.clock.advance(11 * MINUTE)
    await end(second, 'completed')
    expect(await find(ana, { code: TIME_BONUS_CODE })).toMatchObject(rejected('credits.code_used'))
  })

  test('of a member who pays the full price meanwhile is gone', async () => {
    const ana = await build(HOUR)
    await end(await order(ana), 'failed')
    await end(await order(ana, { code: null }), 'completed')
    expect(await order(ana)).toMatchObject(rejected('credits.code_not_found'))
  })

  test('of twenty orders at once is had by one, and by one order that is sent twenty times', async () => {
    const [ana, ben] = [await build(0), await build(0)]
    const different = await Promise.all(Array.from({ length: 20 }, () => order(ana)))
    expect(different.filter(({ status }) => status === 200)).toHaveLength(1)
    const clientId = randomUUID()
    const same = await Promise.all(Array.from({ length: 20 }, () => order(ben, { clientId })))
    expect(new Set(same.map(({ reply }) => reply?.order.id)).size).toBe(1)
    expect(same[0]?.reply?.order.amountMinor).toBe(LOWERED)
  })
})

test('codes can be tried a few times only, by member, while the own one is looked for at will', async () => {
  const ana = await build(0)
  const { max } = DISCOUNT_QUOTAS.perMember[0] ?? { max: 0 }
  for (let n = 0; n < max; n += 1) expect((await find(ana, { code: `GUESS${n}` })).status).toBe(404)
  expect(await find(ana, { code: TIME_BONUS_CODE })).toMatchObject({ status: 429, ...rejected('request.too_many') })
  for (let n = 0; n < max; n += 1) expect((await find(ana, { welcome: 'true' })).status).toBe(200)
})
