import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrder, getBundles, getOrder } from '#contract/payments.ts'
import { createRepeatOrder, getRepeatOrder, removeStoredMethod } from '#contract/repeat-order.ts'
import { withdraw } from '#contract/withdrawals.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { MOLLIE_TEST_KEY, startFakeMollie, type FakeMollie } from '#tests/support/fake-mollie.ts'
import { chargeOrder } from '../charge.ts'
import { checkOrders } from '../check-orders.ts'
import { MINUTE } from '#contract/time.ts'

let mollie: FakeMollie
let site: TestApp

beforeAll(async () => {
  mollie = await startFakeMollie()
  site = await startTestApp({
    environment: {
      PAYMENT_PROVIDER: 'mollie',
      MOLLIE_API_KEY: MOLLIE_TEST_KEY,
      PUBLIC_URL: 'https://rendezvous.example',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: 'true',
      REQUESTS_PER_MINUTE: '100000',
    },
    paymentApis: { mollie: `${mollie.url}v2/` },
  })
})
afterAll(async () => {
  await site.close()
  await mollie.close()
})
beforeEach(() => {
  mollie.fault = null
  Object.assign(mollie.state, { declines: false, rejects: false })
})

type Body = Partial<Parameters<typeof orderBody>[0]>
const orderBody = (options: {
  clientId?: string
  method?: 'ideal' | 'creditcard' | 'nexi' | 'sdd'
  storesMethod?: boolean
}) => ({ clientId: randomUUID(), bundle: 'p1' as const, method: 'ideal' as const, ...options })

let orders = 0
/** Orders from a network address of its own: there is a limit for one. */
function order(member: Member, options: Body = {}) {
  orders += 1
  const headers = { 'x-forwarded-for': `10.0.0.${orders}` }
  return site.call(createOrder, { body: orderBody(options) }, { ...member, headers })
}

async function buy(options: Body = {}) {
  const member = await buildMember(site.context)
  const { reply, error } = await order(member, options)
  if (error) throw new Error(JSON.stringify(error))
  const orderId = reply?.order.id ?? ''
  const payment = [...mollie.payments.values()].find(({ metadata }) => JSON.stringify(metadata).includes(orderId))
  if (!payment) throw new Error('no payment was opened')
  return { member, orderId, payment, checkoutUrl: reply?.checkoutUrl }
}
type Bought = Awaited<ReturnType<typeof buy>>

/** Sends the webhook of a payment, as Mollie does: to the address that the site gave, with the id and nothing else. */
function hint({ payment }: Pick<Bought, 'payment'>, { id = payment.id, address = payment.webhookUrl ?? '' } = {}) {
  const { pathname, search } = new URL(address)
  return site.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `id=${id}`,
  })
}

async function pay(bought: Bought) {
  bought.payment.status = 'paid'
  expect((await hint(bought)).statusCode).toBe(204)
}

