import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptStayOffer } from '#contract/credits/calls.ts'
import { DISCOUNT_HOLD_MS } from '#contract/limits.ts'
import { buildMember } from './builders.ts'
import type { Subject } from './provider-site.ts'

/** Tests the checkouts of a provider. */
export function testCheckouts(subject: () => Subject) {
  describe('a checkout', () => {
    test('names no member', async () => {
      const { site, fake } = subject()
      fake.requests.length = 0
      const { member } = await site.buy({ method: 'creditcard', storesMethod: true })
      const sent = JSON.stringify(fake.requests)
      expect(sent).not.toBe('[]')
      for (const secret of [member.email, member.name, member.profileId, `${member.userId}`]) {
        expect(sent).not.toContain(secret)
      }
    })

    test('pressed twice while the provider is slow is one payment', async () => {
      const { site, fake, countPayments } = subject()
      const member = await buildMember(site.context)
      const before = countPayments()
      let release = () => {}
      fake.fault = new Promise((resolve) => {
        release = resolve
      })
      fake.requests.length = 0
      const clientId = randomUUID()
      const both = [site.order(member, { clientId }), site.order(member, { clientId })]
      await expect.poll(() => fake.requests.length).toBe(2)
      release()
      const answers = await Promise.all(both)
      // The provider executes the first one still when the second one arrives.
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 503])
      const again = await site.order(member, { clientId })
      expect(again.reply).toEqual(answers.find(({ status }) => status === 200)?.reply)
      expect(again.reply?.order.status).toBe('pending')
      expect(countPayments()).toBe(before + 1)
    })

    test.each([
      ['answers with 500', 500],
      ['answers with 503', 503],
      ['rejects the key', 401],
      ['cuts the connection', 'cut'],
    ] as const)('has an error when the provider %s, and works when repeated', async (_, fault) => {
      const { site, fake } = subject()
      const member = await buildMember(site.context)
      const clientId = randomUUID()
      fake.fault = fault
      const failed = await site.order(member, { clientId })
      expect(failed).toMatchObject({ status: 503, error: { code: 'payments.provider_unavailable' } })
      fake.fault = null
      expect((await site.order(member, { clientId })).status).toBe(200)
    })

    test('at a lowered price is closed before another order takes its code', async () => {
      const { site, isClosed } = subject()
      const member = await buildMember(site.context)
      await site.call(acceptStayOffer, {}, member)
      const first = await site.order(member, { code: 'STAY' })
      const bought = { member, orderId: first.reply?.order.id ?? '' }
      expect((await site.order(member, { code: 'STAY' })).error?.code).toBe('credits.code_in_payment')
      expect(isClosed(bought)).toBe(false)
      site.clock.advance(DISCOUNT_HOLD_MS)
      const second = await site.order(member, { code: 'STAY' })
      expect(second.reply?.order.amountMinor).toBe(first.reply?.order.amountMinor)
      expect(isClosed(bought)).toBe(true)
      expect(await site.statusOf(bought)).toBe('cancelled')
    })

    test('that the provider rejects is an error at the method, and the order has failed', async () => {
      const { site, fake } = subject()
      const member = await buildMember(site.context)
      fake.state.rejects = true
      const { status, error } = await site.order(member)
      expect({ status, code: error?.fields?.['method']?.code }).toEqual({
        status: 422,
        code: 'payments.method_unknown',
      })
      const { db } = site.context
      const rows = await db.selectFrom('orders').select('status').where('userId', '=', member.userId).execute()
      expect(rows).toEqual([{ status: 'failed' }])
    })
  })
}
