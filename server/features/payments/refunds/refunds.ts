import { z } from 'zod'
import { correct, isPremiumWaiting, unspentCredits } from '#server/features/credits/service.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { orderChanged } from '#server/features/payments/events.ts'
import { reportIncident } from '#server/features/payments/orders/incidents.ts'
import { ProviderRejection } from '#server/features/payments/providers/provider.ts'
import { lockBuyer } from '#server/features/payments/queries.ts'
import { sendCreditNote } from '#server/features/payments/receipts/receipt.ts'
import {
  findRefund,
  hasFullWithdrawal,
  hasPremiumWaited,
  insertRefund,
  settleRefund,
  standingRefunds,
  type RefundReason,
} from './refund-queries.ts'
import { changes, nextCheck } from '#server/features/payments/rules.ts'
import { scheduleCheck } from '#server/features/payments/orders/check-queries.ts'
import { lockOrderById, setStatus, type LockedOrder } from '#server/features/payments/orders/state-queries.ts'

/** Asks the provider for a refund, with retries until it has accepted or rejected it. */
export const refundJob = defineJob('payments.refund', z.object({ refundId: z.int() }))

/**
 * Stores the refund of a completed order and queues the request to the provider. Returns the new state of the
 * order. Source: PAY-10.
 */
export async function requestRefund(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Tx,
  {
    order,
    reason,
    id = newId(clock),
    ...value
  }: {
    order: LockedOrder
    reason: RefundReason
    id?: number
    credits: number
    amountMinor: number
    clientId?: string
  },
) {
  const { id: orderId, publicId, userId } = order
  const at = clock.now()
  await setStatus(tx, { order, to: 'refunded', cause: reason, at })
  const premiumWaited = await isPremiumWaiting({ tx }, userId)
  await queueRefund({ clock, jobs }, tx, { id, orderId, reason, ...value, premiumWaited })
  await emit(tx, orderChanged, { userId, orderId: publicId, status: 'refunded' })
  return 'refunded' as const
}

/**
 * Stores a refund and queues the request to the provider, without a change of the order.
 * @throws AppError `operator.sent_before`: the client id of a refund of another order
 */
export async function queueRefund(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Tx,
  refund: Omit<Parameters<typeof insertRefund>[1], 'at'>,
) {
  if (!(await insertRefund(tx, { ...refund, at: clock.now() }))) throw new AppError('operator.sent_before')
  await jobs.enqueue(tx, refundJob, { refundId: refund.id })
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
      await sendCreditNote(context, tx, { kind: 'credit_note', refundId, ...refund })
      // It can still be cancelled or fail, which is not always reported.
      const now = clock.now()
      await scheduleCheck(tx, { id: refund.orderId, at: nextCheck({ since: now, now }) })
    })
  } catch (error) {
    if (!(error instanceof ProviderRejection)) throw error
    await transaction((tx) => undoRefund(context, tx, refund))
  }
}

/** Names the entries of a refund by an operator in the ledger: a second attempt needs others. */
export function operatorRef({ publicId, id }: { publicId: string; id: number }) {
  return `${publicId}#${id}`
}

async function undoRefund(
  context: Pick<AppContext, 'clock' | 'log'>,
  tx: Tx,
  { id, orderId, credits, reason }: { id: number; orderId: number; credits: number; reason: RefundReason },
) {
  const { clock } = context
  const order = await lockOrderById(tx, orderId)
  const at = clock.now()
  if (!(await settleRefund(tx, { id, status: 'failed', at }))) return
  await reportIncident(context, tx, { order, kind: 'refund_failed', subjects: [String(id)] })
  // A refund of a part has left the order as it was.
  const isPart = reason === 'operator' && order.status === 'completed'
  if (!(await lockBuyer(tx, order.userId))) return
  if (!isPart && !changes(order.status, 'completed', 'refund_failed')) return
  if (!isPart) await setStatus(tx, { order, to: 'completed', cause: 'refund_failed', at })
  const { userId, publicId } = order
  const startsPremium = !isPart && !(await wasWaiting(tx, { order, credits }))
  const ref = reason === 'operator' ? operatorRef({ publicId, id }) : publicId
  if (credits > 0 || !isPart) await correct({ tx, clock }, { userId, ref, amount: credits, startsPremium })
  await emit(tx, orderChanged, { userId, orderId: publicId, status: 'completed' })
}

/**
 * Returns whether premium waited for a spent credit when the order was refunded. Refunds from before that was
 * stored: it came after another withdrawal, and all of its credits are unspent or were taken by refunds.
 */
async function wasWaiting(tx: Tx, { order, credits }: { order: LockedOrder; credits: number }) {
  const { id, userId, publicId, completedAt } = order
  const stored = await hasPremiumWaited(tx, id)
  if (stored !== null) return stored
  if (!(await hasFullWithdrawal(tx, userId, { before: completedAt }))) return false
  const unspent = (await unspentCredits({ tx }, userId)).get(publicId) ?? 0
  const refunds = await standingRefunds(tx, id)
  return refunds.reduce((sum, refund) => sum + refund.credits, unspent + credits) === order.credits
}
