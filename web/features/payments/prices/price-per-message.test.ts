import { expect, test } from 'vitest'
import { pricePerMessage } from './price-per-message.ts'

test.each([
  [1499, 10, 150],
  [14_999, 200, 75],
  [3490, 30, 116],
  [100, 100, 1],
])('%i minor units for %i messages are %i for one', (amountMinor, messages, expected) => {
  expect(pricePerMessage({ amountMinor, messages, currency: 'EUR' })).toEqual({
    amountMinor: expected,
    currency: 'EUR',
  })
})