const statusOf = async ({ member, orderId }: Bought) =>
  (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status
const creditsOf = async ({ member }: Pick<Bought, 'member'>) => (await balanceOf(site.context, member.userId)).credits

async function incidentsOf({ payment }: Bought) {
  const rows = await site.context.db
    .selectFrom('paymentIncidents')
    .select('kind')
    .where('providerRef', '=', payment.id)
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('a checkout', () => {
  test('is opened at Mollie with the amount, the method and the way back, and names no member', async () => {
    mollie.requests.length = 0
    const { member, orderId, payment, checkoutUrl } = await buy({ method: 'creditcard', storesMethod: true })
    expect(checkoutUrl).toBe(`https://www.mollie.com/checkout/${payment.id}`)
    expect(payment).toMatchObject({
      amount: { currency: 'EUR', value: '34.99' },
      method: 'creditcard',
      redirectUrl: `https://rendezvous.example/transactions/${orderId}`,
      metadata: { order: orderId },
    })
    const sent = JSON.stringify(mollie.requests)
    for (const secret of [member.email, member.name, member.profileId, `${member.userId}`]) {
      expect(sent).not.toContain(secret)
    }
  })

  test('offers the methods that Mollie has', async () => {
    const { reply } = await site.call(getBundles, { query: {} }, await buildMember(site.context, { country: 'IT' }))
    expect(reply?.methods).toContain('satispay')
    for (const missing of ['nexi', 'sdd']) expect(reply?.methods).not.toContain(missing)
    expect(reply?.storable).toEqual(['creditcard', 'visa', 'mastercard'])
    const italian = await buildMember(site.context, { country: 'IT' })
    expect((await order(italian, { method: 'nexi' })).error?.code).toBe('payments.method_unknown')
  })

  test('pressed twice while Mollie is slow is one payment', async () => {
    const member = await buildMember(site.context)
    const before = mollie.payments.size
    let release = () => {}
    mollie.fault = new Promise((resolve) => {
      release = resolve
    })
    const clientId = randomUUID()
    const both = [order(member, { clientId }), order(member, { clientId })]
    mollie.requests.length = 0
    await expect.poll(() => mollie.requests.length).toBe(2)
    release()
    const [first, second] = await Promise.all(both)
    expect(first?.reply).toEqual(second?.reply)
    expect(mollie.payments.size).toBe(before + 1)
  })

  test.each([
    ['answers with 500', 500],
    ['answers with 503', 503],
    ['rejects the key', 401],
    ['cuts the connection', 'cut'],
  ] as const)('says so when Mollie %s, and works when repeated', async (_, fault) => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    mollie.fault = fault
    expect(await order(member, { clientId })).toMatchObject({
      status: 503,
      error: { code: 'payments.provider_unavailable' },
    })
    mollie.fault = null
    expect((await order(member, { clientId })).status).toBe(200)
  })

  test('that Mollie rejects is an error at the method, and the order has failed', async () => {
    const member = await buildMember(site.context)
    mollie.state.rejects = true
    const { status, error } = await order(member)
    expect({ status, code: error?.fields?.['method']?.code }).toEqual({ status: 422, code: 'payments.method_unknown' })
    const rows = await site.context.db
      .selectFrom('orders')
      .select('status')
      .where('userId', '=', member.userId)
      .execute()
    expect(rows).toEqual([{ status: 'failed' }])
  })
})

describe('a webhook', () => {
  test.each([
    ['paid', 'completed', 60],
    ['pending', 'pending', 0],
    ['failed', 'failed', 0],
    ['canceled', 'cancelled', 0],
    ['expired', 'cancelled', 0],
  ])('of a payment that is %s makes the order %s', async (state, status, credits) => {
    const bought = await buy()
    bought.payment.status = state
    const answers = await Promise.all(Array.from({ length: 5 }, () => hint(bought)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204])
    expect(await statusOf(bought)).toBe(status)
    expect(await creditsOf(bought)).toBe(credits)
  })

  test('at an address that the site did not make is rejected', async () => {
    const [bought, other] = [await buy(), await buy()]
    bought.payment.status = 'paid'
    const address = new URL(bought.payment.webhookUrl ?? '')
    address.searchParams.set('sign', '0'.repeat(64))
    const foreign = new URL(bought.payment.webhookUrl ?? '')
    foreign.searchParams.set('order', other.orderId)
    for (const forged of [address.href, foreign.href, `${address.origin}${address.pathname}`]) {
      const answer = await hint(bought, { address: forged })
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'payments.webhook_signature'])
    }
    expect(await statusOf(bought)).toBe('pending')
  })

  test('that names no payment, or one of another order, changes nothing', async () => {
    const [bought, other] = [await buy(), await buy()]
    other.payment.status = 'paid'
    expect((await hint(bought, { id: '../customers' })).statusCode).toBe(400)
    expect((await hint(bought, { id: 'tr_unknown' })).statusCode).toBe(404)
    await hint(bought, { id: other.payment.id })
    expect(await statusOf(bought)).toBe('pending')
    expect(await creditsOf(bought)).toBe(0)
    expect(await creditsOf(other)).toBe(60)
  })

  test('of another amount or currency changes nothing and is reported', async () => {
    for (const amount of [
      { currency: 'EUR', value: '0.01' },
      { currency: 'USD', value: '34.99' },
    ]) {
      const bought = await buy()
      bought.payment.amount = amount
      await pay(bought)
      expect(await statusOf(bought)).toBe('pending')
      expect(await incidentsOf(bought)).toEqual(['mismatch'])
    }
  })

  test('is asked for later when Mollie is down, and when it was lost', async () => {
    const bought = await buy()
    bought.payment.status = 'paid'
    mollie.fault = 503
    expect((await hint(bought)).statusCode).toBe(503)
    mollie.fault = null
    site.clock.advance(MINUTE)
    await site.context.jobs.enqueue(site.context.db, checkOrders, {})
    await site.context.jobs.runDue()
    expect(await statusOf(bought)).toBe('completed')
  })

  test('brings the reference of a payment that was not stored', async () => {
    const bought = await buy()
    const lost = { providerRef: null, checkoutUrl: null }
    await site.context.db.updateTable('orders').set(lost).where('publicId', '=', bought.orderId).execute()
    await pay(bought)
    expect(await statusOf(bought)).toBe('completed')
    expect(await creditsOf(bought)).toBe(60)
  })
})

