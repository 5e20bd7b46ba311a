import { expect, test } from 'vitest'
import { isCutShort, loweredAmount, type AppliedDiscount } from './applied-discount.ts'

const bundle = { id: 'p1', amountMinor: 3499 } as const
const applied = (amountMinor: number): AppliedDiscount => ({
  discount: { code: 'STAY', percentage: 25, minimum: null, country: null, expiresAt: null },
  prices: [{ bundle: 'p1', amountMinor }],
})

test('a discount lowers the prices that the server names', () => {
  expect(loweredAmount(bundle, applied(2624))).toBe(2624)
  expect(loweredAmount({ id: 'p0' }, applied(2624))).toBeNull()
  expect(loweredAmount(bundle, null)).toBeNull()
})

test('a price that the server has rounded up from half a unit is not cut short', () => {
  const half = { ...applied(1750), discount: { ...applied(1750).discount, percentage: 50 } }
  expect(isCutShort(bundle, half)).toBe(false)
  expect(isCutShort(bundle, { ...half, prices: [{ bundle: 'p1', amountMinor: 1751 }] })).toBe(true)
})

test.each([
  [2624, false],
  [2625, true],
  [3499, true],
])('a price of %i after 25 %% is cut short by the least price of a message: %s', (amountMinor, isCut) => {
  expect(isCutShort(bundle, applied(amountMinor))).toBe(isCut)
})
