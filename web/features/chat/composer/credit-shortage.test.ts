import { describe, expect, test } from 'vitest'
import { contentPrice, isUnpaid, lacksCredits } from './credit-shortage.ts'

const prices = { text: 2, photo: 4, voice: 4, gift: 5 }

describe('a viewer lacks credits', () => {
  test.each([
    [0, true],
    [1, true],
    [2, false],
    [3, false],
  ])('with %i of them at a price of 2: %s', (credits, expected) => {
    expect(lacksCredits({ conversation: { prices, rejection: null }, credits })).toBe(expected)
  })

  test('only where a message could be sent', () => {
    expect(lacksCredits({ conversation: { prices, rejection: 'blocked' }, credits: 0 })).toBe(false)
  })

  test('never if messages are free', () => {
    expect(lacksCredits({ conversation: { prices: { ...prices, text: 0 }, rejection: null }, credits: 0 })).toBe(false)
  })
})

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
