import { endPremium, hasPurchase, reclaimCredits } from '#server/features/credits/service.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { orderChanged } from '#server/features/payments/events.ts'
import { reportIncident } from './incidents.ts'
import type { ProviderPayment } from '#server/features/payments/providers/provider.ts'
import { lockBuyer } from '#server/features/payments/queries.ts'
import { sendCreditNote } from '#server/features/payments/receipts/receipt.ts'
import { settleRefund, standingRefunds } from '#server/features/payments/refunds/refund-queries.ts'
import { changes, type OrderCause } from '#server/features/payments/rules.ts'
import { hasStandingOrder, insertChargeback, setStatus, type LockedOrder } from './state-queries.ts'

/**
 * Takes back the credits of an order that the bank has charged back, as far as they are there: a balance is
 * never negative, and the rest is recorded. Premium ends unless another purchase grants it. Refunds that were
 * not made yet are dropped, because the bank has returned that money. Source: PAY-16, PAY-26, CRED-9.
 */
export async function chargeBackOrder(
  context: Pick<AppContext, 'clock' | 'log' | 'mail'>,
  tx: Tx,
  { order, payment, cause }: { order: LockedOrder; payment: ProviderPayment; cause: OrderCause },
) {
  const { clock } = context
  if (payment.chargedBackMinor === 0) {
    // The credits stay where they are, because an outdated answer looks the same. An operator decides.
    if (order.status === 'charged_back') await reportIncident(context, tx, { order, kind: 'chargeback_reversed' })
    return
  }
  if (!changes(order.status, 'charged_back', cause)) return
  const { id: orderId, publicId, userId, credits } = order
  const at = clock.now()
  await setStatus(tx, { order, to: 'charged_back', cause, at })
  const refunds = await standingRefunds(tx, orderId)
  const granted = (await hasPurchase({ tx }, { userId, ref: publicId })) ? credits : 0
  const owed = Math.max(0, granted - refunds.reduce((sum, refund) => sum + refund.credits, 0))
  const isBuyerThere = await lockBuyer(tx, userId)
  const debit = isBuyerThere ? await reclaimCredits({ tx, clock }, { userId, ref: publicId, amount: owed }) : 0
  const { chargedBackMinor: amountMinor, isUncovered } = payment
  await insertChargeback(tx, {
    orderId,
    amountMinor,
    creditsTaken: debit,
    creditsMissing: owed - debit,
    isUncovered,
    at,
  })
  if (isBuyerThere && !(await hasStandingOrder(tx, userId))) await endPremium({ tx, clock }, { userId })
  await reportIncident(context, tx, { order, kind: 'chargeback' })
  // A refund that was made has a credit note of its own, so that all together are the price at most.
  let refundedMinor = 0
  for (const refund of refunds) {
    const { id, status } = refund
    const isDropped = status === 'requested' && (await settleRefund(tx, { id, status: 'failed', at }))
    if (!isDropped) refundedMinor += refund.amountMinor
  }
  const notedMinor = Math.min(amountMinor, order.amountMinor - refundedMinor)
  if (notedMinor > 0) {
    await sendCreditNote(context, tx, { kind: 'chargeback_note', orderId, publicId, userId, amountMinor: notedMinor })
  }
  await emit(tx, orderChanged, { userId, orderId: publicId, status: 'charged_back' })
}
