import { releaseDiscount } from '#server/features/credits/discounts.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { orderChanged } from '#server/features/payments/events.ts'
import { changes } from '#server/features/payments/rules.ts'
import { lockOrderById, setStatus } from './state-queries.ts'

interface EndedOrder {
  id: number
  cause: 'rejected' | 'expired'
  /** The payment that the caller knows of: an order that has another one by now goes on. */
  providerRef?: string | null
}

/**
 * Ends an open order without a payment: `rejected` by the provider, or `expired`, because no payment is
 * expected any more. A payment that is reported later all the same counts.
 */
export async function endOrder({ transaction, clock }: Pick<AppContext, 'transaction' | 'clock'>, order: EndedOrder) {
  await transaction((tx) => endOrderIn({ clock }, tx, order))
}

/** The same, in the transaction of the caller. */
export async function endOrderIn({ clock }: Pick<AppContext, 'clock'>, tx: Tx, { id, cause, providerRef }: EndedOrder) {
  const to = cause === 'rejected' ? 'failed' : 'cancelled'
  const order = await lockOrderById(tx, id)
  if (providerRef !== undefined && order.providerRef !== providerRef) return
  if (!changes(order.status, to, cause)) return
  await setStatus(tx, { order, to, cause, at: clock.now() })
  if (order.discountCode !== null) await releaseDiscount(tx, { orderId: id })
  await emit(tx, orderChanged, { userId: order.userId, orderId: order.publicId, status: to })
}
