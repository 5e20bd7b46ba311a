import { BUNDLE_MESSAGES, BUNDLE_PRICES, OPEN_ORDER_DAYS } from '#contract/limits.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { describe, expect, test } from 'vitest'
import { countries, currencies } from '#contract/countries.ts'
import { orderStates } from '#contract/payments/order-states.ts'
import { bundleIds } from '#contract/payments/schemas.ts'
import { bundlesIn, changes, isPaymentOf, markets, nextCheck, refundAmount } from './rules.ts'

const noMinimum = { message_credits: 1, bundle_prices: {}, minimum_message_costs: {} }

describe('bundles', () => {
  test('every country has four; a higher price buys more messages', () => {
    for (const country of countries) {
      const bundles = bundlesIn(country, noMinimum)
      expect(bundles.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2', 'p3'])
      expect(bundles).toEqual(bundles.toSorted((a, b) => a.amountMinor - b.amountMinor))
      expect(bundles).toEqual(bundles.toSorted((a, b) => a.messages - b.messages))
    }
  })

  test('the price is in the currency of the country', () => {
    expect(bundlesIn('NL', noMinimum)[0]).toMatchObject({ currency: 'EUR', amountMinor: 1499 })
    expect(bundlesIn('GB', noMinimum)[0]).toMatchObject({ currency: 'GBP', amountMinor: 1299 })
    expect(bundlesIn('PL', noMinimum)[3]).toMatchObject({ currency: 'PLN', amountMinor: 59_900 })
  })

  test('credits follow from the price of a message', () => {
    expect(bundlesIn('NL', { ...noMinimum, message_credits: 7 })[1]).toMatchObject({ credits: 210, messages: 30 })
  })

  test('no price per message falls below the minimum of the country', () => {
    for (const costs of [0, 1, 75, 99, 150, 333]) {
      for (const country of countries) {
        const { currency } = markets[country]
        const bundles = bundlesIn(country, {
          ...noMinimum,
          message_credits: 3,
          minimum_message_costs: { [country]: { costs, currency } },
        })
        for (const { amountMinor, messages, id } of bundles) {
          expect(amountMinor / messages).toBeGreaterThanOrEqual(costs)
          expect(amountMinor).toBeGreaterThanOrEqual(BUNDLE_PRICES[currency][id])
        }
      }
    }
  })

  test('a minimum raises only the prices below it', () => {
    const minimum_message_costs = { NL: { costs: 100, currency: 'EUR' as const } }
    const amounts = bundlesIn('NL', { ...noMinimum, minimum_message_costs }).map(({ amountMinor }) => amountMinor)
    expect(amounts).toEqual([1499, 3499, 7500, 20_000])
  })

  test('a minimum of another country changes nothing', () => {
    const minimum_message_costs = { DE: { costs: 500, currency: 'EUR' as const } }
    expect(bundlesIn('NL', { ...noMinimum, minimum_message_costs })).toEqual(bundlesIn('NL', noMinimum))
  })

  test('amounts are in the currency of the minimum', () => {
    const minimum_message_costs = { CH: { costs: 10, currency: 'EUR' as const } }
    expect(bundlesIn('CH', { ...noMinimum, minimum_message_costs })[0]).toMatchObject({ currency: 'EUR' })
  })

  test('exactly one is best, with the lowest price per message', () => {
    for (const country of countries) {
      const bundles = bundlesIn(country, noMinimum)
      const cheapest = bundles.toSorted((a, b) => a.amountMinor / a.messages - b.amountMinor / b.messages)[0]
      expect(bundles.filter(({ isBest }) => isBest)).toEqual([cheapest])
    }
  })

  test('none is best where the minimum makes all prices per message equal', () => {
    const minimum_message_costs = { NL: { costs: 1000, currency: 'EUR' as const } }
    const bundles = bundlesIn('NL', { ...noMinimum, minimum_message_costs })
    expect(bundles.some(({ isBest }) => isBest)).toBe(false)
  })

  test('in each currency a larger bundle has a lower price per message', () => {
    for (const currency of currencies) {
      const rates = bundleIds.map((id) => BUNDLE_PRICES[currency][id] / BUNDLE_MESSAGES[id])
      expect(rates).toEqual(rates.toSorted((a, b) => b - a))
    }
  })
})

describe('the state of an order', () => {
  /** The states that a provider's report leads to. */
  const reportsAfter = (from: (typeof orderStates)[number]) => orderStates.filter((to) => changes(from, to, 'webhook'))

  test('follows reports of the provider, but never back', () => {
    expect(reportsAfter('pending')).toEqual(['completed', 'failed', 'cancelled'])
    expect(reportsAfter('failed')).toEqual(['completed'])
    expect(reportsAfter('cancelled')).toEqual(['completed'])
    expect(reportsAfter('completed')).toEqual(['charged_back'])
    expect(reportsAfter('refunded')).toEqual(['charged_back'])
    expect(reportsAfter('charged_back')).toEqual([])
  })

  test('becomes refunded by the site only', () => {
    for (const from of orderStates) {
      expect(changes(from, 'refunded', 'webhook')).toBe(false)
      expect(changes(from, 'refunded', 'withdrawal')).toBe(from === 'completed')
    }
    expect(changes('refunded', 'completed', 'refund_failed')).toBe(true)
    expect(changes('refunded', 'completed', 'check')).toBe(false)
  })

  test('becomes failed by a rejection of the provider only while it is open', () => {
    for (const from of orderStates) expect(changes(from, 'failed', 'rejected')).toBe(from === 'pending')
  })
})

describe('checks of an open order', () => {
  const createdAt = new Date('2026-06-15T12:00:00Z')
  const pauseAt = (age: number) => {
    const now = new Date(createdAt.getTime() + age)
    const next = nextCheck({ since: createdAt, now })
    return next && next.getTime() - now.getTime()
  }

  test('have pauses that grow with its age', () => {
    expect([0, 30 * SECOND, MINUTE, 4 * MINUTE, HOUR, 2 * DAY].map(pauseAt)).toEqual([
      MINUTE,
      MINUTE,
      MINUTE,
      4 * MINUTE,
      HOUR,
      12 * HOUR,
    ])
  })

  test('end', () => {
    expect(pauseAt(OPEN_ORDER_DAYS * DAY)).toBeNull()
  })
})

test.each([
  [3499, 60, 60, 3499],
  [3499, 60, 30, 1750],
  [3499, 60, 1, 58],
  [1, 400, 1, 0],
])('of %i for %i credits, %i unspent ones are worth %i', (amountMinor, credits, unspent, amount) => {
  expect(refundAmount({ amountMinor, credits, unspent })).toBe(amount)
})

test('a payment belongs to an order with the same reference, amount and currency', () => {
  const order = { publicId: 'a', amountMinor: 100, currency: 'EUR' }
  const payment = { reference: 'a', amountMinor: 100, currency: 'EUR' }
  expect(isPaymentOf(order, payment)).toBe(true)
  for (const other of [{ reference: 'b' }, { amountMinor: 99 }, { currency: 'USD' }]) {
    expect(isPaymentOf(order, { ...payment, ...other })).toBe(false)
  }
})
