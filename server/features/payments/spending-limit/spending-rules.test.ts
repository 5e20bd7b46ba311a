import { expect, test } from 'vitest'
import { SPENDING_RAISE_MS } from '#contract/limits.ts'
import { changedLimit, isWithin, limitAt, monthStart, type Limit } from './spending-rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const later = new Date(now.getTime() + SPENDING_RAISE_MS)
const euros = (amountMinor: number | null): Limit => ({ amountMinor, currency: 'EUR' })
const stored = (amountMinor: number | null) => ({ ...euros(amountMinor), raise: null })

test('the first limit, a lower one and the same one count at once', () => {
  for (const before of [undefined, stored(null), stored(9000), stored(5000)])
    expect(changedLimit(before, { wanted: euros(5000), now })).toEqual(stored(5000))
})

test('a higher one and the end of the limit count after a day, not before', () => {
  for (const amountMinor of [9000, null]) {
    const raised = changedLimit(stored(5000), { wanted: euros(amountMinor), now })
    expect(limitAt(raised, new Date(later.getTime() - 1))).toMatchObject(euros(5000))
    expect(limitAt(raised, later)).toEqual(stored(amountMinor))
  }
})

test('a raise that waits is not brought forward by a second one, and ends with a lower limit', () => {
  const raised = changedLimit(stored(5000), { wanted: euros(9000), now })
  const meanwhile = new Date(later.getTime() - 1)
  const again = changedLimit(raised, { wanted: euros(9500), now: meanwhile })
  expect(limitAt(again, later)).toMatchObject(euros(5000))
  expect(changedLimit(raised, { wanted: euros(4000), now: meanwhile })).toEqual(stored(4000))
})

test('an order is within the limit up to its last cent', () => {
  const spent = [{ amountMinor: 1499, currency: 'EUR' as const }]
  const order = { amountMinor: 3499, currency: 'EUR' as const }
  expect(isWithin(euros(4998), { spent, order })).toBe(true)
  expect(isWithin(euros(4997), { spent, order })).toBe(false)
  expect(isWithin(euros(0), { spent: [], order })).toBe(false)
  expect(isWithin(euros(null), { spent, order })).toBe(true)
})

test('after a move to another currency the limit counts on, by the ratio of the list prices', () => {
  const order = { amountMinor: 12_999, currency: 'GBP' as const }
  expect(isWithin(euros(14_999), { spent: [], order })).toBe(true)
  expect(isWithin(euros(14_998), { spent: [], order })).toBe(false)
  // 100 pounds are more than 50 euros.
  const raised = changedLimit(stored(5000), { wanted: { amountMinor: 10_000, currency: 'GBP' }, now })
  expect(raised).toMatchObject(euros(5000))
})

test('a month begins at midnight UTC', () => {
  expect(monthStart(now)).toEqual(new Date('2026-11-01T00:00:00Z'))
})
