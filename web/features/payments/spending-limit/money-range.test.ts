import { expect, test } from 'vitest'
import { moneyRange } from './money-range.ts'

const bundles = [
  { credits: 20, amountMinor: 1499, currency: 'EUR' },
  { credits: 400, amountMinor: 14_999, currency: 'EUR' },
] as const

test('credits are worth what they cost in the cheapest and in the dearest bundle', () => {
  const range = moneyRange(bundles, { from: 2, to: 2 })
  expect(range).toEqual({ from: { amountMinor: 75, currency: 'EUR' }, to: { amountMinor: 150, currency: 'EUR' } })
  expect(moneyRange(bundles, { from: 4, to: 32 })).toMatchObject({
    from: { amountMinor: 150 },
    to: { amountMinor: 2398 },
  })
})

test('without bundles there is no price', () => {
  expect(moneyRange([], { from: 2, to: 2 })).toBeNull()
})
