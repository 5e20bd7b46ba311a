import { choicesOf } from '#contract/payments/payment-methods.ts'
import type { PaymentMethod } from '#contract/payments/schemas.ts'

/**
 * Returns the choice for the method that a path names, and the method to order: a brand is ordered itself,
 * and shown as its choice. `isUnknown`: the named method is not offered here; the first choice is made.
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
