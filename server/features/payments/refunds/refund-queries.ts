import type { CurrencyCode } from '#contract/countries.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export type RefundReason = 'withdrawal' | 'buyer_gone' | 'operator'
export type RefundStatus = 'requested' | 'done' | 'failed'

interface NewRefund {
  id: number
  orderId: number
  reason: RefundReason
  credits: number
  amountMinor: number
  /** Of a refund by an operator. */
  clientId?: string
  /** Whether premium waited for a spent credit when this refund ended the order; not of a part. */
  premiumWaited?: boolean
  at: Date
}

/**
 * Stores that the provider is to be asked for a refund. Returns false if another one has its client id, also
 * one that is stored at the same time.
 */
export async function insertRefund(tx: Tx, { at, ...refund }: NewRefund) {
  const row = await tx
    .insertInto('refunds')
    .values({ ...refund, status: 'requested', requestedAt: at })
    .onConflict((conflict) => conflict.column('clientId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a refund with the payment that it belongs to. */
export function findRefund(db: Queryable, id: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select(['refunds.id', 'refunds.orderId', 'refunds.credits', 'refunds.amountMinor', 'refunds.status'])
    .select(['refunds.reason', 'orders.provider', 'orders.providerRef', 'orders.currency'])
    .select(['orders.userId', 'orders.publicId'])
    .where('refunds.id', '=', id)
    .$narrowType<{ status: RefundStatus; reason: RefundReason; currency: CurrencyCode }>()
    .executeTakeFirst()
}

/** Lists refunds that were requested before a time and have not ended, those that wait longest first. */
export function requestedRefunds(db: Queryable, { before }: { before: Date }) {
  return db
    .selectFrom('refunds')
    .select(['id', 'orderId', 'requestedAt'])
    .where('status', '=', 'requested')
    .where('requestedAt', '<=', before)
    .orderBy('requestedAt')
    .execute()
}

/** Finds a refund by the client id of the operator's console. */
export function refundByClientId(db: Queryable, clientId: string) {
  return db
    .selectFrom('refunds')
    .select(['orderId', 'credits', 'amountMinor'])
    .where('clientId', '=', clientId)
    .executeTakeFirst()
}

/** Ends a requested refund. Returns false if it has ended before. */
export async function settleRefund(
  db: Queryable,
  { id, status, at }: { id: number; status: Exclude<RefundStatus, 'requested'>; at: Date },
) {
  const row = await db
    .updateTable('refunds')
    .set({ status, settledAt: at })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds the latest refund of an order that was neither rejected by the provider nor dropped. */
export async function refundOf(db: Queryable, orderId: number) {
  return (await standingRefunds(db, orderId)).at(-1)
}

/** Lists the refunds of an order that were neither rejected by the provider nor dropped, the oldest first. */
export function standingRefunds(db: Queryable, orderId: number) {
  return db
    .selectFrom('refunds')
    .select(['id', 'credits', 'amountMinor', 'requestedAt', 'status'])
    .where('orderId', '=', orderId)
    .where('status', '<>', 'failed')
    .orderBy('id')
    .$narrowType<{ status: RefundStatus }>()
    .execute()
}

/**
 * Returns whether premium waited when the latest refund that ended the order was requested; null: not known.
 */
export async function hasPremiumWaited(db: Queryable, orderId: number) {
  const row = await db
    .selectFrom('refunds')
    .select('premiumWaited')
    .where('orderId', '=', orderId)
    .where('premiumWaited', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.premiumWaited ?? null
}

export async function hasRefund(db: Queryable, orderId: number) {
  const row = await db.selectFrom('refunds').select('id').where('orderId', '=', orderId).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns whether a member has withdrawn, before a time if it is given,
 * from a purchase without spending one of its credits.
 */
export async function hasFullWithdrawal(
  db: Queryable,
  userId: number,
  { before = null }: { before?: Date | null } = {},
) {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.orderId')
    .select('refunds.id')
    .where('orders.userId', '=', userId)
    .where('refunds.reason', '=', 'withdrawal')
    .where('refunds.status', '<>', 'failed')
    .whereRef('refunds.credits', '=', 'orders.credits')
    .$if(before !== null, (query) => query.where('refunds.requestedAt', '<=', before))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists a member's newest completed orders of which nothing was refunded or tried to. */
export function returnableOrders(db: Queryable, { userId, limit }: { userId: number; limit: number }) {
  return db
    .selectFrom('orders')
    .leftJoin('refunds', 'refunds.orderId', 'orders.id')
    .select(['publicId', 'siteId', 'orders.credits', 'orders.amountMinor', 'currency', 'completedAt'])
    .where('userId', '=', userId)
    .where('orders.status', '=', 'completed')
    .where('refunds.id', 'is', null)
    .where('completedAt', 'is not', null)
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .$narrowType<{ currency: CurrencyCode; completedAt: Date }>()
    .execute()
}
