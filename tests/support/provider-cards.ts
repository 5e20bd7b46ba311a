import { describe, expect, test } from 'vitest'
import { getRepeatOrder, removeStoredMethod } from '#contract/payments/calls.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { chargeOrder } from '#server/features/payments/orders/charge.ts'
import { payAt, type Subject } from './provider-site.ts'

/** Tests the cards that a provider stores. */
export function testStoredCards(subject: () => Subject) {
  describe('a stored card', () => {
    async function buyAndStore() {
      const { site } = subject()
      const bought = await site.buy({ method: 'creditcard', storesMethod: true })
      await payAt(subject(), bought)
      await site.context.jobs.runDue()
      return bought
    }

    test('pays the next order', async () => {
      const { site, card } = subject()
      const { member } = await buyAndStore()
      const answer = await site.call(getRepeatOrder, {}, member)
      expect(answer.reply?.stored).toMatchObject({ method: 'creditcard', label: card })
      const { reply } = await site.repeat(member)
      await site.context.jobs.runDue()
      expect(await site.statusOf({ member, orderId: reply?.order.id ?? '' })).toBe('completed')
      expect(await site.creditsOf({ member })).toBe(120)
    })

    test('is charged once, also when the process ends before the payment is stored', async () => {
      const { site, fake, countPayments } = subject()
      const { member } = await buyAndStore()
      const before = countPayments()
      const { reply } = await site.repeat(member)
      const { db } = site.context
      const publicId = reply?.order.id ?? ''
      const { id } = await db
        .selectFrom('orders')
        .select('id')
        .where('publicId', '=', publicId)
        .executeTakeFirstOrThrow()
      fake.fault = 'cut'
      await expect(chargeOrder(site.context, id)).rejects.toThrow('payments.provider_unavailable')
      fake.fault = null
      const ending = { ...site.context, transaction: () => Promise.reject(new Error('the process ends')) }
      await expect(chargeOrder(ending, id)).rejects.toThrow('the process ends')
      await db.updateTable('orders').set({ providerRef: null }).where('id', '=', id).execute()
      await chargeOrder(site.context, id)
      await site.context.jobs.runDue()
      expect(countPayments()).toBe(before + 1)
      expect(await site.creditsOf({ member })).toBe(120)
    })

    test('is forgotten by the provider when the member removes it', async () => {
      const { site, keepsCardOf } = subject()
      const bought = await buyAndStore()
      expect((await site.call(removeStoredMethod, {}, bought.member)).status).toBe(200)
      await site.context.jobs.runDue()
      expect(keepsCardOf(bought)).toBe(false)
      const methods = site.context.db.selectFrom('methodsToForget').selectAll()
      expect(await methods.execute()).toEqual([])
      const again = await site.repeat(bought.member)
      expect(again).toMatchObject({ status: 409, error: { code: 'payments.no_stored_method' } })
    })
  })

  test('a card that the provider cannot forget for days is reported, and forgotten later', async () => {
    const { site, fake, keepsCardOf } = subject()
    const bought = await site.buy({ method: 'creditcard', storesMethod: true })
    await payAt(subject(), bought)
    await site.context.jobs.runDue()
    await site.call(removeStoredMethod, {}, bought.member)
    fake.fault = 401
    await site.context.jobs.runDue()
    await site.dropJobs()
    site.clock.advance(HOUR)
    await site.runHourly()
    expect(await site.incidentsOf(bought)).toEqual([])
    site.clock.advance(DAY)
    await site.runHourly()
    expect(await site.incidentsOf(bought)).toEqual(['method_stuck'])
    fake.fault = null
    await site.runHourly()
    expect(keepsCardOf(bought)).toBe(false)
  })
}
