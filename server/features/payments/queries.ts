import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Order } from '#contract/payments/schemas.ts'
import { nameInMail } from '#server/features/accounts/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { receiptsColumn } from './receipts/receipt-queries.ts'
import { insertOrderEvent } from './orders/state-queries.ts'

const orderColumns = [
  'id',
  'publicId',
  'status',
  'bundle',
  'credits',
  'amountMinor',
  'currency',
  'method',
  'isStored',
  'checkoutUrl',
  'discountCode',
  'discountPercent',
  'fullAmountMinor',
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
  country: CountryCode
  paymentCountry: CountryCode
  /** Paid with the stored method. */
  isStored: boolean
  /** The stored method that pays. */
  storedMethodId: string | null
  provider: string
  discountCode: string | null
  discountPercent: number | null
  fullAmountMinor: number | null
  at: Date
  /** When it ends if its payment was not opened by then. */
  openUntil: Date
}

/** Locks the buyer's account against removal until the transaction ends. Returns false when it is gone. */
export async function lockBuyer(tx: Tx, userId: number) {
  const row = await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().executeTakeFirst()
  return row !== undefined
}

/** Makes the orders of one member run one after the other until the transaction ends. */
export async function lockOrdersOf(tx: Tx, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders:${userId}`}, 0))`.execute(tx)
}

/** Inserts a pending order, which ends if its payment is not opened in time. */
export async function insertOrder(tx: Tx, { at, openUntil, ...order }: NewOrder) {
  await tx
    .insertInto('orders')
    .values({ ...order, status: 'pending', createdAt: at, updatedAt: at, nextCheckAt: openUntil })
    .execute()
  await insertOrderEvent(tx, { orderId: order.id, from: null, to: 'pending', cause: 'created', at })
}

/**
 * Finds the order that stands for a new one: with the same client id, or for a payment with the stored method
 * another one that is still open. Returns its client id.
 */
export async function earlierOrder(
  tx: Tx,
  { userId, clientId, isStored }: Pick<NewOrder, 'userId' | 'clientId' | 'isStored'>,
) {
  const row = await tx
    .selectFrom('orders')
    .select('clientId')
    .where('userId', '=', userId)
    .where((eb) => {
      const isSame = eb('clientId', '=', clientId)
      return isStored ? eb.or([isSame, eb.and([eb('isStored', '=', true), eb('status', '=', 'pending')])]) : isSame
    })
    // The same one, if both are there.
    .orderBy((eb) => eb('clientId', '=', clientId), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.clientId
}

/** Finds a member's order by client id. */
export function orderByClientId(db: Queryable, { userId, clientId }: { userId: number; clientId: string }) {
  return db
    .selectFrom('orders')
    .select([...orderColumns, 'provider', 'paymentCountry'])
    .select(receiptsColumn)
    .where('userId', '=', userId)
    .where('clientId', '=', clientId)
    .$narrowType<ContractColumns & { paymentCountry: CountryCode }>()
    .executeTakeFirstOrThrow()
}

/** Locks an order and returns the address of its checkout; null if none was opened. */
export async function lockCheckout(tx: Tx, id: number) {
  const order = tx.selectFrom('orders').select('checkoutUrl').where('id', '=', id).forUpdate()
  return (await order.executeTakeFirstOrThrow()).checkoutUrl
}

/**
 * Stores the provider's reference of the payment, the address of its checkout, and, while the order is open,
 * when the provider is asked about it. Returns the state of the order.
 */
export async function saveCheckout(
  db: Queryable,
  {
    id,
    nextCheckAt,
    ...checkout
  }: {
    id: number
    providerRef: string
    checkoutUrl: string | null
    customerRef: string | null
    nextCheckAt: Date | null
  },
) {
  const { status } = await db
    .updateTable('orders')
    .set((eb) => ({
      ...checkout,
      nextCheckAt: eb.case().when('status', '=', 'pending').then(nextCheckAt).else(eb.ref('nextCheckAt')).end(),
    }))
    .where('id', '=', id)
    .returning('status')
    .$narrowType<Pick<ContractColumns, 'status'>>()
    .executeTakeFirstOrThrow()
  return status
}

/** Finds one of a member's own orders. */
export function ownOrder(db: Queryable, { userId, orderId }: { userId: number; orderId: string }) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select(receiptsColumn)
    .where('publicId', '=', orderId)
    .where('userId', '=', userId)
    .$narrowType<ContractColumns>()
    .executeTakeFirst()
}

interface OrdersPage {
  userId: number
  after: PageKey | null
  limit: number
}

/** Lists one page of a member's own orders, newest first. */
export function ownOrders(db: Queryable, { userId, after, limit }: OrdersPage) {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select(receiptsColumn)
    .where('userId', '=', userId)
    .$if(after !== null, (query) => query.where('id', '<', after?.id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<ContractColumns>()
    .execute()
}

/** Finds a member's country, and whose prices the member has after a move (PAY-28). */
export function priceCountryOf(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select(['country', 'priceCountry', 'priceCountryUntil'])
    .where('userId', '=', userId)
    .$narrowType<{ country: CountryCode; priceCountry: CountryCode | null }>()
    .executeTakeFirst()
}

/** Finds what the receipt of an order names: the order and its buyer; undefined when the account is gone. */
export function paidOrder(db: Queryable, { userId, orderId }: { userId: number; orderId: string }) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .innerJoin('profiles', 'profiles.userId', 'orders.userId')
    .leftJoin('accountBalances', 'accountBalances.userId', 'orders.userId')
    .select([
      'orders.id',
      'orders.publicId',
      'orders.siteId',
      'orders.credits',
      'orders.amountMinor',
      'orders.currency',
    ])
    .select(['orders.country', 'orders.completedAt', 'users.email', 'users.language', 'accountBalances.premiumSince'])
    .select(nameInMail().as('name'))
    .where('orders.publicId', '=', orderId)
    .where('orders.userId', '=', userId)
    .$narrowType<Pick<ContractColumns, 'currency'> & { country: CountryCode }>()
    .executeTakeFirst()
}
