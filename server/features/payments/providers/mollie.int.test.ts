import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { DISCOUNT_HOLD_MS, OPEN_ORDER_DAYS } from '#contract/limits.ts'
import { closeIncident, getOrderFile, refundOrder } from '#contract/operator/money/calls.ts'
import { getBundles } from '#contract/payments/calls.ts'
import { DAY } from '#contract/time.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'
import { executeRefund } from '#server/features/payments/refunds/refunds.ts'
import { buildMember } from '#tests/support/builders.ts'
import { mollieContractFaults } from '#tests/support/fakes/mollie-contract.ts'
import { MOLLIE_TEST_KEY, startFakeMollie, type FakeMollie } from '#tests/support/fakes/fake-mollie.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { testErrors, type ErrorCase } from '#tests/support/provider-errors.ts'
import { testReports } from '#tests/support/provider-reports.ts'
import { startProviderSite, type Bought, type ProviderSite } from '#tests/support/provider-site.ts'
import { testProvider } from '#tests/support/provider-tests.ts'

let mollie: FakeMollie
let site: ProviderSite

beforeAll(async () => {
  mollie = await startFakeMollie()
  site = await startProviderSite({
    environment: { PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: MOLLIE_TEST_KEY },
    paymentApis: { mollie: `${mollie.url}v2/` },
  })
})
beforeEach(() => {
  mollie.state.declines = false
  mollie.state.cancels = true
})

function paymentOf({ orderId }: Pick<Bought, 'orderId'>) {
  const payment = [...mollie.payments.values()].find(({ metadata }) => JSON.stringify(metadata).includes(orderId))
  if (!payment) throw new Error('no payment was opened')
  return payment
}

/** Sends the webhook of a payment as Mollie does: to the site's address, with nothing but the id. */
function hint(bought: Bought, { id = paymentOf(bought).id, address = paymentOf(bought).webhookUrl ?? '' } = {}) {
  const { pathname, search } = new URL(address)
  return site.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `id=${id}`,
  })
}

const subject = () => ({
  site,
  fake: mollie,
  countPayments: () => mollie.payments.size,
  settle: (bought: Bought) => {
    paymentOf(bought).status = 'paid'
  },
  report: async (bought: Bought) => (await hint(bought)).statusCode,
  chargeBack: (bought: Bought) => {
    mollie.chargeBack(paymentOf(bought))
    return hint(bought)
  },
  refundsOf: (bought: Bought) =>
    (paymentOf(bought)._embedded?.refunds ?? []).map(({ amount }) => Math.round(Number(amount.value) * 100)),
  contractFaults: () => mollieContractFaults(mollie),
  keepsCardOf: (bought: Bought) => mollie.customers.has(paymentOf(bought).customerId ?? ''),
  isClosed: (bought: Bought) => paymentOf(bought).status === 'canceled',
  card: 'Mastercard •••• 6787',
})

const { pay, finish } = testProvider(subject)

testReports(() => ({
  ...subject(),
  expire: (bought) => mollie.expire(paymentOf(bought)),
  cancelAsBuyer: async (bought) => {
    mollie.cancelAsBuyer(paymentOf(bought))
    return (await hint(bought)).statusCode
  },
  happen: (bought, what) => {
    const payment = paymentOf(bought)
    if (what === 'payment') payment.status = 'paid'
    else if (what === 'refund') mollie.payBack(payment)
    else mollie.chargeBack(payment)
  },
  // All webhooks of a payment are the same.
  deliver: async (bought) => (await hint(bought)).statusCode,
  endRefund: async (bought, end) => {
    mollie.endRefunds(paymentOf(bought), end === 'is cancelled' ? 'canceled' : 'failed')
    return (await hint(bought)).statusCode
  },
}))

/** Statuses with which Mollie says that it will not execute a request, also not later. */
const rejecting = [400, 404, 410, 422]
const statuses = [...rejecting, 401, 403, 409, 415, 429, 500, 502, 503, 504]

testErrors(
  subject,
  statuses.map((status): ErrorCase => {
    const verdict = rejecting.includes(status) ? 'rejects' : 'postpones'
    const isUnknown = status === 404 || status === 410
    const outcome = { checkout: verdict, refund: verdict, charge: verdict, report: isUnknown ? 404 : 503 } as const
    return { name: `status ${status}`, fault: status, ...outcome }
  }),
)

