import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DELETION_DAYS, OPERATOR_PAGE, STUCK_PAYMENT_MS, STUCK_REFUND_MS } from '#contract/limits.ts'
import * as calls from '#contract/operator/money/calls.ts'
import type { OperatorRole } from '#contract/operator/permissions.ts'
import { getOrder } from '#contract/payments/calls.ts'
import { DAY } from '#contract/time.ts'
import { eraseDeleted } from '#server/features/accounts/deletion/erasure.ts'
import { spend } from '#server/features/credits/service.ts'
import { ProviderRejection } from '#server/features/payments/providers/provider.ts'
import { balanceOf } from '#tests/support/balance.ts'
import { auditMoney } from '#tests/support/audits/money-audit.ts'
import { buildMember, type Member } from '#tests/support/builders.ts'
import { buildPaidOrder } from '#tests/support/operator-orders.ts'
import { buildOperator, type BuiltOperator } from '#tests/support/operators.ts'
import { buildOrder, reportPayment, settleAtSandbox } from '#tests/support/payments.ts'
import { startTestApp, type TestApp } from '#tests/support/site/app.ts'
import { recountMoney, storeMoneyDays } from './store-money.ts'
import { SETTLED_MS } from './sums-query.ts'

let site: TestApp

beforeAll(async () => {
  site = await startTestApp({ environment: { LOG_LEVEL: 'silent' } })
})
afterAll(() => site.close())

const operator = (role: OperatorRole = 'manager') => buildOperator(site.context, { role })
const at = (orderId: string) => ({ params: { orderId } })

/** Buys 60 credits for 34.99 euros. */
async function buildBuyer(credits = 0) {
  const member = await buildMember(site.context, { credits })
  const { orderId, ref } = await buildOrder(site, member)
  await reportPayment(site, ref, 'completed')
  return { member, orderId, ref }
}

const refund = (
  orderId: string,
  by: BuiltOperator,
  body: { amountMinor: number; credits?: number; clientId?: string; reason?: string },
) =>
  site.call(
    calls.refundOrder,
    { ...at(orderId), body: { clientId: randomUUID(), credits: 0, reason: 'Complaint', ...body } },
    by,
  )

const refundsAt = (ref: string) =>
  site.context.db.selectFrom('sandboxRefunds').select('amountMinor').where('ref', '=', ref).execute()

async function stateOf(member: Member, orderId: string) {
  const { credits, isPremium } = await balanceOf(site.context, member.userId)
  const { reply } = await site.call(getOrder, at(orderId), member)
  return { credits, isPremium, status: reply?.order.status }
}

/** Has the next refunds rejected by the provider, until the function that it returns is called. */
function rejectRefunds() {
  const [provider] = site.context.providers
  if (!provider) throw new Error('no provider')
  const original = provider.refund
  provider.refund = () => Promise.reject(new ProviderRejection('no money'))
  return () => {
    provider.refund = original
  }
}

function actsOf({ operatorId }: BuiltOperator) {
  return site.context.db
    .selectFrom('auditLog')
    .select(['act', 'subjectId', 'details'])
    .where('operatorId', '=', operatorId)
    .orderBy('id')
    .execute()
}

