import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/time.ts'
import { executeRefund } from '#server/features/payments/refunds/refunds.ts'
import { payAt, type Bought, type Subject } from './provider-site.ts'

/** Tests refunds and chargebacks of a provider. */
export function testRefunds(subject: () => Subject) {
  describe('money that goes back', () => {
    test('by a chargeback takes the credits back', async () => {
      const { site, chargeBack } = subject()
      const bought = await site.buy()
      await payAt(subject(), bought)
      await chargeBack(bought)
      expect(await site.statusOf(bought)).toBe('charged_back')
      expect(await site.creditsOf(bought)).toBe(0)
    })

    /** Has a refund executed twice, the first time so slowly that its reply comes too late. */
    async function refundSlowly(bought: Bought) {
      const { site, fake } = subject()
      const { id } = await site.context.db
        .selectFrom('refunds')
        .innerJoin('orders', 'orders.id', 'orderId')
        .select('refunds.id')
        .where('publicId', '=', bought.orderId)
        .executeTakeFirstOrThrow()
      let release = () => {}
      fake.fault = new Promise((resolve) => {
        release = resolve
      })
      fake.requests.length = 0
      const first = executeRefund(site.context, id)
      await expect.poll(() => fake.requests.some(({ method }) => method === 'POST')).toBe(true)
      await Promise.allSettled([executeRefund(site.context, id)])
      release()
      await first
    }

    test('slowly is returned once, and no credits come back meanwhile', async () => {
      const { site, refundsOf } = subject()
      const bought = await site.buy()
      await payAt(subject(), bought)
      await site.withdraw(bought)
      await refundSlowly(bought)
      await site.context.jobs.runDue()
      expect(refundsOf(bought)).toEqual([3499])
      expect(await site.statusOf(bought)).toBe('refunded')
      expect(await site.creditsOf(bought)).toBe(0)
      expect(await site.incidentsOf(bought)).toEqual([])
    })

    test('is tried for as long as it takes, and reported after a day', async () => {
      const { site, fake, refundsOf } = subject()
      const bought = await site.buy()
      await payAt(subject(), bought)
      await site.withdraw(bought)
      fake.fault = 401
      await site.context.jobs.runDue()
      // The queue has given the job up.
      await site.dropJobs()
      await site.runHourly()
      site.clock.advance(HOUR)
      await site.runHourly()
      expect(await site.incidentsOf(bought)).toEqual([])
      site.clock.advance(DAY)
      for (let n = 0; n < 2; n += 1) await site.runHourly()
      expect(await site.incidentsOf(bought)).toEqual(['refund_stuck'])
      fake.fault = null
      await site.runHourly()
      expect(refundsOf(bought)).toEqual([3499])
      expect(await site.refundOf(bought)).toBe('done')
    })

    test('for an account that is gone is refunded and reported, and its card is forgotten', async () => {
      const { site, report, refundsOf, keepsCardOf } = subject()
      const bought = await site.buy({ method: 'creditcard', storesMethod: true })
      await site.context.db.deleteFrom('users').where('id', '=', bought.member.userId).execute()
      await payAt(subject(), bought)
      await report(bought)
      expect(keepsCardOf(bought)).toBe(true)
      // The card is kept by a job, which makes the one that forgets it.
      for (let n = 0; n < 2; n += 1) await site.context.jobs.runDue()
      expect(refundsOf(bought)).toEqual([3499])
      expect(await site.incidentsOf(bought)).toEqual(['buyer_gone'])
      expect(keepsCardOf(bought)).toBe(false)
    })
  })
}
