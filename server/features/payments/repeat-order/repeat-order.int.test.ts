import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { CHARGE_WITHIN_MS } from '#contract/limits.ts'
import { createOrder, getOrder, listOrders, setSpendingLimit } from '#contract/payments/calls.ts'
import type { BundleId, PaymentMethod } from '#contract/payments/schemas.ts'
import * as contract from '#contract/payments/calls.ts'
import { accountErased } from '#server/features/accounts/events.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { sendEvent } from '#tests/support/payments.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({
    environment: { LOG_LEVEL: 'silent', TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '100000' },
  })
})
afterAll(() => site.close())

let callers = 0
/** The member from a network address of their own: there is a limit for one. */
const from = (member: Member) => ({ ...member, headers: { 'x-forwarded-for': `10.0.0.${(callers += 1)}` } })

/** Buys p1 at the sandbox, and stores the method. */
async function buildBuyer({ method = 'visa', storesMethod = true, isDeclined = false }: Purchase = {}) {
  const member = await buildMember(site.context)
  await buy(member, { method, storesMethod, isDeclined })
  return member
}
interface Purchase {
  method?: PaymentMethod
  storesMethod?: boolean
  isDeclined?: boolean
}

async function buy(member: Member, { method = 'visa', storesMethod = true, isDeclined = false }: Purchase) {
  const body = { clientId: randomUUID(), bundle: 'p1' as const, method, storesMethod }
  const { reply } = await site.call(createOrder, { body }, from(member))
  const url = reply?.checkoutUrl ?? ''
  const form = { status: 'completed', webhook: 'lost', ...(isDeclined && { declined: 'on' }) }
  await site.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams(form).toString(),
  })
  await sendEvent(site, { eventId: newPublicId(), ref: url.split('/').at(-1) ?? '' })
  await site.context.jobs.runDue()
}

