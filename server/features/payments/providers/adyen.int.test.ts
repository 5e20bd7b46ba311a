import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { DISCOUNT_HOLD_MS } from '#contract/limits.ts'
import { refundOrder } from '#contract/operator/money/calls.ts'
import { getBundles, setSpendingLimit } from '#contract/payments/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { chargeOrder } from '#server/features/payments/orders/charge.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'
import { buildMember } from '#tests/support/builders.ts'
import { adyenContractFaults, adyenWebhookFaults } from '#tests/support/fakes/adyen-contract.ts'
import {
  ADYEN_TEST,
  adyenWebhook,
  startFakeAdyen,
  type AdyenItem,
  type FakeAdyen,
} from '#tests/support/fakes/fake-adyen.ts'
import { buildOperator } from '#tests/support/operators.ts'
import { testErrors, type ErrorCase } from '#tests/support/provider-errors.ts'
import { ordersOf, testReports, type Happening, type RefundEnd } from '#tests/support/provider-reports.ts'
import { startProviderSite, type Bought, type ProviderSite } from '#tests/support/provider-site.ts'
import { testProvider } from '#tests/support/provider-tests.ts'

let adyen: FakeAdyen
let site: ProviderSite

beforeAll(async () => {
  adyen = await startFakeAdyen()
  site = await startProviderSite({
    environment: {
      PAYMENT_PROVIDER: 'adyen',
      ADYEN_API_KEY: ADYEN_TEST.apiKey,
      ADYEN_MERCHANT_ACCOUNT: ADYEN_TEST.merchantAccount,
      ADYEN_HMAC_KEY: ADYEN_TEST.hmacKey,
    },
    paymentApis: { adyen: adyen.url },
  })
})
beforeEach(() => {
  adyen.state.resultCode = 'Authorised'
  adyen.state.errorCode = null
})

/** A link has this status once, to see that the site waits. */
const UNKNOWN_STATUS = 'a status of tomorrow'
const eur = { value: 3499, currency: 'EUR' }
const pspOf = ({ orderId }: Pick<Bought, 'orderId'>) => `PAID${orderId}`

function linkOf({ orderId }: Pick<Bought, 'orderId'>) {
  const link = [...adyen.links.values()].find(({ reference }) => reference === orderId)
  if (!link) throw new Error('no payment was opened')
  return link
}

function send(body: unknown) {
  const headers = { 'content-type': 'application/json' }
  return site.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/adyen',
    headers,
    payload: JSON.stringify(body),
  })
}

type Event = Partial<AdyenItem> & { eventCode: string }

/** Refunds that the site has asked for. */
const refundsOf = (bought: Pick<Bought, 'orderId'>) => adyen.refunds.filter(({ psp }) => psp === pspOf(bought))

const report = async (bought: Bought, item: Event) => (await send(adyenWebhook([itemOf(bought, item)]))).statusCode

function itemOf(bought: Pick<Bought, 'orderId'>, item: Event): AdyenItem {
  const psp = pspOf(bought)
  const isOwn = item.eventCode === 'AUTHORISATION'
  const names = isOwn ? { pspReference: psp } : { pspReference: `${item.eventCode}${psp}`, originalReference: psp }
  // Adyen repeats the reference of the request that an event is about.
  const refund = item.eventCode.startsWith('REFUND') ? refundsOf(bought).at(-1) : undefined
  const { reference: merchantReference = bought.orderId, amount = eur } = refund ?? {}
  return { merchantReference, amount, ...names, ...item }
}

const subject = () => ({
  site,
  fake: adyen,
  countPayments: () => adyen.links.size + adyen.charges.length,
  settle(bought: Bought) {
    const link = Object.assign(linkOf(bought), { status: 'completed' })
    const { shopperReference } = link
    if (shopperReference) adyen.stored.set(`T${bought.orderId}`, { id: `T${bought.orderId}`, shopperReference })
  },
  report: (bought: Bought) => report(bought, { eventCode: 'AUTHORISATION' }),
  chargeBack: (bought: Bought) => report(bought, { eventCode: 'CHARGEBACK' }),
  refundsOf: (bought: Bought) => refundsOf(bought).map(({ amount }) => amount.value),
  contractFaults: () => adyenContractFaults(adyen).filter((fault) => !fault.endsWith(UNKNOWN_STATUS)),
  keepsCardOf: ({ orderId }: Bought) => adyen.stored.has(`T${orderId}`),
  isClosed: (bought: Bought) => linkOf(bought).status === 'expired',
  card: 'VISA •••• 1111',
})