describe('orders', () => {
  test('are listed by state, provider, days, member and reference, page by page', async () => {
    const by = await operator('support')
    const { member, orderId, ref } = await buildBuyer()
    const { orderId: open } = await buildOrder(site, member)
    const list = async (query: object) => {
      const { reply } = await site.call(calls.listOrders, { query: { member: member.profileId, ...query } }, by)
      return reply?.orders.map(({ id }) => id)
    }
    const today = site.clock.now().toISOString().slice(0, 10)
    expect(await list({})).toEqual([open, orderId])
    expect(await list({ status: 'completed' })).toEqual([orderId])
    expect(await list({ status: 'failed' })).toEqual([])
    expect(await list({ provider: 'sandbox' })).toHaveLength(2)
    expect(await list({ provider: 'mollie' })).toEqual([])
    expect(await list({ from: today, to: today })).toHaveLength(2)
    expect(await list({ to: '2026-01-02' })).toEqual([])
    expect(await list({ reference: ref })).toEqual([orderId])
    expect(await list({ reference: open })).toEqual([open])
    expect(await list({ before: open })).toEqual([orderId])
    expect(await list({ stuck: 'true' })).toEqual([])
    for (let n = 0; n < OPERATOR_PAGE; n += 1) await buildPaidOrder(site.context, member)
    const first = (await site.call(calls.listOrders, { query: { member: member.profileId } }, by)).reply
    expect(first?.orders).toHaveLength(OPERATOR_PAGE)
    expect(await list({ before: first?.next })).toHaveLength(2)
  })

  test('that wait for a provider for too long are stuck: payments and refunds', async () => {
    const by = await operator('support')
    const { member, orderId } = await buildBuyer()
    const { orderId: open } = await buildOrder(site, member)
    expect((await refund(orderId, await operator(), { amountMinor: 100 })).status).toBe(204)
    const { db } = site.context
    const longAgo = (ms: number) => new Date(site.clock.now().getTime() - ms - 1)
    await db
      .updateTable('orders')
      .set({ createdAt: longAgo(STUCK_PAYMENT_MS) })
      .where('publicId', '=', open)
      .execute()
    await db
      .updateTable('refunds')
      .set({ requestedAt: longAgo(STUCK_REFUND_MS) })
      .where('status', '=', 'requested')
      .execute()
    const query = { member: member.profileId, stuck: 'true' as const }
    const { reply } = await site.call(calls.listOrders, { query }, by)
    expect(reply?.orders.map(({ id }) => id)).toEqual([open, orderId])
    await site.context.jobs.runDue()
  })

  test.each([{ status: 'paid' }, { from: 'yesterday' }, { member: "'" }, { stuck: 'false' }, { page: '1' }])(
    'are not listed with %o',
    async (query) => {
      const { status } = await site.call(calls.listOrders, { query: query as never }, await operator())
      expect(status).toBe(400)
    },
  )

  test('as a file are safe to open in a spreadsheet, and recorded', async () => {
    const by = await operator()
    const { member, orderId } = await buildBuyer()
    await site.context.db
      .updateTable('orders')
      .set({ discountCode: '=HYPERLINK("http://x")' })
      .where('publicId', '=', orderId)
      .execute()
    const { body } = await site.app.inject({
      url: `${calls.exportOrders.path}?member=${member.profileId}`,
      headers: { cookie: by.cookie },
    })
    expect(body).toContain(`\r\n${orderId},`)
    expect(body).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect((await actsOf(by)).map(({ act }) => act)).toEqual(['orders_exported'])
  })

  test('one order shows its history, receipts and what can be refunded, and the look is recorded', async () => {
    const by = await operator('support')
    const { member, orderId, ref } = await buildBuyer(10)
    const { reply } = await site.call(calls.getOrderFile, at(orderId), by)
    expect(reply).toMatchObject({
      id: orderId,
      memberId: member.profileId,
      memberName: member.name,
      providerRef: ref,
      refundableCredits: 60,
      refunds: [],
      chargeback: null,
      incidents: [],
    })
    expect(reply?.events.map(({ to }) => to)).toEqual(['pending', 'completed'])
    expect(reply?.receipts).toMatchObject([{ kind: 'receipt', amountMinor: 3499 }])
    expect(await actsOf(by)).toEqual([{ act: 'order_seen', subjectId: orderId, details: {} }])
    const none = await site.call(calls.getOrderFile, at('bcdfghjkmnpqrs'), by)
    expect(none.error?.code).toBe('payments.order_not_found')
  })
})