describe('a checkout', () => {
  test('is opened at Mollie with the amount, the method and the way back', async () => {
    const bought = await site.buy({ method: 'creditcard', storesMethod: true })
    const payment = paymentOf(bought)
    expect(bought.checkoutUrl).toBe(`https://www.mollie.com/checkout/${payment.id}`)
    expect(payment).toMatchObject({
      amount: { currency: 'EUR', value: '34.99' },
      method: 'creditcard',
      redirectUrl: `https://rendezvous.example/transactions/${bought.orderId}`,
      metadata: { order: bought.orderId },
    })
  })

  test('offers the methods that Mollie has', async () => {
    const italian = await buildMember(site.context, { country: 'IT' })
    const { reply } = await site.call(getBundles, { query: {} }, italian)
    expect(reply?.methods).toEqual(expect.arrayContaining(['satispay', 'nexi', 'sdd']))
    expect(reply?.providers).toMatchObject({ nexi: 'mollie', sdd: 'mollie' })
    expect(reply?.storable).toEqual(['nexi', 'creditcard', 'visa', 'mastercard'])
    expect((await site.order(italian, { method: 'sofort' })).error?.code).toBe('payments.method_unknown')
  })
})

test('a payment that Mollie cannot cancel keeps its code until it ends there', async () => {
  const member = await buildMember(site.context)
  await site.call(acceptStayOffer, {}, member)
  const first = await site.order(member, { code: 'STAY' })
  mollie.state.cancels = false
  site.clock.advance(DISCOUNT_HOLD_MS)
  expect((await site.order(member, { code: 'STAY' })).error?.code).toBe('credits.code_in_payment')
  paymentOf({ orderId: first.reply?.order.id ?? '' }).status = 'expired'
  expect((await site.order(member, { code: 'STAY' })).status).toBe(200)
})

describe('a webhook', () => {
  test.each([
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'cancelled'],
    ['expired', 'cancelled'],
  ])('of a payment that is %s makes the order %s', async (state, status) => {
    const bought = await site.buy()
    paymentOf(bought).status = state
    expect((await hint(bought)).statusCode).toBe(204)
    expect(await site.statusOf(bought)).toBe(status)
    expect(await site.creditsOf(bought)).toBe(0)
  })

  test('at an address that the site did not make is rejected', async () => {
    const [bought, other] = [await site.buy(), await site.buy()]
    const payment = paymentOf(bought)
    payment.status = 'paid'
    const address = new URL(payment.webhookUrl ?? '')
    address.searchParams.set('sign', '0'.repeat(64))
    const foreign = new URL(payment.webhookUrl ?? '')
    foreign.searchParams.set('order', other.orderId)
    for (const forged of [address.href, foreign.href, `${address.origin}${address.pathname}`]) {
      const answer = await hint(bought, { address: forged })
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'payments.webhook_signature'])
    }
    expect(await site.statusOf(bought)).toBe('pending')
  })

  test('that names no payment, or one of another order, changes nothing', async () => {
    const [bought, other] = [await site.buy(), await site.buy()]
    const { id } = Object.assign(paymentOf(other), { status: 'paid' })
    expect((await hint(bought, { id: '../customers' })).statusCode).toBe(400)
    expect((await hint(bought, { id: 'tr_unknown' })).statusCode).toBe(404)
    await hint(bought, { id })
    expect(await site.statusOf(bought)).toBe('pending')
    expect(await site.creditsOf(bought)).toBe(0)
    expect(await site.creditsOf(other)).toBe(60)
  })

  test('of another amount or currency changes nothing and is reported', async () => {
    for (const amount of [
      { currency: 'EUR', value: '0.01' },
      { currency: 'USD', value: '34.99' },
    ]) {
      const bought = await site.buy()
      paymentOf(bought).amount = amount
      await pay(bought)
      expect(await site.statusOf(bought)).toBe('pending')
      expect(await site.incidentsOf(bought)).toEqual(['mismatch'])
    }
  })
})

test('money that goes back is refunded by Mollie once, and a refund that fails later is reported', async () => {
  const bought = await site.buy()
  await pay(bought)
  expect((await site.withdraw(bought)).status).toBe(200)
  await site.context.jobs.runDue()
  const payment = paymentOf(bought)
  expect(payment.amountRefunded).toEqual({ currency: 'EUR', value: '34.99' })
  await hint(bought)
  expect(await site.incidentsOf(bought)).toEqual([])
  for (const refund of payment._embedded?.refunds ?? []) refund.status = 'failed'
  await hint(bought)
  expect(await site.incidentsOf(bought)).toEqual(['refund_failed'])
})

