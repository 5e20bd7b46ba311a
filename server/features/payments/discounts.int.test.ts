import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as discounts from '#contract/credits/calls.ts'
import { DISCOUNT_HOLD_MS, STAY_DISCOUNT_MS, TIME_BONUS_MS } from '#contract/limits.ts'
import * as payments from '#contract/payments/calls.ts'
import type { BundleId } from '#contract/payments/schemas.ts'
import { AppError } from '#server/platform/errors.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { reportPayment, settleAtSandbox } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'
import type { PaymentStatus } from './providers/provider.ts'

/** Price of p1 in the Netherlands, and with the 25% of the company, in minor units. */
const FULL = 3499
const LOWERED = 2624

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())
afterEach(() => vi.restoreAllMocks())

/** Builds a member without the time bonus, which would be another code. */
const build = (options: Parameters<typeof buildMember>[1] = {}) =>
  buildMember(site.context, { signedUpMsAgo: TIME_BONUS_MS, ...options })
const accept = (member: Member) => site.call(discounts.acceptStayOffer, {}, member)
const offerTo = (member: Member) => site.call(discounts.getStayOffer, {}, member)
const find = (member: Member | undefined, query: { code?: string; welcome?: 'true' }) =>
  site.call(payments.getDiscountCode, { query }, { ...member, headers: randomAddress() })

async function buildOwner() {
  const member = await build()
  await accept(member)
  return member
}

function order(member: Member, options: { code?: string | null; clientId?: string; bundle?: BundleId } = {}) {
  const body = { clientId: randomUUID(), bundle: 'p1', method: 'ideal', code: 'STAY', ...options } as const
  // Each from another address, because orders are limited per address.
  return site.call(payments.createOrder, { body }, { ...member, headers: randomAddress() })
}

/** Reports the end of an order's payment as the provider does. */
async function end(answer: Awaited<ReturnType<typeof order>>, status: PaymentStatus) {
  expect((await reportPayment(site, refOf(answer), status)).statusCode).toBe(204)
}
const refOf = ({ reply }: Awaited<ReturnType<typeof order>>) => reply?.checkoutUrl.split('/').at(-1) ?? ''

async function expire({ userId }: Member) {
  const expiresAt = site.clock.now()
  await site.context.db.updateTable('discountCodes').set({ expiresAt }).where('userId', '=', userId).execute()
}

const rejected = (code: string) => ({ error: { code } })

describe('the discount for members who stay', () => {
  test('is that of the company, and becomes a code once it is taken', async () => {
    const ana = await build()
    expect((await offerTo(ana)).reply).toEqual({ percentage: 25, discount: null })
    const { reply } = await accept(ana)
    const expiresAt = new Date(site.clock.now().getTime() + STAY_DISCOUNT_MS).toISOString()
    const discount = { code: 'STAY', percentage: 25, minimum: null, country: null, expiresAt }
    expect(reply).toEqual({ percentage: 25, discount })
    expect((await accept(ana)).reply).toEqual(reply)
    expect((await offerTo(ana)).reply).toEqual(reply)
  })

  test('is given once: after its use and after its end there is no offer', async () => {
    const [ana, ben] = [await buildOwner(), await buildOwner()]
    await end(await order(ana), 'completed')
    expect((await accept(ana)).reply).toEqual({ percentage: null, discount: null })
    await expire(ben)
    expect((await offerTo(ben)).reply).toEqual({ percentage: null, discount: null })
    expect((await accept(ben)).reply).toEqual({ percentage: null, discount: null })
  })
})

describe('a code', () => {
  test('is found by its owner, however it is typed, with the prices that it lowers', async () => {
    const ana = await buildOwner()
    const { reply } = await find(ana, { code: ' stay ' })
    expect(reply?.discount).toMatchObject({ code: 'STAY', percentage: 25 })
    expect(reply?.prices).toContainEqual({ bundle: 'p1', amountMinor: LOWERED })
  })

  test('of another member, an unknown one and none at all are not found', async () => {
    await buildOwner()
    const ben = await build()
    expect(await find(ben, { code: 'STAY' })).toMatchObject({ status: 404, ...rejected('credits.code_not_found') })
    expect(await find(ben, { code: "' or 1=1" })).toMatchObject(rejected('credits.code_not_found'))
    expect(await find(ben, {})).toMatchObject(rejected('credits.code_not_found'))
    expect(await find(undefined, { welcome: 'true' })).toMatchObject(rejected('authentication_required'))
  })

  test('that is too long is rejected', async () => {
    expect(await find(await build(), { code: 'x'.repeat(41) })).toMatchObject({
      error: { code: 'credits.code_not_found' },
    })
  })

  test('waits for its owner; without one the answer is empty and no error', async () => {
    const [ana, ben] = [await buildOwner(), await build()]
    expect((await find(ana, { welcome: 'true' })).reply?.discount).toMatchObject({ code: 'STAY' })
    expect(await find(ben, { welcome: 'true' })).toMatchObject({ status: 200, reply: { discount: null, prices: [] } })
  })

  test('expires', async () => {
    const ana = await buildOwner()
    await expire(ana)
    expect(await find(ana, { code: 'STAY' })).toMatchObject(rejected('credits.code_expired'))
    expect(await order(ana)).toMatchObject(rejected('credits.code_expired'))
    expect((await find(ana, { welcome: 'true' })).reply?.discount).toBeNull()
  })

  test('of another country, and one for larger orders, lowers nothing', async () => {
    const { db } = site.context
    const [ana, ben] = [await buildOwner(), await buildOwner()]
    await db.updateTable('discountCodes').set({ country: 'DE' }).where('userId', '=', ana.userId).execute()
    await db
      .updateTable('discountCodes')
      .set({ minimumMinor: FULL + 1 })
      .where('userId', '=', ben.userId)
      .execute()
    expect(await order(ana)).toMatchObject(rejected('credits.code_other_country'))
    expect(await order(ben)).toMatchObject(rejected('credits.code_below_minimum'))
    expect((await order(ben, { bundle: 'p2' })).reply?.order).toMatchObject({ amountMinor: 5249 })
  })
})