describe('money that goes back', () => {
  test('is refunded by Mollie once, and a refund that fails later is reported', async () => {
    const bought = await buy()
    await pay(bought)
    const { member, orderId, payment } = bought
    const body = { credits: 60, amountMinor: 3499 }
    expect((await site.call(withdraw, { params: { orderId }, body }, member)).status).toBe(200)
    await site.context.jobs.runDue()
    expect(payment.amountRefunded).toEqual({ currency: 'EUR', value: '34.99' })
    await hint(bought)
    expect(await incidentsOf(bought)).toEqual([])
    for (const refund of payment._embedded?.refunds ?? []) refund.status = 'failed'
    await hint(bought)
    expect(await incidentsOf(bought)).toEqual(['refund_failed'])
  })

  test('by a chargeback takes the credits back', async () => {
    const bought = await buy()
    await pay(bought)
    bought.payment.amountChargedBack = bought.payment.amount
    await hint(bought)
    expect(await statusOf(bought)).toBe('charged_back')
    expect(await creditsOf(bought)).toBe(0)
  })

  test('for an account that is gone is refunded and reported', async () => {
    const bought = await buy({ method: 'creditcard', storesMethod: true })
    await site.context.db.deleteFrom('users').where('id', '=', bought.member.userId).execute()
    await pay(bought)
    await hint(bought)
    await site.context.jobs.runDue()
    expect(bought.payment.amountRefunded?.value).toBe('34.99')
    expect(await incidentsOf(bought)).toEqual(['buyer_gone'])
    // The card that it would have stored is forgotten.
    await site.context.jobs.runDue()
    expect(mollie.customers.has(bought.payment.customerId ?? '')).toBe(false)
  })
})

describe('a stored card', () => {
  async function buyAndStore() {
    const bought = await buy({ method: 'creditcard', storesMethod: true })
    await pay(bought)
    await site.context.jobs.runDue()
    return bought
  }
  const repeat = (member: Member) =>
    site.call(createRepeatOrder, { body: { clientId: randomUUID(), bundle: 'p1', amountMinor: 3499 } }, member)

  test('is stored by Mollie, and pays the next order', async () => {
    const bought = await buyAndStore()
    const { member } = bought
    const shown = await site.call(getRepeatOrder, {}, member)
    expect(shown.reply?.stored).toEqual({ method: 'creditcard', label: 'Mastercard •••• 6787' })
    const { reply } = await repeat(member)
    await site.context.jobs.runDue()
    expect(await statusOf({ ...bought, orderId: reply?.order.id ?? '' })).toBe('completed')
    expect(await creditsOf(bought)).toBe(120)
  })

  test('is charged once, also when the process ends before the payment is stored', async () => {
    const { member } = await buyAndStore()
    const before = mollie.payments.size
    const { reply } = await repeat(member)
    const { db } = site.context
    const publicId = reply?.order.id ?? ''
    const { id } = await db.selectFrom('orders').select('id').where('publicId', '=', publicId).executeTakeFirstOrThrow()
    mollie.fault = 'cut'
    await expect(chargeOrder(site.context, id)).rejects.toThrow('payments.provider_unavailable')
    mollie.fault = null
    const ending = { ...site.context, transaction: () => Promise.reject(new Error('the process ends')) }
    await expect(chargeOrder(ending, id)).rejects.toThrow('the process ends')
    await db.updateTable('orders').set({ providerRef: null }).where('id', '=', id).execute()
    await chargeOrder(site.context, id)
    await site.context.jobs.runDue()
    expect(mollie.payments.size).toBe(before + 1)
    expect(await creditsOf({ member })).toBe(120)
  })

  test('that is declined fails the order', async () => {
    const bought = await buyAndStore()
    mollie.state.declines = true
    const { reply } = await repeat(bought.member)
    await site.context.jobs.runDue()
    expect(await statusOf({ ...bought, orderId: reply?.order.id ?? '' })).toBe('failed')
    expect(await creditsOf(bought)).toBe(60)
  })

  test('is forgotten by Mollie when the member removes it', async () => {
    const { member, payment } = await buyAndStore()
    expect((await site.call(removeStoredMethod, {}, member)).status).toBe(200)
    await site.context.jobs.runDue()
    expect(mollie.customers.has(payment.customerId ?? '')).toBe(false)
    expect(await repeat(member)).toMatchObject({ status: 409, error: { code: 'payments.no_stored_method' } })
  })
})
