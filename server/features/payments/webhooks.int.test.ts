import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { getOrder } from '#contract/payments/calls.ts'
import { newPublicId } from '#server/platform/ids.ts'
import { MINUTE } from '#contract/time.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { askedMails } from '#tests/support/mails.ts'
import { buildOrder, reportPayment, sendEvent, settleAtSandbox } from '#tests/support/payments.ts'
import type { PaymentStatus } from './providers/provider.ts'
import { signatureOf, SIGNATURE_HEADER } from './providers/sandbox-signature.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
afterEach(() => vi.restoreAllMocks())

async function buildBuyer() {
  const member = await buildMember(site.context)
  return { member, ...(await buildOrder(site, member)) }
}

const report = (ref: string, status: PaymentStatus, eventId?: string) => reportPayment(site, ref, status, eventId)

async function statusOf(member: Member, orderId: string) {
  return (await site.call(getOrder, { params: { orderId } }, member)).reply?.order.status
}

/** Returns balance, premium and the ledger entries: each purchase must count once. */
async function accountOf(member: Member) {
  const entries = await site.context.db
    .selectFrom('creditLedger')
    .select(['kind', 'ref', 'amount'])
    .where('userId', '=', member.userId)
    .execute()
  return { ...(await balanceOf(site.context, member.userId)), entries }
}

const emptyAccount = { credits: 0, isPremium: false, entries: [] }
const paid = (orderId: string) => ({
  credits: 60,
  isPremium: true,
  entries: [{ kind: 'purchase', ref: orderId, amount: 60 }],
})

describe('a payment that is completed', () => {
  test('completes the order, grants its credits, starts premium and mails the receipt', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const { statusCode, body } = await report(ref, 'completed')
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' })
    const { reply } = await site.call(getOrder, { params: { orderId } }, member)
    expect(reply?.order).toMatchObject({
      status: 'completed',
      checkoutUrl: null,
      completedAt: site.clock.now().toISOString(),
    })
    expect(await accountOf(member)).toEqual(paid(orderId))
    const mails = await askedMails(site.context, member.email)
    expect(mails).toMatchObject([
      {
        template: 'receipt',
        language: 'en',
        props: {
          orderId,
          credits: 60,
          hasPremium: true,
          amountMinor: 3499,
          currency: 'EUR',
          vatPercent: 21,
          refundDays: 14,
        },
      },
    ])
  })

  test('mails a receipt that contains what the order was when it was paid', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await report(ref, 'completed')
    const paidAt = site.clock.now().toISOString()
    site.clock.advance(MINUTE)
    const [mail] = await askedMails(site.context, member.email)
    expect(mail).toMatchObject({ to: member.email, props: { orderId, paidAt } })
  })

  test('mails no receipt to an account that is gone', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const { db, mail } = site.context
    const request = { template: 'receipt', userId: member.userId, about: { orderId } }
    expect(await mail.build(request)).toBeNull()
    await report(ref, 'completed')
    expect(await mail.build(request)).toMatchObject({ to: member.email })
    await db.deleteFrom('users').where('id', '=', member.userId).execute()
    expect(await mail.build(request)).toBeNull()
  })

  test('is sent to the member’s devices once', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const send = vi.spyOn(site.context.realtime, 'send')
    await report(ref, 'completed', 'sent-once')
    await report(ref, 'completed', 'sent-once')
    await site.context.events.drain()
    const sent = send.mock.calls.filter(([userId]) => userId === member.userId).map(([, event]) => event)
    expect(sent).toEqual(
      expect.arrayContaining([
        { type: 'order.changed', orderId, status: 'completed' },
        { type: 'credits.changed', credits: 60, isPremium: true },
      ]),
    )
    expect(sent).toHaveLength(2)
  })

  test('of a second order adds to the first', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const second = await buildOrder(site, member)
    await report(ref, 'completed')
    await report(second.ref, 'completed')
    const { credits, entries } = await accountOf(member)
    expect(credits).toBe(120)
    expect(entries.map((entry) => entry.ref).toSorted()).toEqual([orderId, second.orderId].toSorted())
  })
})

test('one item of a webhook that cannot be handled does not stop the later ones, and is asked for again', async () => {
  const { member, orderId, ref } = await buildBuyer()
  await settleAtSandbox(site, ref, { status: 'completed' })
  const [provider] = site.context.providers
  if (!provider) throw new Error('no provider')
  vi.spyOn(provider, 'readWebhook').mockResolvedValueOnce([{ providerRef: 'unknown' }, { providerRef: ref }])
  const answer = await sendEvent(site, { eventId: newPublicId(), ref })
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'payments.order_not_found'])
  expect(await statusOf(member, orderId)).toBe('completed')
})

