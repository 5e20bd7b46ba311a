import type { DebitForm } from '#contract/debits/schemas.ts'
import type { BundleId } from '#contract/payments/schemas.ts'

interface Choice {
  form: DebitForm
  bundle: BundleId
  enteredCode: string | null
}

/**
 * Returns what is ordered, as text. The SMS code is no part of it, nor a discount code that applies by
 * itself, which the order may have used up: who requests another SMS code because no reply came orders the
 * same again, and is debited once (PAY-6).
 */
export function choiceOf({ form, bundle, enteredCode }: Choice) {
  const { smsCode: _, ...details } = form
  return JSON.stringify([details, bundle, enteredCode])
}
