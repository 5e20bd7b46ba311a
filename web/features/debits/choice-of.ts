import type { DebitForm } from '#contract/debits/schemas.ts'
import type { BundleId } from '#contract/payments/schemas.ts'

interface Choice {
  form: DebitForm
  bundle: BundleId
  /** A discount code. */
  code: string | null
}

/**
 * Returns what is ordered, as text. The SMS code is no part of it: who requests another one because no reply
 * came orders the same again, and is debited once (PAY-6).
 */
export function choiceOf({ form, bundle, code }: Choice) {
  const { smsCode: _, ...details } = form
  return JSON.stringify([details, bundle, code])
}
