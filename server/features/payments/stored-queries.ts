import type { BundleId, PaymentMethod } from '#contract/payments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface StoredRow {
  userId: number
  provider: string
  customerRef: string
  token: string
  method: string
  label: string
}

/** Finds the stored method of a member. */
export function storedOf(db: Queryable, userId: number) {
  return db
    .selectFrom('storedMethods')
    .select(['provider', 'customerRef', 'token', 'method', 'label'])
    .where('userId', '=', userId)
    .$narrowType<{ method: PaymentMethod }>()
    .executeTakeFirst()
}

/** Stores a method in place of the member's earlier one. */
export async function replaceStored(tx: Tx, { at, ...row }: StoredRow & { at: Date }) {
  const { userId: _, ...changed } = row
  await tx
    .insertInto('storedMethods')
    .values({ ...row, createdAt: at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...changed, createdAt: at }))
    .execute()
}

/** Deletes the stored method of a member, and returns what the provider has to forget. */
export function deleteStored(tx: Tx, userId: number) {
  return tx
    .deleteFrom('storedMethods')
    .where('userId', '=', userId)
    .returning(['provider', 'customerRef', 'token'])
    .executeTakeFirst()
}

/** Finds what a paid order lets the provider keep. */
export function methodOf(db: Queryable, orderId: number) {
  return db
    .selectFrom('orders')
    .select(['userId', 'provider', 'customerRef', 'method'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** Finds the bundle that a member has bought last. */
export function lastBundle(db: Queryable, userId: number) {
  return db
    .selectFrom('orders')
    .select('bundle')
    .where('userId', '=', userId)
    .where('completedAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ bundle: BundleId }>()
    .executeTakeFirst()
}

/** Finds an open order with the stored method, and the method, if it is still stored at the same provider. */
export function orderToCharge(db: Queryable, orderId: number) {
  return db
    .selectFrom('orders')
    .leftJoin('storedMethods', (join) =>
      join.onRef('storedMethods.userId', '=', 'orders.userId').onRef('storedMethods.provider', '=', 'orders.provider'),
    )
    .select(['orders.id', 'publicId', 'siteId', 'orders.provider', 'providerRef', 'amountMinor', 'currency'])
    .select(['orders.method', 'orders.createdAt', 'storedMethods.customerRef', 'token'])
    .where('orders.id', '=', orderId)
    .where('isStored', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}