describe('a refund', () => {
  test('of the whole price takes the credits, ends the order and premium, and is paid once', async () => {
    const by = await operator()
    const { member, orderId, ref } = await buildBuyer()
    const body = { amountMinor: 3499, credits: 60, clientId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => refund(orderId, by, body)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    expect(await stateOf(member, orderId)).toEqual({ credits: 0, isPremium: false, status: 'refunded' })
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toEqual([{ amountMinor: 3499 }])
    const { reply } = await site.call(calls.getOrderFile, at(orderId), by)
    expect(reply).toMatchObject({ refundedMinor: 3499, refundableCredits: null })
    expect(reply?.refunds).toMatchObject([{ reason: 'operator', status: 'done' }])
    expect(reply?.receipts.map(({ kind }) => kind)).toEqual(['receipt', 'credit_note'])
    const refunded = (await actsOf(by)).filter(({ act }) => act === 'order_refunded')
    expect(refunded).toEqual([
      { act: 'order_refunded', subjectId: orderId, details: { amountMinor: 3499, credits: 60, reason: 'Complaint' } },
    ])
    expect(await auditMoney(site.context.db)).toEqual([])
  })

  test('of a part leaves the order and premium', async () => {
    const by = await operator()
    const { member, orderId, ref } = await buildBuyer()
    expect((await refund(orderId, by, { amountMinor: 500, credits: 10 })).status).toBe(204)
    expect(await stateOf(member, orderId)).toEqual({ credits: 50, isPremium: true, status: 'completed' })
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toEqual([{ amountMinor: 500 }])
    // The provider's own report about it is no surprise.
    await reportPayment(site, ref, 'completed')
    expect((await site.call(calls.getOrderFile, at(orderId), by)).reply?.incidents).toEqual([])
    expect(await auditMoney(site.context.db)).toEqual([])
  })

  test('by two operators at once is one', async () => {
    const { orderId, ref } = await buildBuyer()
    const both = [await operator(), await operator('owner')]
    const answers = await Promise.all(both.map((by) => refund(orderId, by, { amountMinor: 3499 })))
    expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'payments.not_refundable'])
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toEqual([{ amountMinor: 3499 }])
  })

  test.each([
    [3499, 60],
    [500, 10],
  ])(
    'of %d that the provider rejects gives back what it took, and can be tried again',
    async (amountMinor, credits) => {
      const by = await operator()
      const { member, orderId, ref } = await buildBuyer()
      const before = await stateOf(member, orderId)
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const allow = rejectRefunds()
        expect((await refund(orderId, by, { amountMinor, credits })).status).toBe(204)
        await site.context.jobs.runDue()
        allow()
        expect(await stateOf(member, orderId)).toEqual(before)
      }
      expect(await refundsAt(ref)).toEqual([])
      expect((await refund(orderId, by, { amountMinor, credits })).status).toBe(204)
      await site.context.jobs.runDue()
      expect(await refundsAt(ref)).toEqual([{ amountMinor }])
      const after = await stateOf(member, orderId)
      expect(after.credits).toBe(before.credits - credits)
      expect((await site.call(calls.getOrderFile, at(orderId), by)).reply?.incidents).toMatchObject([
        { kind: 'refund_failed', closedAt: null },
      ])
      expect(await auditMoney(site.context.db)).toEqual([])
    },
  )

  test('takes no more than was paid, and no credits that were spent or come from elsewhere', async () => {
    const by = await operator()
    const { member, orderId } = await buildBuyer()
    await site.context.transaction((tx) =>
      spend({ ...site.context, tx }, { userId: member.userId, kind: 'message', ref: 'm', amount: 20 }),
    )
    const tooMuch = await refund(orderId, by, { amountMinor: 3500 })
    expect(tooMuch.error?.fields?.['amountMinor']?.code).toBe('payments.refund_amount')
    const spent = await refund(orderId, by, { amountMinor: 3499, credits: 41 })
    expect(spent.error?.fields?.['credits']?.code).toBe('payments.refund_credits')
    expect(await stateOf(member, orderId)).toMatchObject({ credits: 40, status: 'completed' })
    expect((await refund(orderId, by, { amountMinor: 3499, credits: 40 })).status).toBe(204)
    expect(await stateOf(member, orderId)).toMatchObject({ credits: 0, status: 'refunded' })
    await site.context.jobs.runDue()
  })

  test('of a buyer who is erased pays the money back, and takes no credits', async () => {
    const by = await operator()
    const { member, orderId, ref } = await buildBuyer()
    const { db } = site.context
    const deletedAt = new Date(site.clock.now().getTime() - (DELETION_DAYS + 1) * DAY)
    await db.updateTable('users').set({ deletedAt }).where('id', '=', member.userId).execute()
    await eraseDeleted(site.context, new AbortController().signal)
    const { reply } = await site.call(calls.getOrderFile, at(orderId), by)
    expect(reply).toMatchObject({ memberId: null, memberName: null, refundableCredits: 0 })
    const taken = await refund(orderId, by, { amountMinor: 3499, credits: 1 })
    expect(taken.error?.fields?.['credits']?.code).toBe('payments.refund_credits')
    expect((await refund(orderId, by, { amountMinor: 3499 })).status).toBe(204)
    await site.context.jobs.runDue()
    expect(await refundsAt(ref)).toEqual([{ amountMinor: 3499 }])
  })

  test.each([
    [{ amountMinor: 0 }, 'amountMinor', 'payments.refund_amount'],
    [{ amountMinor: -5 }, 'amountMinor', 'payments.refund_amount'],
    [{ amountMinor: 1.5 }, 'amountMinor', 'payments.refund_amount'],
    [{ amountMinor: 5, credits: -1 }, 'credits', 'payments.refund_credits'],
    [{ amountMinor: 5, reason: ' ' }, 'reason', 'operator.reason_required'],
  ])('with %o is rejected', async (body, field, code) => {
    const { orderId } = await buildBuyer()
    const { error } = await refund(orderId, await operator(), body)
    expect(error?.fields?.[field]?.code).toBe(code)
  })

  test('of an open, unknown or charged-back order, or with the client id of another, is rejected', async () => {
    const by = await operator()
    const { member, orderId, ref } = await buildBuyer()
    const { orderId: open } = await buildOrder(site, member)
    expect((await refund(open, by, { amountMinor: 100 })).error?.code).toBe('payments.not_refundable')
    expect((await refund('bcdfghjkmnpqrs', by, { amountMinor: 1 })).error?.code).toBe('payments.order_not_found')
    const clientId = randomUUID()
    const other = await buildBuyer()
    expect((await refund(other.orderId, by, { amountMinor: 100, clientId })).status).toBe(204)
    expect((await refund(orderId, by, { amountMinor: 100, clientId })).error?.code).toBe('operator.sent_before')
    expect((await refund(other.orderId, by, { amountMinor: 101, clientId })).error?.code).toBe('operator.sent_before')
    await settleAtSandbox(site, ref, { chargedBackMinor: 3499 })
    await reportPayment(site, ref, 'completed')
    expect((await refund(orderId, by, { amountMinor: 100 })).error?.code).toBe('payments.not_refundable')
    const { reply } = await site.call(calls.getOrderFile, at(orderId), by)
    expect(reply).toMatchObject({ status: 'charged_back', chargeback: { amountMinor: 3499, creditsTaken: 60 } })
    await site.context.jobs.runDue()
  })
})