const { pay, finish } = testProvider(subject)

const eventCodes = {
  payment: 'AUTHORISATION',
  refund: 'REFUND',
  chargeback: 'CHARGEBACK',
} satisfies Record<Happening, string>

const refundEnds = {
  fails: { eventCode: 'REFUND_FAILED' },
  'is cancelled': { eventCode: 'REFUND', success: 'false' },
  'is sent back': { eventCode: 'REFUNDED_REVERSED' },
} satisfies Record<RefundEnd, Event>

testReports(() => ({
  ...subject(),
  expire: ({ orderId }) => adyen.expire(orderId),
  // The link stays open for another attempt.
  cancelAsBuyer: (bought) =>
    report(bought, { eventCode: 'AUTHORISATION', success: 'false', pspReference: `CANCELLED${bought.orderId}` }),
  happen: (bought, what) => {
    if (what === 'payment') subject().settle(bought)
  },
  deliver: (bought, what) => report(bought, { eventCode: eventCodes[what] }),
  async endRefund(bought, end) {
    const last = await report(bought, refundEnds[end])
    // That the scheme has taken the refund is reported later than that it failed.
    return end === 'is cancelled' ? last : report(bought, { eventCode: 'REFUND' })
  },
}))

type Verdicts = [status: number, errorCode: string, ...verdicts: ErrorCase['checkout'][]]

/** What Adyen's errors mean for a checkout, a refund and a charge: where money moves, few are certain. */
const errors: Verdicts[] = [
  // Amount and currency.
  [422, '100', 'rejects', 'rejects', 'rejects'],
  [422, '137', 'rejects', 'rejects', 'rejects'],
  [422, '138', 'rejects', 'rejects', 'rejects'],
  // The payment cannot be refunded.
  [422, '167', 'rejects', 'rejects', 'postpones'],
  // The method is not switched on; the stored method is unknown or cannot be used.
  [422, '905', 'rejects', 'postpones', 'rejects'],
  ...['800', '802', '803', '805'].map((code): Verdicts => [422, code, 'rejects', 'postpones', 'rejects']),
  // Fields of the request, and a key that another request has had.
  [422, '14_0421', 'rejects', 'postpones', 'postpones'],
  [422, '702', 'rejects', 'postpones', 'postpones'],
  [400, '702', 'rejects', 'postpones', 'postpones'],
  [404, '', 'rejects', 'postpones', 'postpones'],
  // An earlier attempt is running, or Adyen says that a later one can succeed.
  [422, '704', 'postpones', 'postpones', 'postpones'],
  // The account may not do this, or the key is wrong: an operator mends it.
  [401, '000', 'postpones', 'postpones', 'postpones'],
  [403, '010', 'postpones', 'postpones', 'postpones'],
  [403, '901', 'postpones', 'postpones', 'postpones'],
  ...[429, 500, 502, 503, 504].map((status): Verdicts => [status, '999', 'postpones', 'postpones', 'postpones']),
]

testErrors(
  subject,
  errors.map(([status, errorCode, checkout = 'postpones', refund = 'postpones', charge = 'postpones']) => ({
    name: `status ${status} and error ${errorCode || 'none'}`,
    fault: { status, body: { status, ...(errorCode && { errorCode }), message: 'As the test wants it' } },
    // A webhook says what has happened to the money; of the link only what is not paid is asked.
    report: status === 404 ? 204 : 503,
    checkout,
    refund,
    charge,
  })),
)

