import type { Email } from '#contract/emails.ts'
import { OrderId } from '#contract/ids.ts'
import { WITHDRAWALS_LISTED } from '#contract/limits.ts'
import type { Withdrawable } from '#contract/payments/schemas.ts'
import { mailLocale } from '#server/features/accounts/rules.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { endPremium, debitRefund, unspentCredits } from '#server/features/credits/service.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { paidOrder } from '#server/features/payments/queries.ts'
import { hasRefund, refundOf, returnableOrders } from './refund-queries.ts'
import { requestRefund } from './refunds.ts'
import { changes, refundableUntil, refundAmount } from '#server/features/payments/rules.ts'
import { hasStandingOrder, lockOwnOrder, type LockedOrder } from '#server/features/payments/orders/state-queries.ts'

/** Lists the purchases from which a member can withdraw, newest first. Source: PAY-10. */
export async function listWithdrawable(
  { db, clock, sites }: Pick<AppContext, 'db' | 'clock' | 'sites'>,
  { viewer: { userId } }: { viewer: Viewer },
) {
  const now = clock.now()
  const untilOf = ({ completedAt, siteId }: { completedAt: Date; siteId: number }) =>
    refundableUntil(completedAt, sites.byId(siteId).settings.refund_days)
  const latest = await returnableOrders(db, { userId, limit: WITHDRAWALS_LISTED })
  const returnable = latest.filter((order) => untilOf(order) > now)
  if (returnable.length === 0) return { orders: [] }
  const unspent = await unspentCredits({ db }, userId)
  const orders: Withdrawable[] = []
  for (const order of returnable) {
    const { completedAt, publicId: orderId, credits: boughtCredits, amountMinor: paidMinor, currency } = order
    const credits = unspent.get(orderId) ?? 0
    const amountMinor = refundAmount({ amountMinor: paidMinor, credits: boughtCredits, unspent: credits })
    if (amountMinor === 0) continue
    const dates = { paidAt: completedAt.toISOString(), until: untilOf(order).toISOString() }
    orders.push({ orderId, credits, amountMinor, currency, boughtCredits, paidMinor, ...dates })
  }
  return { orders }
}

interface Withdrawal {
  viewer: Viewer
  orderId: string
  /** What the member was shown and has confirmed. */
  credits: number
  amountMinor: number
}

/**
 * Withdraws from a purchase: takes its unspent credits, ends premium if no other purchase stands, has the
 * provider return the money, and mails the receipt. Repeating it returns the same withdrawal.
 * @throws AppError `payments.order_not_found`, `payments.not_withdrawable`, `payments.withdrawal_changed`
 * Source: PAY-10, CRED-9.
 */
export async function withdraw(
  context: Pick<AppContext, 'transaction' | 'clock' | 'jobs' | 'mail' | 'sites'>,
  { viewer: { userId }, orderId, credits, amountMinor }: Withdrawal,
) {
  const { transaction, clock, mail } = context
  return transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { userId, orderId })
    if (!order) throw new AppError('payments.order_not_found')
    const { currency } = order
    const earlier = order.status === 'refunded' ? await refundOf(tx, order.id) : undefined
    if (earlier) {
      const returned = { credits: earlier.credits, amountMinor: earlier.amountMinor, currency }
      return { ...returned, withdrawnAt: earlier.requestedAt.toISOString() }
    }
    const returned = await returnableOf(context, tx, order)
    if (returned.credits !== credits || returned.amountMinor !== amountMinor) {
      throw new AppError('payments.withdrawal_changed')
    }
    await debitRefund({ tx, clock }, { userId, ref: orderId, amount: credits })
    await requestRefund(context, tx, { order, reason: 'withdrawal', ...returned })
    if (!(await hasStandingOrder(tx, userId))) await endPremium({ tx, clock }, { userId })
    await mail.send(tx, { template: 'withdrawal', userId, about: { orderId } })
    return { ...returned, currency, withdrawnAt: clock.now().toISOString() }
  })
}

/** Locks the balance and returns what a member gets back for an order now. */
async function returnableOf({ clock, sites }: Pick<AppContext, 'clock' | 'sites'>, tx: Tx, order: LockedOrder) {
  const { id, userId, publicId: ref, siteId, status, completedAt, amountMinor, credits } = order
  const isOpen = completedAt && refundableUntil(completedAt, sites.byId(siteId).settings.refund_days) > clock.now()
  if (!isOpen || !changes(status, 'refunded', 'withdrawal')) throw new AppError('payments.not_withdrawable')
  // The provider has rejected a refund of this order before: an operator handles it.
  if (await hasRefund(tx, id)) throw new AppError('payments.not_withdrawable')
  const unspent = (await unspentCredits({ tx }, userId)).get(ref) ?? 0
  const amount = refundAmount({ amountMinor, credits, unspent })
  if (amount === 0) throw new AppError('payments.not_withdrawable')
  return { credits: unspent, amountMinor: amount }
}

/** Builds the receipt of a withdrawal when it is sent. Returns null when the member's account is gone. */
export async function buildWithdrawalReceipt(
  { config, db, sites }: Pick<AppContext, 'config' | 'db' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const order = await paidOrder(db, { userId, orderId: OrderId.parse(about['orderId']) })
  const refund = order && (await refundOf(db, order.id))
  if (!refund) return null
  return {
    template: 'withdrawal',
    ...mailEnvelope({ config, sites }, order),
    props: {
      name: order.name,
      orderId: order.publicId,
      credits: refund.credits,
      amountMinor: refund.amountMinor,
      currency: order.currency,
      locale: mailLocale(order),
      withdrawnAt: refund.requestedAt.toISOString(),
    },
  }
}
