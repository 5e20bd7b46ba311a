import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOrder, getBundles, getOrder } from '#contract/payments.ts'
import { createRepeatOrder, getRepeatOrder, removeStoredMethod } from '#contract/repeat-order.ts'
import { MINUTE } from '#contract/time.ts'
import { withdraw } from '#contract/withdrawals.ts'
import { balanceOf } from '#server/features/credits/service.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { ADYEN_TEST, adyenWebhook, startFakeAdyen, type AdyenItem, type FakeAdyen } from '#tests/support/fake-adyen.ts'
import { chargeOrder } from '../charge.ts'
import { checkOrders } from '../check-orders.ts'

let adyen: FakeAdyen
let site: TestApp

beforeAll(async () => {
  adyen = await startFakeAdyen()
  site = await startTestApp({
    environment: {
      PAYMENT_PROVIDER: 'adyen',
      ADYEN_API_KEY: ADYEN_TEST.apiKey,
      ADYEN_MERCHANT_ACCOUNT: ADYEN_TEST.merchantAccount,
      ADYEN_HMAC_KEY: ADYEN_TEST.hmacKey,
      PUBLIC_URL: 'https://rendezvous.example',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: 'true',
      REQUESTS_PER_MINUTE: '100000',
    },
    paymentApis: { adyen: adyen.url },
  })
})
afterAll(async () => {
  await site.close()
  await adyen.close()
})
beforeEach(() => {
  adyen.fault = null
  Object.assign(adyen.state, { resultCode: 'Authorised', rejects: false })
})

const eur = { value: 3499, currency: 'EUR' }
let orders = 0

/** Orders from a network address of its own: there is a limit for one. */
function order(
  member: Member,
  options: { clientId?: string; method?: 'ideal' | 'creditcard'; storesMethod?: boolean } = {},
) {
  orders += 1
  const body = { clientId: randomUUID(), bundle: 'p1' as const, method: 'ideal' as const, ...options }
  return site.call(createOrder, { body }, { ...member, headers: { 'x-forwarded-for': `10.0.0.${orders}` } })
}

async function buy(options: Parameters<typeof order>[1] = {}) {
  const member = await buildMember(site.context)
  const { reply } = await order(member, options)
  const orderId = reply?.order.id ?? ''
  const link = [...adyen.links.values()].find(({ reference }) => reference === orderId)
  if (!link) throw new Error('no payment was opened')
  return { member, orderId, link, checkoutUrl: reply?.checkoutUrl, psp: `PAID${orderId}` }
}
type Bought = Awaited<ReturnType<typeof buy>>

function send(body: unknown) {
  const headers = { 'content-type': 'application/json' }
  return site.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/adyen',
    headers,
    payload: JSON.stringify(body),
  })
}

const report = async (bought: Bought, item: Partial<AdyenItem> & { eventCode: string }) =>
  (await send(adyenWebhook([itemOf(bought, item)]))).statusCode

function itemOf({ orderId, psp }: Bought, item: Partial<AdyenItem> & { eventCode: string }): AdyenItem {
  const isOwn = item.eventCode === 'AUTHORISATION'
  const names = isOwn ? { pspReference: psp } : { pspReference: `${item.eventCode}${psp}`, originalReference: psp }
  return { merchantReference: orderId, amount: eur, ...names, ...item }
}

async function pay(bought: Bought) {
  bought.link.status = 'completed'
  const { shopperReference } = bought.link
  if (shopperReference) adyen.stored.set(`T${bought.orderId}`, { id: `T${bought.orderId}`, shopperReference })
  expect(await report(bought, { eventCode: 'AUTHORISATION' })).toBe(204)
}