describe('a checkout', () => {
  test('is a payment link with the amount, the method and the way back', async () => {
    const bought = await site.buy({ method: 'creditcard', storesMethod: true })
    const link = linkOf(bought)
    expect(bought.checkoutUrl).toBe(link.url)
    expect(link).toMatchObject({
      amount: eur,
      merchantAccount: ADYEN_TEST.merchantAccount,
      allowedPaymentMethods: ['scheme'],
      returnUrl: `https://rendezvous.example/transactions/${bought.orderId}`,
      shopperReference: bought.orderId,
    })
  })

  test('offers the methods that Adyen has', async () => {
    const { reply } = await site.call(getBundles, { query: {} }, await buildMember(site.context, { country: 'PL' }))
    expect(reply?.methods).toEqual(['blik', 'prezelewy24', 'creditcard', 'visa', 'mastercard', 'paypal', 'applepay'])
  })
})

test('a link that is open after a rejected attempt is closed before another order takes its code', async () => {
  const member = await buildMember(site.context)
  await site.call(acceptStayOffer, {}, member)
  const first = await site.order(member, { code: 'STAY' })
  const bought = { member, orderId: first.reply?.order.id ?? '' }
  await report(bought, { eventCode: 'AUTHORISATION', success: 'false' })
  // It can be paid still, so it counts as an order that is open.
  expect(await site.statusOf(bought)).toBe('pending')
  expect((await site.order(member, { code: 'STAY' })).error?.code).toBe('credits.code_in_payment')
  expect(linkOf(bought).status).toBe('active')
  site.clock.advance(DISCOUNT_HOLD_MS)
  expect((await site.order(member, { code: 'STAY' })).status).toBe(200)
  expect(linkOf(bought).status).toBe('expired')
  expect(await site.statusOf(bought)).toBe('cancelled')
})

describe('a webhook', () => {
  test('of a rejected attempt leaves the order open while its link is, also for the spending limit', async () => {
    const bought = await site.buy()
    await site.call(setSpendingLimit, { body: { amountMinor: 3499 } }, bought.member)
    await report(bought, { eventCode: 'AUTHORISATION', success: 'false' })
    expect(await site.statusOf(bought)).toBe('pending')
    expect((await site.order(bought.member)).error?.code).toBe('payments.spending_limit')
    linkOf(bought).status = 'completed'
    await report(bought, { eventCode: 'AUTHORISATION', pspReference: `SECOND${bought.orderId}` })
    expect(await site.statusOf(bought)).toBe('completed')
  })

  test('that is forged changes nothing', async () => {
    const bought = await site.buy()
    const item = itemOf(bought, { eventCode: 'AUTHORISATION' })
    const [right] = adyenWebhook([item]).notificationItems
    const signature = right?.NotificationRequestItem.additionalData.hmacSignature
    const forged = [
      adyenWebhook([item], 'AAAA'),
      adyenWebhook([item], ''),
      // The signature of another amount, of another order, and of another merchant account.
      adyenWebhook([{ ...item, amount: { value: 1, currency: 'EUR' } }], signature),
      adyenWebhook([{ ...item, merchantReference: 'bcdfghjkmnpqrs' }], signature),
      adyenWebhook([{ ...item, merchantAccountCode: 'Another' }]),
      // One of two is forged.
      { notificationItems: [right, adyenWebhook([item], 'AAAA').notificationItems[0]] },
    ]
    for (const body of forged) {
      const answer = await send(body)
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'payments.webhook_signature'])
    }
    for (const body of ['{', [], {}, { notificationItems: [] }, { notificationItems: [{}] }]) {
      expect((await send(body)).statusCode).toBe(400)
    }
    expect(await site.statusOf(bought)).toBe('pending')
    expect(await site.creditsOf(bought)).toBe(0)
  })

  test('of another amount changes nothing and is reported', async () => {
    const bought = await site.buy()
    expect(await report(bought, { eventCode: 'AUTHORISATION', amount: { value: 1, currency: 'EUR' } })).toBe(204)
    expect(await site.statusOf(bought)).toBe('pending')
    expect(await site.incidentsOf(bought)).toEqual(['mismatch'])
  })

  test('of another shop of the merchant account, or of no payment, is accepted and ignored', async () => {
    const item = { eventCode: 'AUTHORISATION', merchantReference: 'elsewhere', pspReference: 'X1', amount: eur }
    expect((await send(adyenWebhook([item]))).statusCode).toBe(204)
    expect((await send(adyenWebhook([{ ...item, eventCode: 'REPORT_AVAILABLE' }]))).statusCode).toBe(204)
  })

  test('about the beginning of a chargeback changes nothing', async () => {
    const bought = await site.buy()
    await pay(bought)
    await report(bought, { eventCode: 'NOTIFICATION_OF_CHARGEBACK' })
    expect(await site.statusOf(bought)).toBe('completed')
  })
})

