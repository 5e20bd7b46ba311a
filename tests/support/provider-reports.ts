import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'
import { auditMoney } from './audits/money-audit.ts'
import type { Bought, Subject } from './provider-site.ts'

/** What happens to a payment at its provider, apart from what the site asks for. */
export type Happening = 'payment' | 'refund' | 'chargeback'
/** How a refund ends that the provider had accepted and that does not arrive. */
export type RefundEnd = 'fails' | 'is cancelled' | 'is sent back'

/** A provider that reports late, more than once and in any order, in words of its own. */
interface ReportSubject extends Pick<Subject, 'site' | 'settle' | 'report' | 'refundsOf' | 'countPayments'> {
  /** The time to pay is over, which no webhook says. */
  expire(order: Bought): void
  /** The buyer leaves the provider's page with its button to cancel, and the provider reports it. */
  cancelAsBuyer(order: Bought): Promise<number>
  /** Something happens there; a refund is one that the site has not asked for. */
  happen(order: Bought, what: Happening): void
  /** Sends the webhook about it. Returns the status of the answer. */
  deliver(order: Bought, what: Happening): Promise<number>
  /** An accepted refund of the site ends without arriving, and the provider reports it. */
  endRefund(order: Bought, end: RefundEnd): Promise<number>
}

/** Every order of some things. */
export function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((first) => ordersOf(things.filter((each) => each !== first)).map((rest) => [first, ...rest]))
}

/** Tests what late, repeated and disordered reports of a provider lead to. `subject` is called in tests. */
export function testReports(subject: () => ReportSubject) {
  afterEach(async () => {
    expect(await auditMoney(subject().site.context.db)).toEqual([])
  })

  async function check() {
    const { site } = subject()
    site.clock.advance(MINUTE)
    await site.context.jobs.enqueue(site.context.db, checkOrders, {})
    await site.context.jobs.runDue()
  }

  async function receiptsOf({ orderId }: Bought) {
    const rows = await subject()
      .site.context.db.selectFrom('receipts')
      .innerJoin('orders', 'orders.id', 'orderId')
      .select('receipts.kind')
      .where('publicId', '=', orderId)
      .orderBy('receipts.kind')
      .execute()
    return rows.map(({ kind }) => kind)
  }

  /** The order that has ended brought nothing, and the member can make another one. */
  async function expectEnded(bought: Bought, clientId: string) {
    const { site, countPayments } = subject()
    expect([await site.creditsOf(bought), await receiptsOf(bought)]).toEqual([0, []])
    const before = countPayments()
    expect((await site.order(bought.member, { clientId })).error?.code).toBe('payments.order_ended')
    expect(countPayments()).toBe(before)
    expect((await site.order(bought.member)).reply?.order.status).toBe('pending')
    expect(countPayments()).toBe(before + 1)
  }

  describe('a checkout', () => {
    test('that expires ends the order, and the next one is another payment', async () => {
      const { site, expire } = subject()
      const clientId = randomUUID()
      const bought = await site.buy({ clientId })
      expire(bought)
      for (let n = 0; n < 2; n += 1) await check()
      expect(await site.statusOf(bought)).toBe('cancelled')
      await expectEnded(bought, clientId)
    })

    test('that the buyer cancels, reported twice, ends the order once its time is over', async () => {
      const { site, expire, cancelAsBuyer } = subject()
      const clientId = randomUUID()
      const bought = await site.buy({ clientId })
      for (let n = 0; n < 2; n += 1) expect(await cancelAsBuyer(bought)).toBe(204)
      expire(bought)
      await check()
      expect(await site.statusOf(bought)).toBe('cancelled')
      await expectEnded(bought, clientId)
    })

    test('that was paid in the last moment counts once, though the order has ended', async () => {
      const { site, expire, settle, report } = subject()
      const bought = await site.buy()
      expire(bought)
      await check()
      expect(await site.statusOf(bought)).toBe('cancelled')
      settle(bought)
      for (let n = 0; n < 3; n += 1) expect(await report(bought)).toBe(204)
      await check()
      expect(await site.statusOf(bought)).toBe('completed')
      expect([await site.creditsOf(bought), await receiptsOf(bought)]).toEqual([60, ['receipt']])
    })
  })

  describe('an accepted refund', () => {
    test.each<RefundEnd>(['fails', 'is cancelled', 'is sent back'])(
      'that %s later is reported once, and neither money nor credits move again',
      async (end) => {
        const { site, settle, report, endRefund, refundsOf } = subject()
        const bought = await site.buy()
        settle(bought)
        await report(bought)
        await site.withdraw(bought)
        await site.context.jobs.runDue()
        expect(await site.refundOf(bought)).toBe('done')
        for (let n = 0; n < 2; n += 1) {
          expect(await endRefund(bought, end)).toBe(204)
          // The webhook of the payment, once more and late.
          expect(await report(bought)).toBe(204)
        }
        await site.runHourly()
        expect(await site.incidentsOf(bought)).toEqual(['refund_failed'])
        expect([await site.statusOf(bought), await site.creditsOf(bought)]).toEqual(['refunded', 0])
        expect(refundsOf(bought)).toEqual([3499])
        expect(await receiptsOf(bought)).toEqual(['credit_note', 'receipt'])
      },
    )
  })

  describe('webhooks that come after everything has happened, in every order, each twice', () => {
    test.each<{ happened: Happening[]; ends: { status: string; credits: number; incidents: string[] } }>([
      {
        happened: ['payment', 'refund'],
        ends: { status: 'completed', credits: 60, incidents: ['refunded_elsewhere'] },
      },
      { happened: ['payment', 'chargeback'], ends: { status: 'charged_back', credits: 0, incidents: ['chargeback'] } },
      {
        happened: ['payment', 'refund', 'chargeback'],
        ends: { status: 'charged_back', credits: 0, incidents: ['chargeback', 'refunded_elsewhere'] },
      },
    ])('about $happened end in the same', async ({ happened, ends }) => {
      const { site, happen, deliver } = subject()
      const notes = ends.status === 'charged_back' ? ['chargeback_note'] : []
      for (const order of ordersOf(happened)) {
        const bought = await site.buy()
        for (const what of happened) happen(bought, what)
        for (const what of [...order, ...order]) {
          site.clock.advance(1)
          expect(await deliver(bought, what)).toBe(204)
        }
        const [status, credits] = [await site.statusOf(bought), await site.creditsOf(bought)]
        const incidents = (await site.incidentsOf(bought)).toSorted((a, b) => a.localeCompare(b))
        expect({ order, status, credits, incidents }).toEqual({ order, ...ends })
        expect(await receiptsOf(bought)).toEqual([...notes, 'receipt'])
      }
    })
  })
}
