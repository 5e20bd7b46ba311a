import { sql } from 'kysely'
import type { CurrencyCode } from '#contract/countries.ts'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Incident, OrderCause } from '#server/features/payments/rules.ts'

/** Columns that only hold values of the contract's types, so their types can be narrowed without parsing. */
type ContractColumns = { status: OrderStatus; currency: CurrencyCode }

interface PaymentKey {
  provider: string
  providerRef: string
}

/** Returns whether a payment belongs to an order. */
export async function hasPayment(db: Queryable, { provider, providerRef }: PaymentKey) {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('provider', '=', provider)
    .where('providerRef', '=', providerRef)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an order of the provider waits for its payment, whose reference was not stored. */
export async function awaitsPayment(db: Queryable, { provider, orderId }: { provider: string; orderId: string }) {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('publicId', '=', orderId)
    .where('provider', '=', provider)
    .where('providerRef', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the references of the payment, and of the customer with its method, at an order without them. */
export async function adoptPayment(
  tx: Tx,
  { provider, providerRef, orderId, customerRef }: PaymentKey & { orderId: string; customerRef: string | null },
) {
  await tx
    .updateTable('orders')
    .set({ providerRef, customerRef })
    .where('publicId', '=', orderId)
    .where('provider', '=', provider)
    .where('providerRef', 'is', null)
    .execute()
}

/** Finds and locks the order of a provider's payment, so that its state changes one step at a time. */
export function lockPaidOrder(tx: Tx, { provider, providerRef }: PaymentKey) {
  return lockable(tx).where('provider', '=', provider).where('providerRef', '=', providerRef).executeTakeFirst()
}

/** Finds and locks one of a member's own orders. */
export function lockOwnOrder(tx: Tx, { userId, orderId }: { userId: number; orderId: string }) {
  return lockable(tx).where('publicId', '=', orderId).where('userId', '=', userId).executeTakeFirst()
}

/** Finds and locks the order of any member. */
export function lockOrder(tx: Tx, orderId: string) {
  return lockable(tx).where('publicId', '=', orderId).executeTakeFirst()
}

/** Finds and locks an order by its key. */
export function lockOrderById(tx: Tx, id: number) {
  return lockable(tx).where('id', '=', id).executeTakeFirstOrThrow()
}

function lockable(tx: Tx) {
  return tx
    .selectFrom('orders')
    .select(['id', 'publicId', 'userId', 'siteId', 'status', 'credits', 'amountMinor', 'currency'])
    .select(['provider', 'providerRef', 'createdAt', 'completedAt', 'discountCode', 'customerRef'])
    .$narrowType<ContractColumns>()
    .forUpdate()
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockPaidOrder>>>

/** Changes the state of an order and records the change. A state in which money has moved ends the checks. */
export async function setStatus(
  tx: Tx,
  { order, to, cause, at }: { order: Pick<LockedOrder, 'id' | 'status'>; to: OrderStatus; cause: OrderCause; at: Date },
) {
  await tx
    .updateTable('orders')
    .set({
      status: to,
      updatedAt: at,
      nextCheckAt: null,
      ...(to === 'completed' && order.status !== 'refunded' && { completedAt: at }),
    })
    .where('id', '=', order.id)
    .execute()
  await insertOrderEvent(tx, { orderId: order.id, from: order.status, to, cause, at })
}

export async function insertOrderEvent(
  tx: Tx,
  {
    orderId,
    from,
    to,
    cause,
    at,
  }: { orderId: number; from: OrderStatus | null; to: OrderStatus; cause: OrderCause; at: Date },
) {
  await tx
    .insertInto('orderEvents')
    .values({
      orderId,
      // The order is locked, or not visible to others yet, so no two events get the same number.
      nth: sql<number>`(select count(*) + 1 from order_events where order_id = ${orderId})`,
      fromStatus: from,
      toStatus: to,
      cause,
      createdAt: at,
    })
    .execute()
}

/**
 * Lists a member's orders with a code that could still be paid, oldest first, except this client id's. A
 * direct debit without a payment was not collected yet.
 */
export function unpaidOrdersWith(
  db: Queryable,
  { userId, code, clientId, since }: { userId: number; code: string; clientId: string; since: Date },
) {
  return db
    .selectFrom('orders')
    .select(['status', 'provider', 'providerRef', 'createdAt'])
    .where('userId', '=', userId)
    .where('discountCode', '=', code)
    .where('clientId', '<>', clientId)
    .where('status', 'in', ['pending', 'failed', 'cancelled'])
    .where((eb) =>
      eb.or([eb('providerRef', 'is not', null), eb.and([eb('method', '=', 'sdd'), eb('status', '=', 'pending')])]),
    )
    .where('createdAt', '>', since)
    .orderBy('id')
    .$narrowType<{ status: OrderStatus }>()
    .execute()
}

/** Returns whether a member has a completed order that was neither refunded nor charged back. */
export async function hasStandingOrder(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'completed')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds an order whose direct debit was not collected yet. */
export function orderToCollect(db: Queryable, id: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'publicId', 'siteId', 'provider', 'amountMinor', 'createdAt'])
    .select('currency')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('providerRef', 'is', null)
    .$narrowType<{ currency: CurrencyCode }>()
    .executeTakeFirst()
}

interface NewIncident {
  id: number
  provider: string
  providerRef: string
  orderId: number
  kind: Incident
  /** What it is about, if a payment can have several of a kind. */
  subjects?: string[]
  at: Date
}

/**
 * Stores an incident, one for each payment and kind. One that is about something else than before opens
 * again. Returns false if all of it was stored before.
 */
export async function insertIncident(tx: Tx, { at, subjects = [], ...values }: NewIncident) {
  const row = await tx
    .insertInto('paymentIncidents')
    .values({ ...values, subjects, createdAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'providerRef', 'kind'])
        .doUpdateSet({
          subjects: sql`array(select distinct unnest(payment_incidents.subjects || excluded.subjects))`,
          createdAt: at,
          closedAt: null,
          closeNote: null,
        })
        .where(sql<boolean>`not payment_incidents.subjects @> excluded.subjects`),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Closes an open incident of an order. Returns false if none of this kind is open. */
export async function closeIncident(
  tx: Tx,
  { orderId, kind, note, at }: { orderId: number; kind: string; note: string; at: Date },
) {
  const closed = await tx
    .updateTable('paymentIncidents')
    .set({ closedAt: at, closeNote: note })
    .where('orderId', '=', orderId)
    .where('kind', '=', kind)
    .where('closedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

export async function insertChargeback(
  tx: Tx,
  {
    at,
    ...chargeback
  }: {
    orderId: number
    amountMinor: number
    creditsTaken: number
    creditsMissing: number
    isUncovered: boolean
    at: Date
  },
) {
  await tx
    .insertInto('chargebacks')
    .values({ ...chargeback, createdAt: at })
    .execute()
}
