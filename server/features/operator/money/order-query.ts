import { sql } from 'kysely'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export interface OrderFilters {
  status?: string | undefined
  provider?: string | undefined
  from?: Date | undefined
  /** Excluded. */
  until?: Date | undefined
  member?: string | undefined
  reference?: string | undefined
  /** Payments that were opened, and refunds that were requested, before these times and wait. */
  stuck?: { openedBefore: Date; requestedBefore: Date } | undefined
}

/**
 * Lists orders of all members, the newest first. Ids grow with time, so a range of days is one of ids. Orders
 * that a subquery names are an array: of a join, PostgreSQL may read all orders until enough are among them.
 */
export function findOrders(
  db: Queryable,
  { before, limit, ...filters }: OrderFilters & { before: string | undefined; limit: number },
) {
  const { status, provider, from, until, member, reference, stuck } = filters
  return orders(db)
    .$if(status !== undefined, (query) => query.where('orders.status', '=', status ?? ''))
    .$if(provider !== undefined, (query) => query.where('orders.provider', '=', provider ?? ''))
    .$if(from !== undefined, (query) => query.where('orders.id', '>=', leastIdAt(from ?? new Date(0))))
    .$if(until !== undefined, (query) => query.where('orders.id', '<', leastIdAt(until ?? new Date(0))))
    .$if(member !== undefined, (query) =>
      query.where('orders.userId', '=', (eb) =>
        eb
          .selectFrom('profiles as buyer')
          .select('buyer.userId')
          .where('buyer.publicId', '=', member ?? ''),
      ),
    )
    .$if(reference !== undefined, (query) =>
      query.where(
        'orders.id',
        '=',
        sql<number>`any(array(select id from orders where public_id = ${reference}
          union select id from orders where provider_ref = ${reference}))`,
      ),
    )
    .$if(stuck !== undefined, (query) =>
      query.where(
        'orders.id',
        '=',
        sql<number>`any(array(select id from orders
          where status = 'pending' and provider_ref is not null and method <> 'sdd'
            and created_at < ${stuck?.openedBefore}
          union select order_id from refunds where status = 'requested' and requested_at < ${stuck?.requestedBefore}))`,
      ),
    )
    .$if(before !== undefined, (query) =>
      query.where('orders.id', '<', (eb) =>
        eb
          .selectFrom('orders as last')
          .select('last.id')
          .where('last.publicId', '=', before ?? ''),
      ),
    )
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
}

export type OrderRow = Awaited<ReturnType<typeof findOrders>>[number]

export function findOrder(db: Queryable, orderId: string) {
  return orders(db).where('orders.publicId', '=', orderId).executeTakeFirst()
}

function orders(db: Queryable) {
  return db
    .selectFrom('orders')
    .leftJoin('profiles', 'profiles.userId', 'orders.userId')
    .select(['orders.id', 'orders.publicId', 'orders.userId', 'orders.siteId', 'orders.status', 'orders.amountMinor'])
    .select(['orders.currency', 'orders.credits', 'orders.method', 'orders.provider', 'orders.providerRef'])
    .select(['orders.country', 'orders.discountCode', 'orders.createdAt', 'orders.completedAt'])
    .select(['profiles.publicId as memberId', 'profiles.name as memberName'])
    .select((eb) =>
      eb
        .selectFrom('refunds')
        .select((inner) => inner.fn.coalesce(inner.fn.sum<number>('refunds.amountMinor'), sql<number>`0`).as('sum'))
        .whereRef('refunds.orderId', '=', 'orders.id')
        .where('refunds.status', '<>', 'failed')
        .as('refundedMinor'),
    )
    .$narrowType<{ status: OrderStatus }>()
}