describe('money that goes back', () => {
  test('is refunded by Adyen once, and a refund that fails later is reported', async () => {
    const bought = await site.buy()
    await pay(bought)
    expect((await site.withdraw(bought)).status).toBe(200)
    await site.context.jobs.runDue()
    expect(refundsOf(bought)).toMatchObject([{ amount: eur }])
    expect(await report(bought, { eventCode: 'REFUND' })).toBe(204)
    expect(await site.incidentsOf(bought)).toEqual([])
    expect(await report(bought, { eventCode: 'REFUND_FAILED' })).toBe(204)
    expect(await site.incidentsOf(bought)).toEqual(['refund_failed'])
  })

  test('in equal parts is refunded once each, though the first part was reported before the second', async () => {
    const bought = await site.buy()
    await pay(bought)
    const by = await buildOperator(site.context, { role: 'manager' })
    const { orderId } = bought
    for (const part of [1, 2]) {
      const body = { clientId: randomUUID(), amountMinor: 500, credits: 0, reason: 'Complaint' }
      expect((await site.call(refundOrder, { params: { orderId }, body }, by)).status).toBe(204)
      await site.context.jobs.runDue()
      expect(await report(bought, { eventCode: 'REFUND', pspReference: `PART${part}${orderId}` })).toBe(204)
    }
    expect(refundsOf(bought)).toMatchObject([{ amount: { value: 500 } }, { amount: { value: 500 } }])
    await site.runHourly()
    expect(await site.incidentsOf(bought)).toEqual([])
  })

  test('and is sent back by the bank of the buyer is reported', async () => {
    const bought = await site.buy()
    await pay(bought)
    await site.withdraw(bought)
    await site.context.jobs.runDue()
    await report(bought, { eventCode: 'REFUND' })
    expect(await report(bought, { eventCode: 'REFUNDED_REVERSED' })).toBe(204)
    expect(await site.incidentsOf(bought)).toEqual(['refund_failed'])
  })

  test('with an error that says nothing of the money is tried again, and no credits come back', async () => {
    const bought = await site.buy()
    await pay(bought)
    await site.withdraw(bought)
    adyen.state.errorCode = '999'
    await site.context.jobs.runDue()
    expect(await site.statusOf(bought)).toBe('refunded')
    expect(await site.creditsOf(bought)).toBe(0)
    // It was executed all the same. The key is forgotten by the time of the next attempt, the report is not.
    adyen.state.errorCode = null
    adyen.forgetKeys()
    await report(bought, { eventCode: 'REFUND' })
    await site.runJobsAgain()
    expect(refundsOf(bought)).toHaveLength(1)
    expect(await site.refundOf(bought)).toBe('done')
    expect(await site.incidentsOf(bought)).toEqual([])
  })

  test('before Adyen has reported the payment waits, and no other buyer is held up', async () => {
    const bought = await site.buy()
    await pay(bought)
    await site.withdraw(bought)
    const { db } = site.context
    await db.updateTable('adyenEvents').set({ isSuccess: false }).where('reference', '=', bought.orderId).execute()
    for (let n = 0; n < 6; n += 1) await site.runJobsAgain()
    expect(await site.refundOf(bought)).toBe('requested')
    expect((await site.order(await buildMember(site.context))).status).toBe(200)
    await db.updateTable('adyenEvents').set({ isSuccess: true }).where('reference', '=', bought.orderId).execute()
    await site.runJobsAgain()
    expect(await site.refundOf(bought)).toBe('done')
  })

  test('because its capture failed takes the credits back, once', async () => {
    const bought = await site.buy()
    await pay(bought)
    for (let n = 0; n < 2; n += 1) expect(await report(bought, { eventCode: 'CAPTURE_FAILED' })).toBe(204)
    expect(await site.statusOf(bought)).toBe('charged_back')
    expect(await site.creditsOf(bought)).toBe(0)
    expect(await site.incidentsOf(bought)).toEqual(['chargeback'])
  })

  test('because its capture failed before Adyen reported the payment grants nothing', async () => {
    const bought = await site.buy()
    await report(bought, { eventCode: 'CAPTURE_FAILED' })
    expect(await site.statusOf(bought)).toBe('pending')
    await pay(bought)
    expect(await site.statusOf(bought)).toBe('charged_back')
    expect(await site.creditsOf(bought)).toBe(0)
  })

  test('and comes after all is reported, and changes nothing', async () => {
    for (const [lost, regained] of [
      ['CAPTURE_FAILED', 'CAPTURE'],
      ['CHARGEBACK', 'CHARGEBACK_REVERSED'],
    ] as const) {
      const bought = await site.buy()
      await pay(bought)
      await report(bought, { eventCode: lost })
      site.clock.advance(MINUTE)
      for (let n = 0; n < 2; n += 1) expect(await report(bought, { eventCode: regained })).toBe(204)
      expect(await site.statusOf(bought)).toBe('charged_back')
      expect(await site.creditsOf(bought)).toBe(0)
      expect(await site.incidentsOf(bought)).toEqual(['chargeback', 'chargeback_reversed'])
    }
  })

  test.each(ordersOf([{ eventCode: 'CAPTURE_FAILED' }, { eventCode: 'CAPTURE' }]))(
    'because its capture failed, and was repaired, counts as paid once both are reported (%o first)',
    async (...events) => {
      const times = { CAPTURE_FAILED: '2026-11-20T10:00:00+01:00', CAPTURE: '2026-11-20T09:30:00Z' }
      const bought = await site.buy()
      for (const event of events) {
        const { eventCode } = event as { eventCode: keyof typeof times }
        site.clock.advance(1)
        await report(bought, { eventCode, eventDate: times[eventCode] })
      }
      await pay(bought)
      expect(await site.statusOf(bought)).toBe('completed')
      expect(await site.incidentsOf(bought)).toEqual([])
    },
  )

  test('because a capture failed that Adyen had accepted before takes the credits back', async () => {
    const bought = await site.buy()
    await pay(bought)
    await report(bought, { eventCode: 'CAPTURE' })
    site.clock.advance(MINUTE)
    await report(bought, { eventCode: 'CAPTURE_FAILED' })
    expect(await site.statusOf(bought)).toBe('charged_back')
  })

  test.each(['CANCELLATION', 'TECHNICAL_CANCEL'])(
    'because the payment was cancelled before its capture (%s) takes the credits back once, in every order',
    async (eventCode) => {
      for (const events of ordersOf([{ eventCode: 'AUTHORISATION' }, { eventCode }])) {
        const bought = await site.buy()
        for (const event of [...events, ...events]) {
          site.clock.advance(1)
          expect(await report(bought, event)).toBe(204)
        }
        expect(await site.statusOf(bought)).toBe('charged_back')
        expect(await site.creditsOf(bought)).toBe(0)
        expect(await site.incidentsOf(bought)).toEqual(['chargeback'])
      }
    },
  )

  test('because another attempt was cancelled, or a cancellation was rejected, does not go back', async () => {
    const bought = await site.buy()
    await pay(bought)
    await report(bought, { eventCode: 'CANCELLATION', originalReference: 'FIRST' })
    await report(bought, { eventCode: 'CANCELLATION', success: 'false' })
    expect(await site.statusOf(bought)).toBe('completed')
    expect(await site.creditsOf(bought)).toBe(60)
  })

  test('that Adyen rejects gives the credits back', async () => {
    const bought = await site.buy()
    await pay(bought)
    await site.withdraw(bought)
    adyen.state.rejects = true
    await site.context.jobs.runDue()
    expect(await site.statusOf(bought)).toBe('completed')
    expect(await site.creditsOf(bought)).toBe(60)
  })
})

