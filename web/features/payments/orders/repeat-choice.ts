import type { BundleId } from '#contract/payments/schemas.ts'

export interface RepeatPurchase {
  /** Id of the stored method that the page shows. */
  storedMethod: string
  bundle: BundleId
  /** The price that the page shows. */
  amountMinor: number
  /** The discount code that this price contains. */
  code: string | null
}

/**
 * Returns what is bought, as text. Price and discount code are no part of it: a purchase whose reply was lost
 * may have used the code up, so that the page shows another price, and is charged once all the same (PAY-13).
 */
export function repeatChoiceOf({ storedMethod, bundle }: RepeatPurchase) {
  return JSON.stringify([storedMethod, bundle])
}
