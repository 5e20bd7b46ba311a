import { afterAll, beforeEach, expect, test } from 'vitest'
import { auditMoney } from './audits/money-audit.ts'
import { testStoredCards } from './provider-cards.ts'
import { testCheckouts } from './provider-checkouts.ts'
import { testRefunds } from './provider-refunds.ts'
import { payAt, type Bought, type Subject } from './provider-site.ts'
import { testWebhooks } from './provider-webhooks.ts'

/** Tests what every provider has to do. `subject` is called in tests. */
export function testProvider(subject: () => Subject) {
  afterAll(async () => {
    await subject().site.close()
    await subject().fake.close()
  })
  beforeEach(() => {
    const { fake } = subject()
    fake.fault = null
    fake.state.rejects = false
  })

  testCheckouts(subject)
  testWebhooks(subject)
  testRefunds(subject)
  testStoredCards(subject)

  /** The last test of a file: everything before it is audited. */
  function finish() {
    test('all of it adds up, and was sent as the provider publishes', async () => {
      const { site, contractFaults } = subject()
      expect(await auditMoney(site.context.db)).toEqual([])
      expect(contractFaults()).toEqual([])
    })
  }

  return { pay: (bought: Bought) => payAt(subject(), bought), finish }
}