test('an incident stays open until one operator closes it with a note', async () => {
  const by = await operator()
  const orderId = await buildPaidOrder(site.context, await buildMember(site.context))
  const listed = async (state: 'open' | 'closed') => {
    const { reply } = await site.call(calls.listIncidents, { query: { state } }, by)
    return reply?.incidents.filter((incident) => incident.orderId === orderId)
  }
  expect(await listed('open')).toMatchObject([{ kind: 'mismatch', note: null }])
  const input = { params: { orderId, kind: 'mismatch' as const }, body: { reason: 'Paid by hand' } }
  const answers = await Promise.all([by, await operator()].map((each) => site.call(calls.closeIncident, input, each)))
  expect(answers.map(({ error }) => error?.code ?? 'ok').toSorted()).toEqual(['ok', 'payments.incident_closed'])
  expect(await listed('open')).toEqual([])
  expect(await listed('closed')).toMatchObject([{ note: 'Paid by hand' }])
  const none = { ...input, params: { orderId, kind: 'chargeback' as const } }
  expect((await site.call(calls.closeIncident, none, by)).error?.code).toBe('payments.incident_closed')
  const empty = { ...input, body: { reason: '' } }
  expect((await site.call(calls.closeIncident, empty, by)).error?.fields?.['reason']?.code).toBe(
    'operator.reason_required',
  )
})

