import { majorUnits } from '#contract/payments/money.ts'

/**
 * Reads an amount as people write it, with a comma or a point before the cents. Returns minor units, or null
 * for no amount.
 */
export function readAmount(text: string, currency: string) {
  const [, whole, cents = ''] = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const perUnit = Math.round(1 / majorUnits({ amountMinor: 1, currency }))
  return Number(whole) * perUnit + Math.round((Number(cents.padEnd(2, '0')) * perUnit) / 100)
}