test.each([
  ['Refused', 'failed'],
  ['Pending', 'pending'],
])('a stored card that is charged with the result %s makes the order %s', async (resultCode, status) => {
  const bought = await site.buy({ method: 'creditcard', storesMethod: true })
  await pay(bought)
  await site.context.jobs.runDue()
  adyen.state.resultCode = resultCode
  const { member } = bought
  const { reply } = await site.repeat(member)
  await site.context.jobs.runDue()
  expect(await site.statusOf({ member, orderId: reply?.order.id ?? '' })).toBe(status)
  expect(await site.creditsOf({ member })).toBe(60)
})

test('a charge that takes too long is not failed by its second attempt', async () => {
  const bought = await site.buy({ method: 'creditcard', storesMethod: true })
  await pay(bought)
  await site.context.jobs.runDue()
  const { member } = bought
  const { reply } = await site.repeat(member)
  const orderId = reply?.order.id ?? ''
  const { id } = await site.context.db
    .selectFrom('orders')
    .select('id')
    .where('publicId', '=', orderId)
    .executeTakeFirstOrThrow()
  let release = () => {}
  adyen.fault = new Promise((resolve) => {
    release = resolve
  })
  const before = adyen.charges.length
  const first = chargeOrder(site.context, id)
  await expect.poll(() => adyen.charges.length).toBe(before + 1)
  await expect(chargeOrder(site.context, id)).rejects.toThrow('payments.provider_unavailable')
  expect(await site.statusOf({ member, orderId })).toBe('pending')
  release()
  await first
  expect(await site.statusOf({ member, orderId })).toBe('completed')
  expect(adyen.charges).toHaveLength(before + 1)
})