const statusOf = async ({ member, orderId }: Pick<Bought, 'member' | 'orderId'>) =>
  (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status
const creditsOf = async ({ member }: Pick<Bought, 'member'>) => (await balanceOf(site.context, member.userId)).credits

async function incidentsOf({ orderId }: Bought) {
  const rows = await site.context.db
    .selectFrom('paymentIncidents')
    .select('kind')
    .where('providerRef', '=', orderId)
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('a checkout', () => {
  test('is a payment link with the amount, the method and the way back, and names no member', async () => {
    adyen.requests.length = 0
    const { member, orderId, link, checkoutUrl } = await buy({ method: 'creditcard', storesMethod: true })
    expect(checkoutUrl).toBe(link.url)
    expect(link).toMatchObject({
      amount: eur,
      merchantAccount: ADYEN_TEST.merchantAccount,
      allowedPaymentMethods: ['scheme'],
      returnUrl: `https://rendezvous.example/transactions/${orderId}`,
      shopperReference: orderId,
    })
    const sent = JSON.stringify(adyen.requests)
    for (const secret of [member.email, member.name, member.profileId, `${member.userId}`]) {
      expect(sent).not.toContain(secret)
    }
  })

  test('offers the methods that Adyen has', async () => {
    const { reply } = await site.call(getBundles, { query: {} }, await buildMember(site.context, { country: 'PL' }))
    expect(reply?.methods).toEqual(['blik', 'prezelewy24', 'creditcard', 'visa', 'mastercard', 'paypal', 'applepay'])
  })

  test('pressed twice while Adyen is slow is one payment', async () => {
    const member = await buildMember(site.context)
    const before = adyen.links.size
    let release = () => {}
    adyen.fault = new Promise((resolve) => {
      release = resolve
    })
    adyen.requests.length = 0
    const clientId = randomUUID()
    const both = [order(member, { clientId }), order(member, { clientId })]
    await expect.poll(() => adyen.requests.length).toBe(2)
    release()
    const [first, second] = await Promise.all(both)
    expect(first?.reply).toEqual(second?.reply)
    expect(adyen.links.size).toBe(before + 1)
  })

  test.each([
    ['answers with 500', 500],
    ['rejects the key', 401],
    ['cuts the connection', 'cut'],
  ] as const)('says so when Adyen %s, and works when repeated', async (_, fault) => {
    const member = await buildMember(site.context)
    const clientId = randomUUID()
    adyen.fault = fault
    const failed = await order(member, { clientId })
    expect(failed).toMatchObject({ status: 503, error: { code: 'payments.provider_unavailable' } })
    adyen.fault = null
    expect((await order(member, { clientId })).status).toBe(200)
  })

  test('that Adyen rejects is an error at the method', async () => {
    adyen.state.rejects = true
    const { status, error } = await order(await buildMember(site.context))
    expect({ status, code: error?.fields?.['method']?.code }).toEqual({ status: 422, code: 'payments.method_unknown' })
  })
})

describe('a webhook', () => {
  test('of a payment completes the order once, however often it comes', async () => {
    const bought = await buy()
    bought.link.status = 'completed'
    const paid = () => report(bought, { eventCode: 'AUTHORISATION' })
    expect(await Promise.all([paid(), paid(), paid(), paid(), paid()])).toEqual([204, 204, 204, 204, 204])
    expect(await statusOf(bought)).toBe('completed')
    expect(await creditsOf(bought)).toBe(60)
  })

  test('of a rejected attempt fails the order, and a later success completes it', async () => {
    const bought = await buy()
    await report(bought, { eventCode: 'AUTHORISATION', success: 'false' })
    expect(await statusOf(bought)).toBe('failed')
    await pay({ ...bought, psp: `SECOND${bought.orderId}` })
    expect(await statusOf(bought)).toBe('completed')
  })

  test('that is forged changes nothing', async () => {
    const bought = await buy()
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
    expect(await statusOf(bought)).toBe('pending')
    expect(await creditsOf(bought)).toBe(0)
  })

  test('of another amount changes nothing and is reported', async () => {
    const bought = await buy()
    expect(await report(bought, { eventCode: 'AUTHORISATION', amount: { value: 1, currency: 'EUR' } })).toBe(204)
    expect(await statusOf(bought)).toBe('pending')
    expect(await incidentsOf(bought)).toEqual(['mismatch'])
  })

  test('of another shop of the merchant account, or of no payment, is accepted and ignored', async () => {
    const item = { eventCode: 'AUTHORISATION', merchantReference: 'elsewhere', pspReference: 'X1', amount: eur }
    expect((await send(adyenWebhook([item]))).statusCode).toBe(204)
    expect((await send(adyenWebhook([{ ...item, eventCode: 'REPORT_AVAILABLE' }]))).statusCode).toBe(204)
  })

  test('that was lost is replaced by the state of the link', async () => {
    const bought = await buy()
    bought.link.status = 'completed'
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
  const withdrawAll = ({ member, orderId }: Bought) =>
    site.call(withdraw, { params: { orderId }, body: { credits: 60, amountMinor: 3499 } }, member)

  test('is refunded by Adyen once, and a refund that fails later is reported', async () => {
    const bought = await buy()
    await pay(bought)
    expect((await withdrawAll(bought)).status).toBe(200)
    await site.context.jobs.runDue()
    expect(adyen.refunds.filter(({ psp }) => psp === bought.psp)).toEqual([{ psp: bought.psp, amount: eur }])
    expect(await report(bought, { eventCode: 'REFUND' })).toBe(204)
    expect(await incidentsOf(bought)).toEqual([])
    expect(await report(bought, { eventCode: 'REFUND_FAILED' })).toBe(204)
    expect(await incidentsOf(bought)).toEqual(['refund_failed'])
  })

  test('that Adyen rejects gives the credits back', async () => {
    const bought = await buy()
    await pay(bought)
    await withdrawAll(bought)
    adyen.state.rejects = true
    await site.context.jobs.runDue()
    expect(await statusOf(bought)).toBe('completed')
    expect(await creditsOf(bought)).toBe(60)
  })

  test('by a chargeback takes the credits back', async () => {
    const bought = await buy()
    await pay(bought)
    await report(bought, { eventCode: 'NOTIFICATION_OF_CHARGEBACK' })
    expect(await statusOf(bought)).toBe('completed')
    await report(bought, { eventCode: 'CHARGEBACK' })
    expect(await statusOf(bought)).toBe('charged_back')
    expect(await creditsOf(bought)).toBe(0)
  })

  test('for an account that is gone is refunded and reported', async () => {
    const bought = await buy()
    await site.context.db.deleteFrom('users').where('id', '=', bought.member.userId).execute()
    await pay(bought)
    await site.context.jobs.runDue()
    expect(adyen.refunds).toContainEqual({ psp: bought.psp, amount: eur })
    expect(await incidentsOf(bought)).toEqual(['buyer_gone'])
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

  test.each([
    ['Authorised', 'completed', 120],
    ['Refused', 'failed', 60],
    ['Pending', 'pending', 60],
  ])('that is charged with the result %s makes the order %s', async (resultCode, status, credits) => {
    const bought = await buyAndStore()
    const { member } = bought
    const shown = await site.call(getRepeatOrder, {}, member)
    expect(shown.reply?.stored).toEqual({ method: 'creditcard', label: 'VISA •••• 1111' })
    adyen.state.resultCode = resultCode
    const { reply } = await repeat(member)
    await site.context.jobs.runDue()
    expect(await statusOf({ member, orderId: reply?.order.id ?? '' })).toBe(status)
    expect(await creditsOf({ member })).toBe(credits)
  })

  test('is charged once, also when the process ends before the payment is stored', async () => {
    const { member } = await buyAndStore()
    const before = adyen.charges.length
    const { reply } = await repeat(member)
    const { db } = site.context
    const publicId = reply?.order.id ?? ''
    const { id } = await db.selectFrom('orders').select('id').where('publicId', '=', publicId).executeTakeFirstOrThrow()
    adyen.fault = 'cut'
    await expect(chargeOrder(site.context, id)).rejects.toThrow('payments.provider_unavailable')
    adyen.fault = null
    const ending = { ...site.context, transaction: () => Promise.reject(new Error('the process ends')) }
    await expect(chargeOrder(ending, id)).rejects.toThrow('the process ends')
    await db.updateTable('orders').set({ providerRef: null }).where('id', '=', id).execute()
    await chargeOrder(site.context, id)
    await site.context.jobs.runDue()
    expect(adyen.charges).toHaveLength(before + 1)
    expect(await creditsOf({ member })).toBe(120)
  })

  test('is forgotten by Adyen when the member removes it', async () => {
    const { member, orderId } = await buyAndStore()
    expect((await site.call(removeStoredMethod, {}, member)).status).toBe(200)
    await site.context.jobs.runDue()
    expect(adyen.stored.has(`T${orderId}`)).toBe(false)
    expect(await repeat(member)).toMatchObject({ status: 409, error: { code: 'payments.no_stored_method' } })
  })
})
