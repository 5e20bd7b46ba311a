import type { Bundle, BundleId } from '#contract/payments/schemas.ts'
import type { Discount } from '#contract/credits/schemas.ts'

/** A code that the server has found, and the prices with it. */
export interface AppliedDiscount {
  discount: Discount
  prices: readonly { bundle: BundleId; amountMinor: number }[]
}

/** Returns a bundle's price with a discount; null where the discount does not lower it. */
export function loweredAmount({ id }: Pick<Bundle, 'id'>, applied: AppliedDiscount | null) {
  return applied?.prices.find(({ bundle }) => bundle === id)?.amountMinor ?? null
}

/** Whether a discounted price exceeds its percentage, because of the country's least price of a message. */
export function isCutShort(bundle: Pick<Bundle, 'id' | 'amountMinor'>, applied: AppliedDiscount | null) {
  const lowered = loweredAmount(bundle, applied)
  if (lowered === null || !applied) return false
  return lowered > Math.round((bundle.amountMinor * (100 - applied.discount.percentage)) / 100)
}
