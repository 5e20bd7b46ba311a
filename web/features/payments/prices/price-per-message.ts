import type { Bundle } from '#contract/payments/schemas.ts'

/** Price of one message of a bundle, rounded to whole minor units. */
export function pricePerMessage({
  amountMinor,
  messages,
  currency,
}: Pick<Bundle, 'amountMinor' | 'messages' | 'currency'>) {
  return { amountMinor: Math.round(amountMinor / messages), currency }
}
