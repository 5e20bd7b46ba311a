import type { CountryCode } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { Order, OrderStatus } from '#contract/payments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

const orderColumns = [
  'id',
  'publicId',
  'status',
  'bundle',
  'credits',
  'amountMinor',
  'currency',
  'method',
  'createdAt',
  'completedAt',
] as const

/** Columns that only hold values of the contract's types, so their types can be narrowed without parsing. */
type ContractColumns = Pick<Order, 'status' | 'bundle' | 'currency' | 'method'>

export interface NewOrder extends Omit<ContractColumns, 'status'> {
  id: number
  publicId: string
  userId: number
  siteId: number
  clientId: string
  credits: number
  amountMinor: number
  country: string
  provider: string
  at: Date
}

/** Inserts a pending order. Does nothing if the member has used this client id before. */
export async function insertOrder(db: Queryable, { at, ...order }: NewOrder) {
  await db
    .insertInto('orders')
    .values({ ...order, status: 'pending', createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['userId', 'clientId']).doNothing())
    .execute()
}

/** Finds a member's order by client id. */
export function orderByClientId(db: Queryable, { userId, clientId }: { userId: number; clientId: string }) {
  return db
    .selectFrom('orders')
    .select([...orderColumns, 'provider', 'checkoutUrl'])
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .$narrowType<ContractColumns>()
    .executeTakeFirstOrThrow()
}

/** Stores the provider's reference of the payment and the address of its checkout. */
export async function saveCheckout(
  db: Queryable,
  { id, providerRef, checkoutUrl }: { id: number; providerRef: string; checkoutUrl: string },
) {
  await db.updateTable('orders').set({ providerRef, checkoutUrl }).where('id', '=', id).execute()
}

/** Finds one of a member's own orders. */
export function ownOrder(db: Queryable, { userId, orderId }: { userId: number; orderId: string }) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('publicId', '=', orderId)
    .where('userId', '=', userId)
    .$narrowType<ContractColumns>()
    .executeTakeFirst()
}

/** Lists a member's own orders, newest first. */
export function ownOrders(db: Queryable, { userId, limit }: { userId: number; limit: number }) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<ContractColumns>()
    .execute()
}

/** Finds and locks the order of a provider's payment, so that reports on it are processed one at a time. */
export function lockOrder(tx: Tx, { provider, providerRef }: { provider: string; providerRef: string }) {
  return tx
    .selectFrom('orders')
    .select(['id', 'publicId', 'userId', 'status', 'credits'])
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .$narrowType<Pick<ContractColumns, 'status'>>()
    .forUpdate()
    .executeTakeFirst()
}

/** Stores a provider's report. Returns false if it was stored before. */
export async function insertEvent(
  tx: Tx,
  { at, ...event }: { provider: string; eventId: string; orderId: number; status: OrderStatus; at: Date },
) {
  const row = await tx
    .insertInto('paymentEvents')
    .values({ ...event, receivedAt: at })
    .onConflict((conflict) => conflict.columns(['provider', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

export async function setStatus(tx: Tx, { id, status, at }: { id: number; status: OrderStatus; at: Date }) {
  await tx
    .updateTable('orders')
    .set({ status, updatedAt: at, ...(status === 'completed' && { completedAt: at }) })
    .where('id', '=', id)
    .execute()
}

/** Finds a member's country, which decides currency, payment methods and VAT. */
export function countryOf(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select('country')
    .where('userId', '=', userId)
    .$narrowType<{ country: CountryCode }>()
    .executeTakeFirst()
}

/** Finds what the receipt of an order names: the order and its buyer; undefined when the account is gone. */
export function paidOrder(db: Queryable, { userId, orderId }: { userId: number; orderId: string }) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .innerJoin('profiles', 'profiles.userId', 'orders.userId')
    .select(['orders.publicId', 'orders.siteId', 'orders.credits', 'orders.amountMinor', 'orders.currency'])
    .select(['orders.country', 'orders.completedAt', 'users.email', 'users.language', 'profiles.name'])
    .where('orders.publicId', '=', orderId)
    .where('orders.userId', '=', userId)
    .$narrowType<Pick<ContractColumns, 'currency'> & { country: CountryCode; language: Language }>()
    .executeTakeFirst()
}
