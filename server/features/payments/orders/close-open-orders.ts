import { OPEN_ORDER_DAYS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PaymentStatus, Provider } from '#server/features/payments/providers/provider.ts'
import { isHeld } from '#server/features/payments/rules.ts'
import { unpaidOrdersWith } from './state-queries.ts'
import { updateOrder } from './update-order.ts'

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'sites' | 'providers'>

/**
 * Has the providers close the checkouts of earlier orders with a code, before another order takes it: each
 * was opened at the lowered price, and could still be paid. One that is being paid keeps the code.
 * @throws AppError `credits.code_in_payment`, `payments.provider_unavailable`
 * Source: PAY-11.
 */
export async function closeOpenOrdersUsingCode(
  context: Deps,
  input: { userId: number; code: string; clientId: string },
) {
  const { db, clock, providers } = context
  const now = clock.now()
  const since = new Date(now.getTime() - OPEN_ORDER_DAYS * DAY)
  for (const { provider: name, providerRef, ...order } of await unpaidOrdersWith(db, { ...input, since })) {
    // A debit that was announced to the member is collected at the lowered price.
    if (isHeld({ ...order, now }) || providerRef === null) throw new AppError('credits.code_in_payment')
    const provider = providers.find((each) => each.name === name)
    if (provider && (await close(context, { provider, providerRef })) === 'pending') {
      throw new AppError('credits.code_in_payment')
    }
  }
}

/** Closes a payment, and brings its order to that state. One unknown to the provider is closed. */
async function close(
  context: Deps,
  payment: { provider: Provider; providerRef: string },
): Promise<PaymentStatus | 'unknown'> {
  await payment.provider.close(payment.providerRef)
  try {
    return await updateOrder(context, { ...payment, cause: 'check' })
  } catch (error) {
    if (error instanceof AppError && error.code === 'payments.order_not_found') return 'unknown'
    throw error
  }
}
