import type { Bundle } from '#contract/payments/schemas.ts'
import type { Money } from '#contract/payments/money.ts'

/**
 * Returns what credits are in money, in whole minor units: from the bundle with the cheapest credits to the
 * one with the most expensive. Null without bundles.
 */
export function moneyRange(
  bundles: readonly Pick<Bundle, 'credits' | 'amountMinor' | 'currency'>[],
  { from, to }: { from: number; to: number },
): { from: Money; to: Money } | null {
  const [first] = bundles
  if (!first) return null
  const rates = bundles.map(({ amountMinor, credits }) => amountMinor / credits)
  const amount = (credits: number, rate: number) => ({
    amountMinor: Math.round(credits * rate),
    currency: first.currency,
  })
  return { from: amount(from, Math.min(...rates)), to: amount(to, Math.max(...rates)) }
}
