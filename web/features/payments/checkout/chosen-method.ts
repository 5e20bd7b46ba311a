import { choicesOf } from '#contract/payments/payment-methods.ts'
import type { PaymentMethod } from '#contract/payments/payments.ts'

/**
 * Returns which choice is made by the method that a path names, and the method that is ordered then: a brand is ordered
 * itself, and shown as its choice. `isUnknown`: the path names a method that is not offered here, so the first choice is made.
 */
export function chosenMethod(methods: readonly PaymentMethod[], named: string | undefined) {
  const choices = choicesOf(methods)
  const method = methods.find((each) => each === named)
  const choice = choices.find((each) => each.method === method || each.brands.some((brand) => brand === method))
  const [first] = choices
  return {
    choice: choice?.method ?? first?.method ?? null,
    method: method ?? first?.method ?? null,
    isUnknown: named !== undefined && method === undefined,
  }
}
