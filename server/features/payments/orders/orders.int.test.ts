import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import * as contract from '#contract/payments/calls.ts'
import type * as schemas from '#contract/payments/schemas.ts'
import { createCursors } from '#server/platform/http/cursors.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { productionEnvironment } from '#tests/support/programs/production.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/payments.ts'
import { randomAddress } from '#tests/support/audits/site-calls.ts'

const unknownId = 'bcdfghjkmnpqrs'
let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { TRUST_PROXY: 'true' } })
})
afterAll(() => site.close())

const build = (options: Parameters<typeof buildMember>[1] = {}) => buildMember(site.context, options)
const bundles = (member?: Member) => site.call(contract.getBundles, { query: {} }, member)
const find = (member: Member, orderId: string) => site.call(contract.getOrder, { params: { orderId } }, member)

/** The member from another network address each time: there is a limit for one. */
const from = (member: Member) => ({ ...member, headers: randomAddress() })

function order(member: Member, options: Partial<Parameters<typeof body>[0]> = {}) {
  return site.call(contract.createOrder, { body: body(options) }, from(member))
}

function body(options: { clientId?: string; bundle?: schemas.BundleId; method?: schemas.PaymentMethod }) {
  return { clientId: randomUUID(), bundle: 'p1' as const, method: 'ideal' as const, ...options }
}

describe('bundles', () => {
  test('have the prices, methods and VAT of the member’s country', async () => {
    const { reply } = await bundles(await build())
    expect(reply).toMatchObject({
      vatPercent: 21,
      methods: expect.arrayContaining(['ideal', 'creditcard', 'paypal', 'sdd']),
      providers: { ideal: 'sandbox', creditcard: 'sandbox' },
    })
    expect(Object.keys(reply?.providers ?? {})).toEqual(reply?.methods)
    expect(reply?.bundles).toEqual([
      { id: 'p0', credits: 20, messages: 10, amountMinor: 1499, currency: 'EUR', isBest: false },
      { id: 'p1', credits: 60, messages: 30, amountMinor: 3499, currency: 'EUR', isBest: false },
      { id: 'p2', credits: 150, messages: 75, amountMinor: 6999, currency: 'EUR', isBest: false },
      { id: 'p3', credits: 400, messages: 200, amountMinor: 14_999, currency: 'EUR', isBest: true },
    ])
    const polish = await bundles(await build({ country: 'PL' }))
    expect(polish.reply?.methods).toContain('blik')
    expect(polish.reply?.bundles[0]).toMatchObject({ amountMinor: 5900, currency: 'PLN' })
  })

  test('are shown to visitors', async () => {
    const { status, reply } = await bundles()
    expect(status).toBe(200)
    expect(reply?.bundles).toHaveLength(4)
  })
})

