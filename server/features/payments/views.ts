import type { Order } from '#contract/payments.ts'
import type { ownOrders } from './queries.ts'

type OrderRow = Awaited<ReturnType<typeof ownOrders>>[number]

/** Converts an order to what its buyer sees. */
export function toOrder({
  publicId,
  status,
  bundle,
  credits,
  amountMinor,
  currency,
  method,
  ...dates
}: OrderRow): Order {
  return {
    id: publicId,
    status,
    bundle,
    credits,
    amountMinor,
    currency,
    method,
    createdAt: dates.createdAt.toISOString(),
    completedAt: dates.completedAt?.toISOString() ?? null,
  }
}