describe('an order with a code', () => {
  test('costs less, and says so', async () => {
    const ana = await buildOwner()
    const { reply } = await order(ana)
    const discount = { code: 'STAY', percentage: 25, fullAmountMinor: FULL }
    expect(reply?.order).toMatchObject({ amountMinor: LOWERED, credits: 60, discount })
    const listed = await site.call(payments.listOrders, { query: {} }, ana)
    expect(listed.reply?.orders).toEqual([reply?.order])
  })

  test('uses the code up when it is paid', async () => {
    const ana = await buildOwner()
    await end(await order(ana), 'completed')
    expect(await order(ana)).toMatchObject({ status: 409, ...rejected('credits.code_used') })
    expect(await find(ana, { code: 'STAY' })).toMatchObject(rejected('credits.code_used'))
    expect((await order(ana, { code: null })).reply?.order).toMatchObject({ amountMinor: FULL, discount: null })
  })

  test('keeps the code while it is being paid; a failed payment and an hour give it back', async () => {
    const ana = await buildOwner()
    const first = await order(ana)
    expect(await order(ana)).toMatchObject(rejected('credits.code_in_payment'))
    await end(first, 'cancelled')
    expect((await order(ana)).reply?.order.amountMinor).toBe(LOWERED)
    site.clock.advance(DISCOUNT_HOLD_MS)
    expect((await order(ana)).reply?.order.amountMinor).toBe(LOWERED)
    const { reply } = await site.call(payments.listOrders, { query: {} }, ana)
    expect(reply?.orders.map(({ status }) => status)).toEqual(['pending', 'cancelled', 'cancelled'])
  })

  test('that is being paid keeps the code, however long it takes', async () => {
    const ana = await buildOwner()
    const first = await order(ana)
    await settleAtSandbox(site, refOf(first), { status: 'pending' })
    site.clock.advance(DISCOUNT_HOLD_MS)
    expect(await order(ana)).toMatchObject(rejected('credits.code_in_payment'))
    await end(first, 'failed')
    expect((await order(ana)).status).toBe(200)
  })

  test('that was paid without a word of the provider has used the code', async () => {
    const ana = await buildOwner()
    const first = await order(ana)
    await settleAtSandbox(site, refOf(first), { status: 'completed' })
    site.clock.advance(DISCOUNT_HOLD_MS)
    expect(await order(ana)).toMatchObject(rejected('credits.code_used'))
    const { reply } = await site.call(payments.listOrders, { query: {} }, ana)
    expect(reply?.orders).toMatchObject([{ status: 'completed', amountMinor: LOWERED }])
  })

  test('whose checkout did not open loses the code to the next one', async () => {
    const ana = await buildOwner()
    const clientId = randomUUID()
    const [provider] = site.context.providers
    if (!provider) throw new Error('no provider')
    vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(new AppError('payments.provider_unavailable'))
    expect((await order(ana, { clientId })).status).toBe(503)
    site.clock.advance(DISCOUNT_HOLD_MS)
    expect((await order(ana)).status).toBe(200)
    expect(await order(ana, { clientId })).toMatchObject(rejected('credits.code_in_payment'))
  })

  test('can be sent again, and twenty times at once is one order', async () => {
    const ana = await buildOwner()
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(ana, { clientId })))
    expect(new Set(answers.map(({ reply }) => reply?.order.id)).size).toBe(1)
    expect(answers[0]?.reply?.order.amountMinor).toBe(LOWERED)
  })

  test('ten different ones at once: one gets the code', async () => {
    const ana = await buildOwner()
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(ana)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { error } of answers.filter(({ status }) => status !== 200))
      expect(error?.code).toBe('credits.code_in_payment')
  })

  test('is never cheaper than the minimum of the country for its messages', async () => {
    const ana = await buildOwner()
    await site.context.db
      .updateTable('discountCodes')
      .set({ percentage: 100 })
      .where('userId', '=', ana.userId)
      .execute()
    const { minimum_message_costs: costs } = site.context.sites.of('localhost').settings
    expect((await order(ana)).reply?.order.amountMinor).toBe(30 * (costs.NL?.costs ?? 0))
  })
})

test('a code that an earlier order has used meanwhile does not open the checkout of a later one', async () => {
  const ana = await buildOwner()
  const first = await order(ana)
  site.clock.advance(DISCOUNT_HOLD_MS)
  const [provider] = site.context.providers
  if (!provider) throw new Error('no provider')
  vi.spyOn(provider, 'createCheckout').mockRejectedValueOnce(new AppError('payments.provider_unavailable'))
  const clientId = randomUUID()
  expect((await order(ana, { clientId })).status).toBe(503)
  // Paid late, after its checkout was closed.
  await end(first, 'completed')
  expect(await order(ana, { clientId })).toMatchObject(rejected('credits.code_in_payment'))
})