const find = async (member: Member) => (await site.call(contract.getRepeatOrder, {}, member)).reply
const remove = (member: Member) => site.call(contract.removeStoredMethod, {}, member)
const statusOf = async (member: Member, orderId: string) =>
  (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status
const creditsOf = async ({ userId }: Member) => (await balanceOf(site.context, userId)).credits
const methodsAtSandbox = async () =>
  (await site.context.db.selectFrom('sandboxMethods').select('token').execute()).map(({ token }) => token)

interface Repeated {
  clientId?: string
  bundle?: BundleId
  amountMinor?: number
  code?: string
  storedMethod?: string
}

async function repeat(member: Member, options: Repeated = {}) {
  const storedMethod = options.storedMethod ?? (await find(member))?.stored?.id ?? 'none'
  const body = { clientId: randomUUID(), bundle: 'p1' as const, amountMinor: 3499, ...options, storedMethod }
  return site.call(contract.createRepeatOrder, { body }, from(member))
}

describe('the stored method', () => {
  test('is stored with consent, as a token and a masked label', async () => {
    const member = await buildBuyer()
    expect(await find(member)).toMatchObject({
      bundle: { id: 'p1', amountMinor: 3499 },
      stored: { method: 'visa', label: 'Visa •••• 4242' },
    })
  })

  test.each([
    ['without consent', { storesMethod: false }],
    ['if the provider cannot keep it', { method: 'ideal' as const }],
  ])('is not stored %s', async (_, purchase) => {
    const member = await buildBuyer(purchase)
    expect(await find(member)).toMatchObject({ bundle: { id: 'p1' }, stored: null })
    expect(await repeat(member)).toMatchObject({ status: 409, error: { code: 'payments.no_stored_method' } })
  })

  test('is replaced by a newer one, which the provider keeps alone', async () => {
    const member = await buildBuyer()
    const [earlier] = (await methodsAtSandbox()).slice(-1)
    await buy(member, { method: 'mastercard' })
    await site.context.jobs.runDue()
    expect(await find(member)).toMatchObject({ stored: { method: 'mastercard', label: 'Mastercard •••• 4242' } })
    expect(await methodsAtSandbox()).not.toContain(earlier)
  })

  test('is removed when the member wants it, here and at the provider', async () => {
    const member = await buildBuyer()
    const [token] = (await methodsAtSandbox()).slice(-1)
    for (let n = 0; n < 2; n += 1) expect((await remove(member)).status).toBe(200)
    expect(await find(member)).toMatchObject({ stored: null })
    await site.context.jobs.runDue()
    expect(await methodsAtSandbox()).not.toContain(token)
  })

  test('of an account that is erased is gone, here and at the provider', async () => {
    const member = await buildBuyer()
    const [token] = (await methodsAtSandbox()).slice(-1)
    const { context } = site
    await context.transaction((tx) => emit(tx, accountErased, { userId: member.userId }))
    await context.jobs.runDue()
    expect(await methodsAtSandbox()).not.toContain(token)
    const rows = await context.db
      .selectFrom('storedMethods')
      .select('token')
      .where('userId', '=', member.userId)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('a repeat order', () => {
  test('is paid with the stored method, without a checkout', async () => {
    const member = await buildBuyer()
    const { status, reply } = await repeat(member)
    expect({ status, order: reply?.order }).toMatchObject({
      status: 200,
      order: { status: 'pending', bundle: 'p1', amountMinor: 3499, method: 'visa', isStored: true },
    })
    await site.context.jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('completed')
    expect(await creditsOf(member)).toBe(120)
  })

  test('pressed many times, also in two tabs, is one payment', async () => {
    const member = await buildBuyer()
    const clientId = randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => repeat(member, { clientId })),
      ...Array.from({ length: 5 }, () => repeat(member)),
    ])
    expect(new Set(answers.map(({ reply }) => reply?.order.id)).size).toBe(1)
    await site.context.jobs.runDue()
    expect(await creditsOf(member)).toBe(120)
    // The same request later is still the same order; a new one is another.
    const again = await repeat(member, { clientId: answers[0]?.reply ? clientId : randomUUID() })
    expect(again.status).toBe(200)
    expect((await site.call(listOrders, { query: {} }, member)).reply?.orders.length).toBeLessThanOrEqual(3)
  })

  test('stays within the spending limit; pressing twice is not counted twice', async () => {
    const member = await buildBuyer()
    await site.call(setSpendingLimit, { body: { amountMinor: 7000 } }, member)
    const [first, second] = await Promise.all([repeat(member), repeat(member)])
    expect(first.status).toBe(200)
    expect(second.reply?.order.id).toBe(first.reply?.order.id)
    await site.context.jobs.runDue()
    expect(await repeat(member)).toMatchObject({ status: 403, error: { code: 'payments.spending_limit' } })
    await site.context.jobs.runDue()
    expect(await creditsOf(member)).toBe(120)
  })

  test('and an order at the checkout at once do not exceed the spending limit together', async () => {
    const member = await buildBuyer()
    await site.call(setSpendingLimit, { body: { amountMinor: 7000 } }, member)
    const body = { clientId: randomUUID(), bundle: 'p1' as const, method: 'visa' as const }
    const answers = await Promise.all([repeat(member), site.call(createOrder, { body }, from(member))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('has no checkout, also when its id is sent as that of one: its payment stays known', async () => {
    const member = await buildBuyer()
    const clientId = randomUUID()
    const { reply } = await repeat(member, { clientId })
    await site.context.jobs.runDue()
    const paymentOf = () =>
      site.context.db
        .selectFrom('orders')
        .select(['providerRef', 'nextCheckAt'])
        .where('publicId', '=', reply?.order.id ?? '')
        .executeTakeFirst()
    const before = await paymentOf()
    const body = { clientId, bundle: 'p1' as const, method: 'visa' as const }
    expect(await site.call(createOrder, { body }, from(member))).toMatchObject({
      status: 400,
      error: { code: 'request.invalid' },
    })
    expect(await paymentOf()).toEqual(before)
  })

  test('that is declined fails, gives nothing and leaves the method for a retry', async () => {
    const member = await buildBuyer({ isDeclined: true })
    const { reply } = await repeat(member)
    await site.context.jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('failed')
    expect(await creditsOf(member)).toBe(60)
    expect((await repeat(member)).status).toBe(200)
  })

  test('is charged in time or not at all', async () => {
    const member = await buildBuyer()
    const { reply } = await repeat(member)
    site.clock.advance(CHARGE_WITHIN_MS)
    await site.context.jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('failed')
    expect(await creditsOf(member)).toBe(60)
  })

  test('whose method is removed before it is charged fails', async () => {
    const member = await buildBuyer()
    const { reply } = await repeat(member)
    await remove(member)
    await site.context.jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('failed')
    expect(await creditsOf(member)).toBe(60)
  })

  test.each([
    ['another price than was shown', { amountMinor: 1 }, 409, 'payments.price_changed'],
    ['the price of another bundle', { bundle: 'p3' as const }, 409, 'payments.price_changed'],
    ['a negative price', { amountMinor: -3499 }, 400, 'request.invalid'],
    ['a fraction', { amountMinor: 34.99 }, 400, 'request.invalid'],
    ['no bundle', { bundle: 'p9' as never }, 400, 'request.invalid'],
  ])('with %s is rejected, and nothing is charged', async (_, options, status, code) => {
    const member = await buildBuyer()
    const answer = await repeat(member, options)
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code })
    await site.context.jobs.runDue()
    expect(await creditsOf(member)).toBe(60)
  })

  test('of a member who has bought nothing has nothing to repeat', async () => {
    const member = await buildMember(site.context)
    expect(await find(member)).toMatchObject({ bundle: null, stored: null })
    expect(await repeat(member)).toMatchObject({ status: 409, error: { code: 'payments.no_stored_method' } })
  })

  test('charges the method that was shown, not the one that has taken its place', async () => {
    const member = await buildBuyer()
    const earlier = (await find(member))?.stored?.id ?? ''
    await buy(member, { method: 'mastercard' })
    const changed = { status: 409, error: { code: 'payments.method_changed' } }
    expect(await repeat(member, { storedMethod: earlier })).toMatchObject(changed)
    // It is replaced after the order and before the charge.
    const { reply } = await repeat(member)
    const { db, jobs } = site.context
    await db.updateTable('storedMethods').set({ id: 'another' }).where('userId', '=', member.userId).execute()
    await jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('failed')
    expect(await creditsOf(member)).toBe(120)
  })

  test('that no job charges fails when it is too late', async () => {
    const member = await buildBuyer()
    const { reply } = await repeat(member)
    const { db, jobs } = site.context
    // The queue has given the job up.
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    site.clock.advance(CHARGE_WITHIN_MS)
    await jobs.enqueue(db, checkOrders, {})
    await jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('failed')
    expect((await repeat(member)).status).toBe(200)
  })

  test('needs a log-in, and uses the method of its own member', async () => {
    const [owner, other] = [await buildBuyer(), await buildMember(site.context)]
    const storedMethod = (await find(owner))?.stored?.id ?? ''
    const body = { clientId: randomUUID(), storedMethod, bundle: 'p1' as const, amountMinor: 3499 }
    expect((await site.call(contract.createRepeatOrder, { body })).status).toBe(403)
    expect((await repeat(other)).error?.code).toBe('payments.no_stored_method')
    expect((await remove(other)).status).toBe(200)
    expect((await find(owner))?.stored).not.toBeNull()
  })
})

describe('a discount code on a repeat order', () => {
  /** p1 with the 25% of the code for those who stay. */
  const LOWERED = 2624
  const withCode = { code: 'STAY', amountMinor: LOWERED }

  async function buildOwner({ isDeclined = false } = {}) {
    const member = await buildBuyer({ isDeclined })
    await site.call(acceptStayOffer, {}, member)
    return member
  }
  const usesOf = (member: Member) =>
    site.context.db
      .selectFrom('discountCodes')
      .select(['usedAt', 'heldAt'])
      .where('userId', '=', member.userId)
      .execute()

  test('lowers what is charged, once', async () => {
    const member = await buildOwner()
    const { reply } = await repeat(member, withCode)
    const discount = { code: 'STAY', percentage: 25, fullAmountMinor: 3499 }
    expect(reply?.order).toMatchObject({ amountMinor: LOWERED, credits: 60, discount })
    await site.context.jobs.runDue()
    expect(await statusOf(member, reply?.order.id ?? '')).toBe('completed')
    expect(await usesOf(member)).toMatchObject([{ usedAt: site.clock.now() }])
    expect(await repeat(member, withCode)).toMatchObject({ status: 409, error: { code: 'credits.code_used' } })
    await site.context.jobs.runDue()
    expect(await creditsOf(member)).toBe(120)
  })

  test('is given back by a declined card', async () => {
    const member = await buildOwner({ isDeclined: true })
    await repeat(member, withCode)
    await site.context.jobs.runDue()
    expect(await usesOf(member)).toEqual([{ usedAt: null, heldAt: null }])
    expect((await repeat(member, withCode)).status).toBe(200)
  })

  test('cannot be used by two orders at once, whichever way they are paid', async () => {
    const member = await buildOwner()
    const body = { clientId: randomUUID(), bundle: 'p1' as const, method: 'visa' as const, code: 'STAY' }
    const answers = await Promise.all([repeat(member, withCode), site.call(createOrder, { body }, from(member))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.map(({ error }) => error?.code)).toContain('credits.code_in_payment')
  })

  test.each([
    ['with the full price', { code: 'STAY' }, 409, 'payments.price_changed'],
    ['with a lower price than it gives', { code: 'STAY', amountMinor: LOWERED - 1 }, 409, 'payments.price_changed'],
    ['of a member who has none', { code: 'OTHER', amountMinor: LOWERED }, 404, 'credits.code_not_found'],
    ['left out, with its price', { amountMinor: LOWERED }, 409, 'payments.price_changed'],
  ])('%s is rejected, and neither charged nor used', async (_, options, status, code) => {
    const member = await buildOwner()
    const answer = await repeat(member, options)
    expect({ status: answer.status, code: answer.error?.code }).toEqual({ status, code })
    await site.context.jobs.runDue()
    expect(await creditsOf(member)).toBe(60)
    expect(await usesOf(member)).toEqual([{ usedAt: null, heldAt: null }])
  })

  test('needs its minimum and its country', async () => {
    const { db } = site.context
    const [small, abroad] = [await buildOwner(), await buildOwner()]
    await db.updateTable('discountCodes').set({ minimumMinor: 3500 }).where('userId', '=', small.userId).execute()
    await db.updateTable('discountCodes').set({ country: 'DE' }).where('userId', '=', abroad.userId).execute()
    expect((await repeat(small, withCode)).error?.code).toBe('credits.code_below_minimum')
    expect((await repeat(abroad, withCode)).error?.code).toBe('credits.code_other_country')
  })
})
