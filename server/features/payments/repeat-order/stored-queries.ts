import type { BundleId, PaymentMethod } from '#contract/payments/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface StoredRow {
  /** Public id. */
  id: string
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
    .select(['id', 'provider', 'customerRef', 'token', 'method', 'label'])
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

export interface MethodToForget {
  provider: string
  customerRef: string
  token: string
}

/** Stores that a provider has to delete a method. */
export async function insertMethodToForget(tx: Tx, { at, ...method }: MethodToForget & { at: Date }) {
  await tx
    .insertInto('methodsToForget')
    .values({ ...method, requestedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Stores that a provider has deleted a method. */
export async function deleteMethodToForget(db: Queryable, { provider, customerRef, token }: MethodToForget) {
  await db
    .deleteFrom('methodsToForget')
    .where('provider', '=', provider)
    .where('customerRef', '=', customerRef)
    .where('token', '=', token)
    .execute()
}

/** Lists methods that providers should have deleted before a time, those that wait longest first. */
export function methodsToForget(db: Queryable, { before }: { before: Date }) {
  return db
    .selectFrom('methodsToForget')
    .select(['provider', 'customerRef', 'token', 'requestedAt'])
    .where('requestedAt', '<=', before)
    .orderBy('requestedAt')
    .execute()
}

/** Stores that the method of a paid order has to be stored. */
export async function insertMethodToStore(tx: Tx, { orderId, at }: { orderId: number; at: Date }) {
  await tx.insertInto('methodsToStore').values({ orderId, requestedAt: at }).execute()
}

/** Records that an order's method is stored or no longer expected. Returns false if it was before. */
export async function deleteMethodToStore(db: Queryable, orderId: number) {
  const row = await db
    .deleteFrom('methodsToStore')
    .where('orderId', '=', orderId)
    .returning('orderId')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists orders whose methods should have been stored before a time, those that wait longest first. */
export function methodsToStore(db: Queryable, { before }: { before: Date }) {
  return db
    .selectFrom('methodsToStore')
    .select(['orderId', 'requestedAt'])
    .where('requestedAt', '<=', before)
    .orderBy('requestedAt')
    .execute()
}

/** Finds the order whose payment stored a method. */
export function orderOfMethod(db: Queryable, { provider, customerRef }: MethodToForget) {
  return db
    .selectFrom('orders')
    .select('id')
    .where('provider', '=', provider)
    .where('customerRef', '=', customerRef)
    .orderBy('id')
    .limit(1)
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

/** Finds an open order with a stored method, and the method, if it is still the one that is stored. */
export function orderToCharge(db: Queryable, orderId: number) {
  return db
    .selectFrom('orders')
    .leftJoin('storedMethods', (join) =>
      join
        .onRef('storedMethods.userId', '=', 'orders.userId')
        .onRef('storedMethods.provider', '=', 'orders.provider')
        .onRef('storedMethods.id', '=', 'orders.storedMethodId'),
    )
    .select(['orders.id', 'publicId', 'siteId', 'orders.provider', 'providerRef', 'amountMinor', 'currency'])
    .select(['orders.method', 'orders.createdAt', 'storedMethods.customerRef', 'token'])
    .where('orders.id', '=', orderId)
    .where('isStored', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}
