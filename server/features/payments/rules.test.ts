import { BUNDLE_MESSAGES, BUNDLE_PRICES } from '#contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { countries, currencies } from '#contract/countries.ts'
import { bundleIds, orderStates } from '#contract/payments.ts'
import { bundlesIn, markets, statusAfter } from './rules.ts'

const noMinimum = { message_credits: 1, minimum_message_costs: {} }

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
    const amounts = bundlesIn('NL', { message_credits: 1, minimum_message_costs }).map(({ amountMinor }) => amountMinor)
    expect(amounts).toEqual([1499, 3499, 7500, 20_000])
  })

  test('a minimum of another country changes nothing', () => {
    const minimum_message_costs = { DE: { costs: 500, currency: 'EUR' as const } }
    expect(bundlesIn('NL', { message_credits: 1, minimum_message_costs })).toEqual(bundlesIn('NL', noMinimum))
  })

  test('amounts are in the currency of the minimum', () => {
    const minimum_message_costs = { CH: { costs: 10, currency: 'EUR' as const } }
    expect(bundlesIn('CH', { message_credits: 1, minimum_message_costs })[0]).toMatchObject({ currency: 'EUR' })
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
    const bundles = bundlesIn('NL', { message_credits: 1, minimum_message_costs })
    expect(bundles.some(({ isBest }) => isBest)).toBe(false)
  })

  test('in each currency a larger bundle has a lower price per message', () => {
    for (const currency of currencies) {
      const rates = bundleIds.map((id) => BUNDLE_PRICES[currency][id] / BUNDLE_MESSAGES[id])
      expect(rates).toEqual(rates.toSorted((a, b) => b - a))
    }
  })
})

describe('methods', () => {
  test('every country offers some, each once', () => {
    for (const country of countries) {
      const { methods } = markets[country]
      expect(methods.length).toBeGreaterThan(2)
      expect(new Set(methods).size).toBe(methods.length)
    }
  })
})

describe('the state of an order', () => {
  test('completed is final', () => {
    for (const reported of orderStates) expect(statusAfter('completed', reported)).toBe('completed')
  })

  test('failed and cancelled orders can still complete, and do not change otherwise', () => {
    expect(statusAfter('failed', 'completed')).toBe('completed')
    expect(statusAfter('cancelled', 'completed')).toBe('completed')
    expect(statusAfter('failed', 'cancelled')).toBe('failed')
    expect(statusAfter('cancelled', 'failed')).toBe('cancelled')
  })

  test('no order becomes pending again', () => {
    for (const current of orderStates) expect(statusAfter(current, 'pending')).toBe(current)
  })

  test('a pending order accepts every report', () => {
    for (const reported of orderStates) expect(statusAfter('pending', reported)).toBe(reported)
  })
})