describe('the books', () => {
  test('of a day agree with payments, refunds, chargebacks and the ledger', async () => {
    const noon = new Date(Math.ceil(site.clock.now().getTime() / 86_400_000) * 86_400_000 + 43_200_000)
    site.clock.advance(noon.getTime() - site.clock.now().getTime())
    const one = await buildBuyer()
    const two = await buildBuyer()
    const three = await buildBuyer()
    // Completed, but at another day.
    site.clock.advance(86_400_000)
    await buildBuyer()
    const fresh = await operator()
    await refund(one.orderId, fresh, { amountMinor: 500 })
    await site.context.jobs.runDue()
    await settleAtSandbox(site, two.ref, { chargedBackMinor: 3499 })
    await reportPayment(site, two.ref, 'completed')
    const day = (date: Date) => date.toISOString().slice(0, 10)
    const [first, second] = [day(noon), day(site.clock.now())]
    const { reply } = await site.call(calls.listDays, { query: { from: first, to: second } }, fresh)
    const none = { refundedMinor: 0, chargedBackMinor: 0 }
    expect(reply?.days).toMatchObject([
      { day: second, currency: 'EUR', orders: 1, paidMinor: 3499, refundedMinor: 500, chargedBackMinor: 3499 },
      { day: first, currency: 'EUR', orders: 3, paidMinor: 3 * 3499, ...none, creditsSold: 180, creditsBooked: 180 },
    ])
    // A payment whose credits are missing is seen.
    await site.context.db.deleteFrom('creditLedger').where('ref', '=', three.orderId).execute()
    const again = await site.call(calls.listDays, { query: { from: first, to: first } }, fresh)
    expect(again.reply?.days).toMatchObject([{ creditsSold: 180, creditsBooked: 120 }])
    expect((await site.call(calls.listDays, { query: { from: second, to: first } }, fresh)).error?.code).toBe(
      'operator.days_invalid',
    )
  })

  test('of past days are stored, stay as they were stored, and are compared with the tables', async () => {
    site.clock.advance(300 * DAY)
    const by = await operator()
    const { orderId } = await buildBuyer()
    await refund(orderId, by, { amountMinor: 1000 })
    await site.context.jobs.runDue()
    const now = site.clock.now()
    const day = now.toISOString().slice(0, 10)
    const { year, quarter } = { year: now.getUTCFullYear(), quarter: Math.floor(now.getUTCMonth() / 3) + 1 }
    const books = async () => {
      const fresh = await operator()
      const days = (await site.call(calls.listDays, { query: { from: day, to: day } }, fresh)).reply?.days
      const vat = (await site.call(calls.listVat, { query: { year, quarter } }, fresh)).reply?.rows
      return { days, vat }
    }
    const live = await books()
    expect(live.days).toMatchObject([{ orders: 1, paidMinor: 3499, refundedMinor: 1000, creditsBooked: 60 }])
    expect(live.vat).toMatchObject([{ salesMinor: 3499, returnedMinor: 1000 }])
    const storedDays = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from operator_money_days where day = ${day}`.execute(
          site.context.db,
        )
      ).rows[0]?.n

    // Not before the transactions of the day have ended.
    const midnight = new Date(day).getTime() + DAY
    site.clock.advance(midnight + SETTLED_MS - 1 - now.getTime())
    await storeMoneyDays(site.context)
    expect(await storedDays()).toBe(0)
    site.clock.advance(1)
    await Promise.all([storeMoneyDays(site.context), storeMoneyDays(site.context)])
    expect(await storedDays()).toBe(1)
    expect(await books()).toEqual(live)

    const { db } = site.context
    await db.deleteFrom('creditLedger').where('ref', '=', orderId).execute()
    await db.updateTable('receipts').set({ vatMinor: 1 }).where('kind', '=', 'receipt').execute()
    expect(await books()).toEqual(live)
    await recountMoney(site.context, new AbortController().signal)
    const { days, vat } = await books()
    expect(days).toMatchObject([{ orders: 1, paidMinor: 3499, creditsSold: 60, creditsBooked: 0 }])
    expect(vat).toMatchObject([{ salesMinor: 3499, salesVatMinor: 1, returnedMinor: 1000 }])
    const check = () =>
      db.selectFrom('checks').select(['found', 'repaired']).where('name', '=', 'money_sums').executeTakeFirst()
    const first = await check()
    expect(first?.found).toBeGreaterThan(0)
    expect(first?.repaired).toBe(first?.found)
    await recountMoney(site.context, new AbortController().signal)
    expect(await check()).toEqual({ found: 0, repaired: 0 })
  })

  test('of a quarter have the VAT of receipts and of what corrects them', async () => {
    site.clock.advance(200 * 86_400_000)
    const by = await operator()
    const { orderId } = await buildBuyer()
    await buildBuyer()
    await refund(orderId, by, { amountMinor: 3499, credits: 60 })
    await site.context.jobs.runDue()
    const now = site.clock.now()
    const query = { year: now.getUTCFullYear(), quarter: Math.floor(now.getUTCMonth() / 3) + 1 }
    const { reply, error } = await site.call(calls.listVat, { query }, by)
    expect(error).toBeNull()
    expect(reply?.rows).toMatchObject([
      {
        country: 'NL',
        currency: 'EUR',
        vatPermille: 210,
        salesMinor: 6998,
        salesVatMinor: 1214,
        returnedMinor: 3499,
        returnedVatMinor: 607,
      },
    ])
    const file = await site.app.inject({
      url: `${calls.exportVat.path}?year=${query.year}&quarter=${query.quarter}`,
      headers: { cookie: by.cookie },
    })
    expect(file.body).toContain(',NL,EUR,210,6998,1214,3499,607\r\n')
    const invalid = { query: { year: 2026, quarter: 5 } }
    expect((await site.call(calls.listVat, invalid, by)).status).toBe(400)
  })
})
