import { describe, expect, test } from 'vitest'
import { getRepeatOrder } from '#contract/payments/calls.ts'
import { MINUTE } from '#contract/time.ts'
import { checkOrders } from '#server/features/payments/orders/check-orders.ts'
import { payAt, type Bought, type Subject } from './provider-site.ts'

/** Tests the webhooks of a provider. */
export function testWebhooks(subject: () => Subject) {
  /** What a process leaves that ends between the reply of the provider and storing it. */
  async function losePayment({ orderId }: Bought) {
    const lost = { providerRef: null, checkoutUrl: null, customerRef: null }
    await subject().site.context.db.updateTable('orders').set(lost).where('publicId', '=', orderId).execute()
  }

  describe('a webhook', () => {
    test('completes the order once, however often it comes', async () => {
      const { site, settle, report } = subject()
      const bought = await site.buy()
      settle(bought)
      const answers = await Promise.all(Array.from({ length: 5 }, () => report(bought)))
      expect(answers).toEqual([204, 204, 204, 204, 204])
      expect(await site.statusOf(bought)).toBe('completed')
      expect(await site.creditsOf(bought)).toBe(60)
    })

    test('that comes while the provider is down is replaced by a question', async () => {
      const { site, fake, settle, report } = subject()
      const bought = await site.buy()
      settle(bought)
      fake.fault = 503
      expect(await report(bought)).toBe(503)
      fake.fault = null
      site.clock.advance(MINUTE)
      await site.context.jobs.enqueue(site.context.db, checkOrders, {})
      await site.context.jobs.runDue()
      expect(await site.statusOf(bought)).toBe('completed')
    })

    test('brings the reference of a payment that was not stored', async () => {
      const { site } = subject()
      const bought = await site.buy()
      await losePayment(bought)
      await payAt(subject(), bought)
      expect(await site.statusOf(bought)).toBe('completed')
      expect(await site.creditsOf(bought)).toBe(60)
      expect((await site.call(getRepeatOrder, {}, bought.member)).reply?.stored).toBeNull()
    })

    test('brings the consent to keep the card of such a payment', async () => {
      const { site, card } = subject()
      const bought = await site.buy({ method: 'creditcard', storesMethod: true })
      await losePayment(bought)
      await payAt(subject(), bought)
      await site.context.jobs.runDue()
      const { reply } = await site.call(getRepeatOrder, {}, bought.member)
      expect(reply?.stored).toMatchObject({ method: 'creditcard', label: card })
    })
  })
}
