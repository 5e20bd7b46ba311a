import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

interface Due {
  now: Date
  /** Nothing more is expected of orders that were made before, and of refunds that were accepted before. */
  expectedSince: Date
  limit: number
}

/** When the order was made, or its latest refund was accepted, which can fail later: whichever is later. */
const expectedFrom = sql<Date>`greatest(orders.created_at, (
  select max(settled_at) from refunds where order_id = orders.id and status = 'done'
))`

/** Lists orders with a payment that a provider is due to be asked about, those that wait longest first. */
export function ordersToCheck(db: Queryable, { provider, now, expectedSince, limit }: Due & { provider: string }) {
  return db
    .selectFrom('orders')
    .select(['id', 'publicId', 'providerRef', expectedFrom.as('expectedFrom')])
    .where('nextCheckAt', '<=', now)
    .where('provider', '=', provider)
    .where('providerRef', 'is not', null)
    .where(expectedFrom, '>', expectedSince)
    .orderBy('nextCheckAt')
    .limit(limit)
    .$narrowType<{ providerRef: string }>()
    .execute()
}

/** Ends the checks of orders whose payment has ended and of which nothing more is expected. */
export async function stopChecks(db: Queryable, { now, expectedSince, limit }: Due) {
  const over = db
    .selectFrom('orders')
    .select('id')
    .where('nextCheckAt', '<=', now)
    .where('status', '<>', 'pending')
    .where(expectedFrom, '<=', expectedSince)
    .limit(limit)
  // A refund that is accepted now sets another time.
  await db
    .updateTable('orders')
    .set({ nextCheckAt: null })
    .where('id', 'in', over)
    .where('nextCheckAt', '<=', now)
    .execute()
}

/**
 * Lists open orders for which no payment is expected any more: that are too old, whose checkout did not open,
 * or whose stored method was not charged in time.
 */
export function ordersToEnd(db: Queryable, { now, expectedSince, limit }: Due) {
  return db
    .selectFrom('orders')
    .select(['id', 'isStored', 'providerRef'])
    .where('nextCheckAt', '<=', now)
    .where('status', '=', 'pending')
    .where((eb) => eb.or([eb('createdAt', '<=', expectedSince), eb('providerRef', 'is', null)]))
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

/** Sets when the provider is asked again, unless the money has moved meanwhile. */
export async function setNextCheck(db: Queryable, { id, at }: { id: number; at: Date | null }) {
  await db
    .updateTable('orders')
    .set({ nextCheckAt: at })
    .where('id', '=', id)
    .where('nextCheckAt', 'is not', null)
    .execute()
}

/** Sets when the provider is asked for a payment whose money has moved; null: not again. */
export async function scheduleCheck(tx: Tx, { id, at }: { id: number; at: Date | null }) {
  await tx.updateTable('orders').set({ nextCheckAt: at }).where('id', '=', id).execute()
}
