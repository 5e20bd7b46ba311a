import { z } from 'zod'
import { correct } from '#server/features/credits/service.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { orderChanged } from '#server/features/payments/events.ts'
import { reportIncident } from '#server/features/payments/orders/incidents.ts'
import { ProviderRejection } from '#server/features/payments/providers/provider.ts'
import { lockBuyer } from '#server/features/payments/queries.ts'
import { sendCreditNote } from '#server/features/payments/receipts/receipt.ts'
import { findRefund, hasFullWithdrawal, insertRefund, settleRefund, type RefundReason } from './refund-queries.ts'
import { changes, nextCheck } from '#server/features/payments/rules.ts'
import {
  lockOrderById,
  scheduleCheck,
  setStatus,
  type LockedOrder,
} from '#server/features/payments/orders/state-queries.ts'

/** Asks the provider for a refund, with retries until it has accepted or rejected it. */
export const refundJob = defineJob('payments.refund', z.object({ refundId: z.int() }))

/**
 * Stores the refund of a completed order and queues the request to the provider. Returns the new state of the
 * order. Source: PAY-10.
 */
export async function requestRefund(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Tx,
  { order, reason, ...value }: { order: LockedOrder; reason: RefundReason; credits: number; amountMinor: number },
) {
  const { id: orderId, publicId, userId } = order
  const at = clock.now()
  const id = newId(clock)
  await setStatus(tx, { order, to: 'refunded', cause: reason, at })
  await insertRefund(tx, { id, orderId, reason, ...value, at })
  await jobs.enqueue(tx, refundJob, { refundId: id })
  await emit(tx, orderChanged, { userId, orderId: publicId, status: 'refunded' })
  return 'refunded' as const
}

/**
 * Has the provider pay a refund, once: an attempt that is repeated carries the same id. If the provider
 * rejects it for good, the member gets the credits back and an incident is reported.
 */
export async function executeRefund(
  context: Pick<AppContext, 'db' | 'transaction' | 'clock' | 'log' | 'mail' | 'providers'>,
  refundId: number,
) {
  const { db, transaction, clock, providers } = context
  const refund = await findRefund(db, refundId)
  if (refund?.status !== 'requested') return
  const { providerRef, amountMinor, currency } = refund
  const provider = providers.find(({ name }) => name === refund.provider)
  if (!provider || providerRef === null) throw new Error(`no provider for refund ${refundId}`)
  try {
    await provider.refund({ providerRef, refundId: String(refundId), amountMinor, currency })
    await transaction(async (tx) => {
      // First, as everywhere: a waiter for the order must hold neither the refund nor the receipt series.
      await lockOrderById(tx, refund.orderId)
      if (!(await settleRefund(tx, { id: refundId, status: 'done', at: clock.now() }))) return
      await sendCreditNote(context, tx, { kind: 'credit_note', ...refund })
      // It can still be cancelled or fail, which is not always reported.
      const { orderId, createdAt } = refund
      await scheduleCheck(tx, { id: orderId, at: nextCheck({ createdAt, now: clock.now() }) })
    })
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error
    await transaction((tx) => undoRefund(context, tx, refund))
  }
}

async function undoRefund(
  context: Pick<AppContext, 'clock' | 'log'>,
  tx: Tx,
  { id, orderId, credits }: { id: number; orderId: number; credits: number },
) {
  const { clock } = context
  const order = await lockOrderById(tx, orderId)
  const at = clock.now()
  if (!(await settleRefund(tx, { id, status: 'failed', at }))) return
  await reportIncident(context, tx, { order, kind: 'refund_failed' })
  if (!(await lockBuyer(tx, order.userId)) || !changes(order.status, 'completed', 'refund_failed')) return
  await setStatus(tx, { order, to: 'completed', cause: 'refund_failed', at })
  const { userId, publicId } = order
  // A purchase of which nothing was spent was still waiting for that if it came after another withdrawal.
  const wasWaiting = credits === order.credits && (await hasFullWithdrawal(tx, userId, { before: order.completedAt }))
  await correct({ tx, clock }, { userId, ref: publicId, amount: credits, startsPremium: !wasWaiting })
  await emit(tx, orderChanged, { userId, orderId: publicId, status: 'completed' })
}
