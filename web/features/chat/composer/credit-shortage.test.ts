import { expect, test } from 'vitest'
import { contentPrice, isUnpaid } from './credit-shortage.ts'

const prices = { text: 2, photo: 4, voice: 4, gift: 5 }

test('the price of a gift is that of the site times its factor', () => {
  const priceOf = (gift: 'rose' | 'ring') => contentPrice(prices, { kind: 'gift', gift, body: '' })
  expect([priceOf('rose'), priceOf('ring')]).toEqual([5, 40])
})

test.each([
  [null, false],
  [{ code: 'credits.insufficient', params: {} } as const, true],
  [{ code: 'chat.too_long', params: {} } as const, false],
])('a message that was rejected with %o is unpaid: %s', (problem, expected) => {
  expect(isUnpaid({ problem })).toBe(expected)
})
