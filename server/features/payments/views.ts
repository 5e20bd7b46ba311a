import type { Order } from '#contract/payments/schemas.ts'
import type { ownOrders } from './queries.ts'
import { receiptNumber } from './rules.ts'

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
  isStored,
  checkoutUrl,
  receipts,
  ...rest
}: OrderRow): Order {
  return {
    id: publicId,
    status,
    bundle,
    credits,
    amountMinor,
    currency,
    method,
    isStored,
    checkoutUrl: status === 'pending' ? checkoutUrl : null,
    discount: discountOf(rest),
    receipts: receipts.map((receipt) => ({ kind: receipt.kind, number: receiptNumber(receipt) })),
    createdAt: rest.createdAt.toISOString(),
    completedAt: rest.completedAt?.toISOString() ?? null,
  }
}

function discountOf({
  discountCode: code,
  discountPercent: percentage,
  fullAmountMinor,
}: Pick<OrderRow, 'discountCode' | 'discountPercent' | 'fullAmountMinor'>) {
  return code === null || percentage === null || fullAmountMinor === null ? null : { code, percentage, fullAmountMinor }
}
