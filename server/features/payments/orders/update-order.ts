import type { OrderStatus } from '#contract/payments/schemas.ts'
import { releaseDiscount, spendDiscount } from '#server/features/credits/discounts.ts'
import { grantPurchase } from '#server/features/credits/service.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { chargeBackOrder } from './charge-back.ts'
import { orderChanged, paymentCompleted } from '#server/features/payments/events.ts'
import { reportIncident } from './incidents.ts'
import type { Provider, ProviderPayment } from '#server/features/payments/providers/provider.ts'
import { lockBuyer } from '#server/features/payments/queries.ts'
import { sendReceipt } from '#server/features/payments/receipts/receipt.ts'
import { requestStore } from '#server/features/payments/repeat-order/stored-methods.ts'
import { hasFullWithdrawal, standingRefunds } from '#server/features/payments/refunds/refund-queries.ts'
import { requestRefund } from '#server/features/payments/refunds/refunds.ts'
import { changes, isPaymentOf, type OrderCause } from '#server/features/payments/rules.ts'
import { adoptPayment, awaitsPayment, hasPayment, lockPaidOrder, setStatus, type LockedOrder } from './state-queries.ts'

type Deps = Pick<AppContext, 'db' | 'transaction' | 'clock' | 'mail' | 'jobs' | 'log' | 'sites'>

interface Report {
  provider: Provider
  providerRef: string
  /** The order that the report proves to be about. */
  reference?: string
  cause: Extract<OrderCause, 'webhook' | 'check'>
}

/**
 * Asks the provider for a payment and brings its order to the same state: credits are granted, taken back, or
 * the money is returned, in one transaction. Idempotent. Returns the payment's state. The provider is asked
 * before the order is locked, so that it holds no connection; an outdated answer changes nothing (rules.ts).
 * @throws AppError `payments.order_not_found` (the provider repeats its webhook later: the reference may not
 * be stored yet), `payments.provider_unavailable`
 * Source: PAY-6, PAY-7, PAY-16.
 */
export async function updateOrder(context: Deps, { provider, providerRef, reference, cause }: Report) {
  const { db, transaction } = context
  const key = { provider: provider.name, providerRef }
  const awaiting = reference === undefined ? null : { provider: provider.name, orderId: reference }
  const isOurs = (await hasPayment(db, key)) || (awaiting !== null && (await awaitsPayment(db, awaiting)))
  const payment = isOurs ? await provider.findPayment(providerRef) : null
  if (!payment) throw new AppError('payments.order_not_found')
  await transaction(async (tx) => {
    // The process ended between the payment and storing its references.
    if (payment.reference === reference) {
      await adoptPayment(tx, { ...key, orderId: reference, customerRef: payment.customerRef })
    }
    const order = await lockPaidOrder(tx, key)
    if (!order) throw new AppError('payments.order_not_found')
    if (!isPaymentOf(order, payment)) return reportIncident(context, tx, { order, kind: 'mismatch' })
    const settled = { ...order, status: await settle(context, tx, { order, payment, cause }) }
    await chargeBackOrder(context, tx, { order: settled, payment, cause })
    const ours = (await standingRefunds(tx, order.id)).reduce((sum, refund) => sum + refund.amountMinor, 0)
    const { failedRefunds: subjects } = payment
    if (subjects.length > 0) await reportIncident(context, tx, { order, kind: 'refund_failed', subjects })
    if (payment.refundedMinor > ours) await reportIncident(context, tx, { order, kind: 'refunded_elsewhere' })
  })
  return payment.status
}

/** Applies what the provider says of the payment itself. Returns the state of the order. */
async function settle(
  context: Deps,
  tx: Tx,
  { order, payment: { status }, cause }: { order: LockedOrder; payment: ProviderPayment; cause: OrderCause },
): Promise<OrderStatus> {
  const { clock, jobs } = context
  if (!changes(order.status, status, cause)) return order.status
  const { publicId: orderId, userId, credits, amountMinor } = order
  await setStatus(tx, { order, to: status, cause, at: clock.now() })
  if (order.discountCode !== null) {
    if (status === 'completed') await spendDiscount({ clock }, tx, { userId, code: order.discountCode })
    else await releaseDiscount(tx, { orderId: order.id })
  }
  await emit(tx, orderChanged, { userId, orderId, status })
  if (status !== 'completed') return status
  // Also for an account that is gone: then the provider forgets the method.
  if (order.customerRef !== null) await requestStore({ jobs, clock }, tx, order.id)
  // The nightly job erases accounts, and may be running.
  if (!(await lockBuyer(tx, userId))) {
    await reportIncident(context, tx, { order, kind: 'buyer_gone' })
    const late = { ...order, status }
    return requestRefund(context, tx, { order: late, reason: 'buyer_gone', credits: 0, amountMinor })
  }
  const startsPremium = !(await hasFullWithdrawal(tx, userId))
  await grantPurchase({ tx, clock }, { userId, ref: orderId, amount: credits, startsPremium })
  await sendReceipt(context, tx, { userId, orderId })
  await emit(tx, paymentCompleted, { userId, orderId, credits })
  return status
}