describe('repeated, late and out-of-order reports', () => {
  test('a repeated event changes nothing', async () => {
    const { member, orderId, ref } = await buildBuyer()
    for (let n = 0; n < 3; n += 1) expect((await report(ref, 'completed', 'again')).statusCode).toBe(204)
    expect(await accountOf(member)).toEqual(paid(orderId))
    expect(await askedMails(site.context, member.email)).toHaveLength(1)
  })

  test('the same event many times concurrently counts once', async () => {
    const { member, orderId, ref } = await buildBuyer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(ref, 'completed', 'parallel')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 204))
    expect(await accountOf(member)).toEqual(paid(orderId))
  })

  test('many concurrent events of one payment count once', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await Promise.all(Array.from({ length: 20 }, () => report(ref, 'completed')))
    expect(await accountOf(member)).toEqual(paid(orderId))
    expect(await askedMails(site.context, member.email)).toHaveLength(1)
  })

  test.each([
    { reports: ['pending'], status: 'pending', isPaid: false },
    { reports: ['failed'], status: 'failed', isPaid: false },
    { reports: ['cancelled'], status: 'cancelled', isPaid: false },
    { reports: ['pending', 'completed'], status: 'completed', isPaid: true },
    { reports: ['completed', 'pending'], status: 'completed', isPaid: true },
    { reports: ['completed', 'failed', 'cancelled'], status: 'completed', isPaid: true },
    { reports: ['failed', 'completed', 'completed'], status: 'completed', isPaid: true },
    { reports: ['cancelled', 'failed', 'pending'], status: 'cancelled', isPaid: false },
  ] as const)('$reports end as $status', async ({ reports, status, isPaid }) => {
    const { member, orderId, ref } = await buildBuyer()
    for (const each of reports) expect((await report(ref, each)).statusCode).toBe(204)
    expect(await statusOf(member, orderId)).toBe(status)
    expect(await accountOf(member)).toEqual(isPaid ? paid(orderId) : emptyAccount)
  })

  test('a webhook is only a hint: the state is that of the provider, whatever comes first', async () => {
    const { member, orderId, ref } = await buildBuyer()
    expect((await sendEvent(site, { eventId: newPublicId(), ref })).statusCode).toBe(204)
    expect(await statusOf(member, orderId)).toBe('pending')
    await settleAtSandbox(site, ref, { status: 'completed' })
    await Promise.all(Array.from({ length: 10 }, (_, n) => sendEvent(site, { eventId: `hint ${n}`, ref })))
    expect(await statusOf(member, orderId)).toBe('completed')
    expect(await accountOf(member)).toEqual(paid(orderId))
  })

  test('a report that fails half-way changes nothing and succeeds when repeated', async () => {
    const { member, orderId, ref } = await buildBuyer()
    vi.spyOn(site.context.mail, 'send').mockRejectedValueOnce(new Error('no queue'))
    vi.spyOn(site.context.log, 'error').mockImplementation(() => {})
    expect((await report(ref, 'completed', 'half')).statusCode).toBe(500)
    expect(await statusOf(member, orderId)).toBe('pending')
    expect(await accountOf(member)).toEqual(emptyAccount)
    expect((await report(ref, 'completed', 'half')).statusCode).toBe(204)
    expect(await accountOf(member)).toEqual(paid(orderId))
  })

  test('every change of the state is written down with its cause', async () => {
    const { orderId, ref } = await buildBuyer()
    for (const status of ['pending', 'failed', 'failed', 'completed', 'cancelled'] as const) await report(ref, status)
    const events = await site.context.db
      .selectFrom('orderEvents')
      .innerJoin('orders', 'orders.id', 'orderEvents.orderId')
      .select(['nth', 'fromStatus', 'toStatus', 'cause'])
      .where('publicId', '=', orderId)
      .orderBy('nth')
      .execute()
    expect(events).toEqual([
      { nth: 1, fromStatus: null, toStatus: 'pending', cause: 'created' },
      { nth: 2, fromStatus: 'pending', toStatus: 'failed', cause: 'webhook' },
      { nth: 3, fromStatus: 'failed', toStatus: 'completed', cause: 'webhook' },
    ])
  })

  test('a report on an unknown payment is answered with 404, so that the provider retries', async () => {
    const answer = await sendEvent(site, { eventId: newPublicId(), ref: 'unknown' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ error: { code: 'payments.order_not_found' } })
  })
})

describe('forgery', () => {
  const signed = (body: string, { secret = site.context.config.secret, now = site.clock.now() } = {}) => ({
    [SIGNATURE_HEADER]: signatureOf({ secret, body: Buffer.from(body), now }),
  })
  const later = (ms: number) => new Date(site.clock.now().getTime() + ms)

  test.each([
    ['no signature', () => ({})],
    ['no digest', () => ({ [SIGNATURE_HEADER]: 't=1,v1=' })],
    ['another key', (body: string) => signed(body, { secret: 'x'.repeat(43) })],
    ['the signature of another body', () => signed('{}')],
    ['a signature that is too old', (body: string) => signed(body, { now: later(-6 * MINUTE) })],
    ['a signature of the future', (body: string) => signed(body, { now: later(6 * MINUTE) })],
    [
      'a newer time than signed',
      (body: string) => {
        const old = signed(body, { now: later(-6 * MINUTE) })[SIGNATURE_HEADER] ?? ''
        const seconds = Math.floor(site.clock.now().getTime() / 1000)
        return { [SIGNATURE_HEADER]: old.replace(/^t=\d+/, `t=${seconds}`) }
      },
    ],
  ])('%s is rejected', async (_, headersOf) => {
    const { member, orderId, ref } = await buildBuyer()
    await settleAtSandbox(site, ref, { status: 'completed' })
    const event = { eventId: newPublicId(), ref }
    const answer = await sendEvent(site, event, headersOf(JSON.stringify(event)))
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ error: { code: 'payments.webhook_signature' } })
    expect(await statusOf(member, orderId)).toBe('pending')
    expect(await accountOf(member)).toEqual(emptyAccount)
  })

  test('a replayed webhook changes nothing and is rejected after its validity', async () => {
    const { member, orderId, ref } = await buildBuyer()
    await settleAtSandbox(site, ref, { status: 'completed' })
    const event = { eventId: newPublicId(), ref }
    const headers = signed(JSON.stringify(event))
    site.clock.advance(4 * MINUTE)
    for (let n = 0; n < 3; n += 1) expect((await sendEvent(site, event, headers)).statusCode).toBe(204)
    expect(await accountOf(member)).toEqual(paid(orderId))
    site.clock.advance(2 * MINUTE)
    expect((await sendEvent(site, event, headers)).statusCode).toBe(401)
  })
})
