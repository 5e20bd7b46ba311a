import { REFUNDS_PER_ORDER } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { debitRefund, endPremium, unspentCredits } from '#server/features/credits/service.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import * as orders from './orders/state-queries.ts'
import { lockBuyer } from './queries.ts'
import { refundByClientId, standingRefunds } from './refunds/refund-queries.ts'
import { operatorRef, queueRefund, requestRefund } from './refunds/refunds.ts'
import { changes } from './rules.ts'

interface OperatorRefund {
  orderId: string
  clientId: string
  amountMinor: number
  /** Of this purchase, taken from the balance. */
  credits: number
}

/**
 * Has the provider pay back the price of an order, or a part of it, by an operator's decision, in the
 * transaction of the caller. What is left of the price ends the order, a part leaves it standing. All refunds
 * that the provider has not rejected are the price at most. Sent again it changes nothing. Returns whether it
 * is new. Source: PAY-29.
 * @throws AppError `payments.order_not_found`, `payments.not_refundable`, `operator.sent_before`: the client
 * id of another refund; at their fields `payments.refund_amount` and `payments.refund_credits`
 */
export async function refundOrder(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Tx,
  { orderId, clientId, amountMinor, credits }: OperatorRefund,
) {
  const order = await orders.lockOrder(tx, orderId)
  if (!order) throw new AppError('payments.order_not_found')
  const earlier = await refundByClientId(tx, clientId)
  if (earlier) {
    const isSame = earlier.orderId === order.id && earlier.amountMinor === amountMinor && earlier.credits === credits
    if (!isSame) throw new AppError('operator.sent_before')
    return { isNew: false }
  }
  const left = await refundableMinor(tx, order)
  if (left === 0) throw new AppError('payments.not_refundable')
  if (amountMinor > left) throw fieldError('amountMinor', 'payments.refund_amount')
  const { userId, publicId } = order
  const isBuyerThere = await lockBuyer(tx, userId)
  const max = isBuyerThere ? ((await unspentCredits({ tx }, userId)).get(publicId) ?? 0) : 0
  if (credits > max) throw fieldError('credits', 'payments.refund_credits')
  const id = newId(context.clock)
  const deps = { tx, clock: context.clock }
  if (credits > 0) await debitRefund(deps, { userId, ref: operatorRef({ publicId, id }), amount: credits })
  const refund = { id, reason: 'operator' as const, credits, amountMinor, clientId }
  if (amountMinor < left) {
    await queueRefund(context, tx, { ...refund, orderId: order.id })
    return { isNew: true }
  }
  await requestRefund(context, tx, { order, ...refund })
  if (isBuyerThere && !(await orders.hasStandingOrder(tx, userId))) await endPremium(deps, { userId })
  return { isNew: true }
}

type Refundable = Pick<orders.LockedOrder, 'id' | 'status' | 'providerRef' | 'amountMinor'>

/** Returns how much of a paid order an operator can still refund; 0: nothing, or not by an operator. */
export async function refundableMinor(db: Queryable, { id, status, providerRef, amountMinor }: Refundable) {
  if (providerRef === null || !changes(status, 'refunded', 'operator')) return 0
  const refunds = await standingRefunds(db, id)
  if (refunds.length >= REFUNDS_PER_ORDER) return 0
  return Math.max(0, amountMinor - refunds.reduce((sum, refund) => sum + refund.amountMinor, 0))
}

/**
 * Closes an incident that an operator has looked at, with what was found. Source: PAY-18.
 * @throws AppError `payments.order_not_found`, `payments.incident_closed`
 */
export async function closeIncident(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { orderId, kind, note }: { orderId: string; kind: string; note: string },
) {
  const order = await orders.lockOrder(tx, orderId)
  if (!order) throw new AppError('payments.order_not_found')
  const isClosed = await orders.closeIncident(tx, { orderId: order.id, kind, note, at: clock.now() })
  if (!isClosed) throw new AppError('payments.incident_closed')
}