describe('an order', () => {
  test('is pending and opens a checkout', async () => {
    const ana = await build()
    const { status, reply } = await order(ana)
    expect(status).toBe(200)
    expect(reply).toEqual({
      order: {
        id: expect.stringMatching(/^\w{14}$/),
        status: 'pending',
        bundle: 'p1',
        credits: 60,
        amountMinor: 3499,
        currency: 'EUR',
        method: 'ideal',
        isStored: false,
        checkoutUrl: reply?.checkoutUrl,
        discount: null,
        receipts: [],
        createdAt: site.clock.now().toISOString(),
        completedAt: null,
      },
      checkoutUrl: expect.stringMatching(/^\/sandbox\/checkout\/\w{14}$/),
    })
    expect((await find(ana, reply?.order.id ?? '')).reply).toEqual({ order: reply?.order })
  })

  test('reveals nothing about the member to the provider', async () => {
    const ana = await build()
    const { reply } = await order(ana)
    const payment = await site.context.db
      .selectFrom('sandboxPayments')
      .selectAll()
      .where('reference', '=', reply?.order.id ?? '')
      .executeTakeFirstOrThrow()
    const sent = JSON.stringify(payment)
    for (const secret of [ana.email, ana.name, ana.profileId, `${ana.userId}`]) expect(sent).not.toContain(secret)
  })

  test('repeated is the same order, also many times concurrently', async () => {
    const ana = await build()
    const clientId = randomUUID()
    const replies = await Promise.all(Array.from({ length: 8 }, () => order(ana, { clientId })))
    const first = replies[0]?.reply
    expect(first).not.toBeNull()
    for (const { reply } of replies) expect(reply).toEqual(first)
    expect((await site.call(contract.listOrders, { query: {} }, ana)).reply?.orders).toHaveLength(1)
    const payments = await site.context.db
      .selectFrom('sandboxPayments')
      .select('ref')
      .where('reference', '=', first?.order.id ?? '')
      .execute()
    expect(payments).toHaveLength(1)
    // Another purchase under the same client id is a mistake of the caller.
    expect((await order(ana, { clientId, bundle: 'p3' })).error?.code).toBe('request.invalid')
  })

  test('from another member with the same client id is another order', async () => {
    const clientId = randomUUID()
    const [first, second] = [await order(await build(), { clientId }), await order(await build(), { clientId })]
    expect(first.reply?.order.id).not.toBe(second.reply?.order.id)
  })

  test('with a method that the country does not offer is rejected at its field', async () => {
    const { status, error } = await order(await build(), { method: 'blik' })
    expect({ status, code: error?.code }).toEqual({ status: 422, code: 'payments.method_unknown' })
    expect(error?.fields?.['method']?.code).toBe('payments.method_unknown')
  })

  test.each<[string, object]>([
    ['a price', { amountMinor: 1 }],
    ['credits', { credits: 1_000_000 }],
    ['a percentage', { percentage: 100 }],
    ['a currency', { currency: 'PLN' }],
    ['a payment of the provider', { providerRef: 'another' }],
    ['a state', { status: 'completed' }],
    ['an unknown bundle', { bundle: 'p9' }],
    ['a negative bundle', { bundle: -1 }],
    ['a fraction of a bundle', { bundle: 1.5 }],
    ['a huge bundle', { bundle: 1e308 }],
    ['a bundle of its own', { bundle: { id: 'p1', credits: 1000, amountMinor: 1 } }],
    ['many bundles', { bundle: ['p0', 'p3'] }],
    ['an unknown method', { method: 'free' }],
    ['an unknown country', { country: 'XX' }],
    ['a code that is a number', { code: 100 }],
    ['a client id that is none', { clientId: '1' }],
  ])('that names %s is rejected, and nothing is ordered', async (_, change) => {
    const ana = await build()
    const answer = await site.call(contract.createOrder, { body: { ...body({}), ...change } }, from(ana))
    expect([answer.status, answer.error?.code]).toEqual([400, 'request.invalid'])
    expect((await site.call(contract.listOrders, { query: {} }, ana)).reply?.orders).toEqual([])
  })

  test('needs a log-in', async () => {
    const rejected = { status: 403, error: { code: 'authentication_required' } }
    expect(await site.call(contract.createOrder, { body: body({}) })).toMatchObject(rejected)
    expect(await site.call(contract.getOrder, { params: { orderId: unknownId } })).toMatchObject(rejected)
    expect(await site.call(contract.listOrders, { query: {} })).toMatchObject(rejected)
  })

  test('is not found by other members', async () => {
    const [ana, ben] = [await build(), await build()]
    const { orderId } = await buildOrder(site, ana)
    expect(await find(ben, orderId)).toMatchObject({ status: 404, error: { code: 'payments.order_not_found' } })
    expect(await find(ben, unknownId)).toMatchObject({ status: 404, error: { code: 'payments.order_not_found' } })
    expect((await site.call(contract.listOrders, { query: {} }, ben)).reply).toEqual({ orders: [], next: null })
  })

  test('is listed before older ones', async () => {
    const ana = await build()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.unshift((await buildOrder(site, ana)).orderId)
    const { reply } = await site.call(contract.listOrders, { query: {} }, ana)
    expect(reply?.orders.map(({ id }) => id)).toEqual(ids)
  })

  test('is on one page of the list only, however many orders share an instant', async () => {
    const ana = await build()
    const ids: string[] = []
    for (let n = 0; n < ORDERS_PAGE_SIZE + 2; n += 1) ids.unshift((await buildOrder(site, ana)).orderId)
    const first = await site.call(contract.listOrders, { query: {} }, ana)
    const second = await site.call(contract.listOrders, { query: { after: first.reply?.next ?? '' } }, ana)
    expect(first.reply?.orders).toHaveLength(ORDERS_PAGE_SIZE)
    expect([...(first.reply?.orders ?? []), ...(second.reply?.orders ?? [])].map(({ id }) => id)).toEqual(ids)
    expect(second.reply?.next).toBeNull()
    // A cursor leads into the list of its caller, also when it was made for another member.
    const ben = await build()
    const foreign = await site.call(contract.listOrders, { query: { after: first.reply?.next ?? '' } }, ben)
    expect(foreign.reply).toEqual({ orders: [], next: null })
  })

  test('is not found by the cursor of another list', async () => {
    const { secret } = site.context.config
    const after = createCursors({ secret }, 'blocks').seal({ at: site.clock.now(), id: 1 })
    const answer = await site.call(contract.listOrders, { query: { after } }, await build())
    expect([answer.status, answer.error?.code]).toEqual([400, 'request.invalid'])
  })
})

describe('in production, without a provider', () => {
  test('nothing is sold and there is no sandbox', async () => {
    const production = await startTestApp({ environment: { ...productionEnvironment, LOG_LEVEL: 'silent' } })
    try {
      const ana = await buildMember(production.context)
      const { reply } = await production.call(contract.getBundles, { query: {} }, ana)
      expect([reply?.methods, reply?.providers]).toEqual([[], {}])
      const rejected = await production.call(contract.createOrder, { body: body({}) }, ana)
      expect(rejected).toMatchObject({ status: 503, error: { code: 'payments.provider_unavailable' } })
      for (const url of [`/sandbox/checkout/${unknownId}`, '/api/payments/webhooks/sandbox']) {
        const method = url.startsWith('/api') ? 'POST' : 'GET'
        expect((await production.app.inject({ method, url })).statusCode).toBe(404)
      }
    } finally {
      await production.close()
    }
  })
})