test('webhooks in every wrong order, the last one twice, end in what has happened', async () => {
  const authorisation = { eventCode: 'AUTHORISATION' }
  const chargeback = { eventCode: 'CHARGEBACK' }
  const rejected = { eventCode: 'AUTHORISATION', success: 'false', pspReference: 'FIRST' }
  const captured = { eventCode: 'CAPTURE' }
  const sets = [...ordersOf([rejected, authorisation, chargeback]), ...ordersOf([authorisation, captured, chargeback])]
  for (const events of sets) {
    const bought = await site.buy()
    for (const event of [...events, ...events.slice(-1)]) {
      site.clock.advance(1)
      expect(await report(bought, event)).toBe(204)
    }
    const names = events.map(({ eventCode }) => eventCode).join(' ')
    expect([names, await site.statusOf(bought), await site.creditsOf(bought)]).toEqual([names, 'charged_back', 0])
  }
})

test('orders whose links cannot be read do not stop the checks of the others', async () => {
  const lost = await Promise.all(Array.from({ length: 5 }, () => site.buy()))
  for (const [index, bought] of lost.entries()) {
    const link = linkOf(bought)
    if (index === 0) link.status = UNKNOWN_STATUS
    else adyen.links.delete(link.id)
  }
  const bought = await site.buy()
  linkOf(bought).status = 'completed'
  const { db, jobs } = site.context
  site.clock.advance(MINUTE)
  await jobs.enqueue(db, checkOrders, {})
  await jobs.runDue()
  expect(await site.statusOf(bought)).toBe('completed')
  expect(await Promise.all(lost.map(site.statusOf))).toEqual(lost.map(() => 'pending'))
  // A webhook about such an order decides.
  const [, second] = lost
  if (!second) throw new Error('no order')
  expect(await report(second, { eventCode: 'AUTHORISATION' })).toBe(204)
  expect(await site.statusOf(second)).toBe('completed')
})

test('the webhooks of these tests are as Adyen publishes', () => {
  const events = ['AUTHORISATION', 'CAPTURE', 'CAPTURE_FAILED', 'REFUND', 'REFUND_FAILED', 'CHARGEBACK']
  const items = events.map((eventCode) => itemOf({ orderId: 'x' }, { eventCode }))
  expect(adyenWebhookFaults(adyenWebhook(items))).toEqual([])
})

finish()
