import { describe, expect, test } from 'vitest'
import { DISCOUNT_HOLD_MS } from '#contract/limits.ts'
import { discountedAmount, discountProblem, mailboxOf, messagePrice, placesOf, type DiscountCode } from './rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const when = { country: 'NL', now } as const
const ago = (ms: number) => new Date(now.getTime() - ms)
const code: DiscountCode = {
  code: 'STAY',
  percentage: 25,
  minimumMinor: null,
  country: null,
  expiresAt: null,
  heldAt: null,
  usedAt: null,
}

test.each([
  ['Free.Member+two@GoogleMail.com', 'freemember@gmail.com'],
  ['free.member+two@outlook.com', 'free.member@outlook.com'],
  ['free.member+two@example.com', 'free.member+two@example.com'],
])('%s leads to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test.each([
  ['one without limits is usable', {}, null],
  ['one of the member’s country is usable', { country: 'NL' }, null],
  ['one of another country is for that country', { country: 'DE' }, 'credits.code_other_country'],
  ['one begins at its time', { startsAt: now }, null],
  ['one is not valid before', { startsAt: ago(-1) }, 'credits.code_not_started'],
  ['one without places is used up', { isUsedUp: true }, 'credits.code_used_up'],
  ['one that was paid with is used', { usedAt: ago(1) }, 'credits.code_used'],
  ['one expires at its time', { expiresAt: now }, 'credits.code_expired'],
  ['one is usable until then', { expiresAt: ago(-1) }, null],
  ['one belongs to the order that holds it', { heldAt: ago(DISCOUNT_HOLD_MS - 1) }, 'credits.code_in_payment'],
  ['one is free again when that order was not paid in time', { heldAt: ago(DISCOUNT_HOLD_MS) }, null],
])('of the codes %s', (_, change: Partial<DiscountCode>, problem) => {
  expect(discountProblem({ ...code, ...change }, when)).toBe(problem)
})

test('the places of an offer are those that erased accounts have left', () => {
  expect(placesOf({ maxUses: null, erasedUses: 5 })).toBeNull()
  expect(placesOf({ maxUses: 5, erasedUses: 2 })).toBe(3)
  expect(placesOf({ maxUses: 2, erasedUses: 3 })).toBe(0)
})

test('a missing code is not found', () => {
  expect(discountProblem(undefined, when)).toBe('credits.code_not_found')
})

test.each([
  ['a quarter off, rounded', 3499, 25, null, 0, 2624],
  ['half of it, rounded up from half a unit', 1499, 50, null, 0, 750],
  ['never below the minimum of its messages', 3499, 25, null, 100, 3000],
  ['never above the full price', 3499, 25, null, 200, 3499],
  ['the full price below the order that the code asks for', 3499, 25, 3500, 0, 3499],
  ['the lowered price at the order that the code asks for', 3499, 25, 3499, 0, 2624],
  ['at least one minor unit', 3499, 100, null, 0, 1],
])('the price of 30 messages is %s', (_, amountMinor, percentage, minimumMinor, minimumMessageMinor, expected) => {
  const price = discountedAmount({ amountMinor, messages: 30 }, { percentage, minimumMinor }, { minimumMessageMinor })
  expect(price).toBe(expected)
})

describe('the price of a message', () => {
  const settings = { message_credits: 2, match_message_credits: null, photo_credits: 3, gift_credits: 4 }

  test('depends on its kind, and on the factor of a gift', () => {
    const price = (message: Parameters<typeof messagePrice>[1]) => messagePrice(settings, message, { isMatch: false })
    expect([price({ kind: 'text' }), price({ kind: 'photo' })]).toEqual([2, 3])
    expect([price({ kind: 'gift', gift: 'rose' }), price({ kind: 'gift', gift: 'ring' })]).toEqual([4, 32])
  })

  test.each([
    [null, 2],
    [1, 1],
    [0, 0],
  ])('between two who matched is that of the site: %s', (credits, expected) => {
    const site = { ...settings, match_message_credits: credits }
    expect(messagePrice(site, { kind: 'text' }, { isMatch: true })).toBe(expected)
    expect(messagePrice(site, { kind: 'text' }, { isMatch: false })).toBe(2)
    expect(messagePrice(site, { kind: 'photo' }, { isMatch: true })).toBe(3)
  })
})