test('a refund that fails later is reported again after an incident about another one was closed', async () => {
  const bought = await site.buy()
  await pay(bought)
  const { orderId } = bought
  const by = await buildOperator(site.context, { role: 'manager' })
  const isOpen = async () => {
    const { reply } = await site.call(getOrderFile, { params: { orderId } }, by)
    return reply?.incidents.map(({ closedAt }) => closedAt === null)
  }
  // Mollie takes a second refund of the same amount for a duplicate.
  for (const amountMinor of [500, 600]) {
    const body = { clientId: randomUUID(), amountMinor, credits: 0, reason: 'Complaint' }
    expect((await site.call(refundOrder, { params: { orderId }, body }, by)).status).toBe(204)
    await site.context.jobs.runDue()
    const refund = paymentOf(bought)._embedded?.refunds?.at(-1)
    if (!refund) throw new Error('nothing was refunded')
    refund.status = 'failed'
    await hint(bought)
    expect(await isOpen()).toEqual([true])
    const params = { orderId, kind: 'refund_failed' as const }
    expect((await site.call(closeIncident, { params, body: { reason: 'Paid by hand' } }, by)).status).toBe(204)
    // The same report again is nothing new.
    await hint(bought)
    expect(await isOpen()).toEqual([false])
  }
})

test('a refund that is cancelled at Mollie, which sends no webhook, is found and reported', async () => {
  const bought = await site.buy()
  await pay(bought)
  await site.withdraw(bought)
  await site.context.jobs.runDue()
  const [refund] = paymentOf(bought)._embedded?.refunds ?? []
  if (!refund) throw new Error('nothing was refunded')
  refund.status = 'canceled'
  paymentOf(bought).amountRefunded = { currency: 'EUR', value: '0.00' }
  site.clock.advance(DAY)
  await site.context.jobs.enqueue(site.context.db, checkOrders, {})
  await site.context.jobs.runDue()
  expect(await site.incidentsOf(bought)).toEqual(['refund_failed'])
  expect(await site.statusOf(bought)).toBe('refunded')
})

test('a refund of an old order is watched as long as that of a new one', async () => {
  const bought = await site.buy()
  await pay(bought)
  site.clock.advance(OPEN_ORDER_DAYS * DAY)
  const by = await buildOperator(site.context, { role: 'manager' })
  const body = { clientId: randomUUID(), amountMinor: 500, credits: 0, reason: 'Complaint' }
  const { status } = await site.call(refundOrder, { params: { orderId: bought.orderId }, body }, by)
  expect(status).toBe(204)
  await site.context.jobs.runDue()
  const check = async () => {
    site.clock.advance((OPEN_ORDER_DAYS / 2 - 1) * DAY)
    await site.context.jobs.enqueue(site.context.db, checkOrders, {})
    await site.context.jobs.runDue()
    return site.incidentsOf(bought)
  }
  expect(await check()).toEqual([])
  const [refund] = paymentOf(bought)._embedded?.refunds ?? []
  if (!refund) throw new Error('nothing was refunded')
  refund.status = 'canceled'
  expect(await check()).toEqual(['refund_failed'])
  const order = site.context.db.selectFrom('orders').select('nextCheckAt').where('publicId', '=', bought.orderId)
  expect((await order.executeTakeFirstOrThrow()).nextCheckAt).not.toBeNull()
  for (let nth = 0; nth < 2; nth += 1) await check()
  expect((await order.executeTakeFirstOrThrow()).nextCheckAt).toBeNull()
})

test('a refund whose first reply was lost is returned once, also when its key is forgotten', async () => {
  const bought = await site.buy()
  await pay(bought)
  await site.withdraw(bought)
  const { id } = await site.context.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('refunds.id')
    .where('publicId', '=', bought.orderId)
    .executeTakeFirstOrThrow()
  const ending = { ...site.context, transaction: () => Promise.reject(new Error('the process ends')) }
  await expect(executeRefund(ending, id)).rejects.toThrow('the process ends')
  mollie.forgetKeys()
  await site.context.jobs.runDue()
  expect(await site.refundOf(bought)).toBe('done')
  expect(paymentOf(bought).amountRefunded).toEqual({ currency: 'EUR', value: '34.99' })
  expect(await site.creditsOf(bought)).toBe(0)
  expect(await site.incidentsOf(bought)).toEqual([])
})

test('a refund that Mollie takes for a duplicate of another one is no rejection', async () => {
  const bought = await site.buy()
  await pay(bought)
  const other = { resource: 'refund' as const, id: 're_other', status: 'pending' as const, metadata: null }
  paymentOf(bought)._embedded = { refunds: [{ ...other, amount: paymentOf(bought).amount }] }
  await site.withdraw(bought)
  await site.context.jobs.runDue()
  expect(await site.refundOf(bought)).toBe('requested')
  expect(await site.creditsOf(bought)).toBe(0)
})

test('a stored card that is declined fails the order', async () => {
  const bought = await site.buy({ method: 'creditcard', storesMethod: true })
  await pay(bought)
  await site.context.jobs.runDue()
  mollie.state.declines = true
  const { reply } = await site.repeat(bought.member)
  await site.context.jobs.runDue()
  expect(await site.statusOf({ ...bought, orderId: reply?.order.id ?? '' })).toBe('failed')
  expect(await site.creditsOf(bought)).toBe(60)
})

finish()
