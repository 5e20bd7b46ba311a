import type { Bundle } from '#contract/payments/payments.ts'
import type { Money } from '#contract/payments/money.ts'

/**
 * Returns what so many credits are in money: at least in the bundle with the cheapest credits, at most in the one with the
 * dearest, in whole minor units. Null without bundles.
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
