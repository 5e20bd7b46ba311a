import { describe, expect, test } from 'vitest'
import { lacksCredits } from './credit-shortage.ts'

describe('a viewer lacks credits', () => {
  const conversation = { messageCredits: 2, rejection: null }

  test.each([
    [0, true],
    [1, true],
    [2, false],
    [3, false],
  ])('with %i of them at a price of 2: %s', (credits, expected) => {
    expect(lacksCredits({ conversation, credits, outgoing: [] })).toBe(expected)
  })

  test('if the server rejected a message for it, whatever the balance in this tab', () => {
    expect(lacksCredits({ conversation, credits: 9, outgoing: [{ isUnpaid: false }, { isUnpaid: true }] })).toBe(true)
    expect(lacksCredits({ conversation, credits: 9, outgoing: [{}] })).toBe(false)
  })

  test('only where a message could be sent', () => {
    const closed = { messageCredits: 2, rejection: 'blocked' } as const
    expect(lacksCredits({ conversation: closed, credits: 0, outgoing: [{ isUnpaid: true }] })).toBe(false)
  })

  test('never if messages are free', () => {
    expect(lacksCredits({ conversation: { messageCredits: 0, rejection: null }, credits: 0, outgoing: [] })).toBe(false)
  })
})
