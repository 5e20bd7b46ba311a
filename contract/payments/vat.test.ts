import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includedVat, taxName, vatPermille } from './vat.ts'

test.each([
  [2999, 210, 520],
  [1499, 255, 305],
  [1, 210, 0],
  [3, 200, 1],
  [14_999, 0, 0],
  // Exactly half a cent is rounded up.
  [3, 1000, 2],
])('%i minor units at %i thousandths contain %i of VAT', (amountMinor, permille, vat) => {
  expect(includedVat({ amountMinor, permille })).toBe(vat)
})

test('the VAT is never off by more than half a unit from the exact one', () => {
  const rates = fc.constantFrom(...Object.values(vatPermille))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), rates, (amountMinor, permille) => {
      const vat = BigInt(includedVat({ amountMinor, permille }))
      const difference = 2n * (vat * BigInt(1000 + permille) - BigInt(amountMinor) * BigInt(permille))
      expect(difference).toBeLessThanOrEqual(BigInt(1000 + permille))
      expect(difference).toBeGreaterThan(-BigInt(1000 + permille))
    }),
  )
})

test('a country whose rate depends on the place has none, and the tax has the name that it has there', () => {
  expect([vatPermille.CA, vatPermille.US]).toEqual([0, 0])
  expect([taxName('AU'), taxName('NL')]).toEqual(['gst', 'vat'])
})

test('the rate of Finland has half a percent, which its receipts count', () => {
  expect(includedVat({ amountMinor: 12_550, permille: vatPermille.FI })).toBe(2550)
  expect(includedVat({ amountMinor: 1499, permille: vatPermille.FI })).toBe(305)
})
