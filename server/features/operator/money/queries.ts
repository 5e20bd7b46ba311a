import { sql } from 'kysely'
import type { IncidentKind } from '#contract/operator/money/incidents.ts'
import type { ReceiptKind } from '#contract/payments/receipts.ts'
import type { OrderStatus } from '#contract/payments/schemas.ts'
import type { Queryable } from '#server/platform/postgres/tx.ts'

export function eventsOf(db: Queryable, { orderId, limit }: { orderId: number; limit: number }) {
  return db
    .selectFrom('orderEvents')
    .select(['fromStatus', 'toStatus', 'cause', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('nth')
    .limit(limit)
    .$narrowType<{ fromStatus: OrderStatus | null; toStatus: OrderStatus }>()
    .execute()
}

export function refundsOf(db: Queryable, { orderId, limit }: { orderId: number; limit: number }) {
  return db
    .selectFrom('refunds')
    .select(['reason', 'status', 'amountMinor', 'credits', 'requestedAt', 'settledAt'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function receiptsOf(db: Queryable, orderId: number) {
  return db
    .selectFrom('receipts')
    .select(['kind', 'year', 'number', 'amountMinor', 'vatMinor', 'issuedAt'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .$narrowType<{ kind: ReceiptKind }>()
    .execute()
}

export function chargebackOf(db: Queryable, orderId: number) {
  return db
    .selectFrom('chargebacks')
    .select(['amountMinor', 'creditsTaken', 'creditsMissing', 'createdAt'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()
}

export function incidentsOf(db: Queryable, orderId: number) {
  return db
    .selectFrom('paymentIncidents')
    .select(['kind', 'createdAt', 'closedAt', 'closeNote'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .$narrowType<{ kind: IncidentKind }>()
    .execute()
}

interface IncidentPage {
  state: 'open' | 'closed'
  before: number | undefined
  limit: number
}

export function findIncidents(db: Queryable, { state, before, limit }: IncidentPage) {
  return db
    .selectFrom('paymentIncidents')
    .innerJoin('orders', 'orders.id', 'paymentIncidents.orderId')
    .select(['paymentIncidents.id', 'paymentIncidents.kind', 'paymentIncidents.createdAt'])
    .select(['paymentIncidents.closedAt', 'paymentIncidents.closeNote', 'paymentIncidents.provider'])
    .select('orders.publicId as orderId')
    .where('paymentIncidents.closedAt', state === 'open' ? 'is' : 'is not', null)
    .$if(before !== undefined, (query) => query.where('paymentIncidents.id', '<', before ?? 0))
    .orderBy('paymentIncidents.id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: IncidentKind }>()
    .execute()
}

/** A time from which, and one until which, without it. */
export interface Range {
  from: Date
  until: Date
}

interface DaySums {
  day: string
  siteId: number
  currency: string
  orders: number
  paidMinor: number
  refundedMinor: number
  chargedBackMinor: number
  creditsSold: number
  creditsBooked: number
}

/**
 * Sums the money of each day (UTC) by site and currency. Credits of an order are compared with the ledger;
 * a payment that came when the account was gone gave none.
 */
export async function sumsByDay(db: Queryable, { from, until, limit }: Range & { limit: number }) {
  const { rows } = await sql<DaySums>`
    with moves as (
      select o.completed_at as at, o.site_id, o.currency, 1 as orders, o.amount_minor as paid, 0 as refunded,
        0 as charged_back,
        case when gone.id is null then o.credits else 0 end as sold, coalesce(e.amount, 0) as booked
      from orders o
      left join refunds gone on gone.order_id = o.id and gone.reason = 'buyer_gone'
      left join credit_ledger e on e.user_id = o.user_id and e.kind = 'purchase' and e.ref = o.public_id
      where o.completed_at >= ${from} and o.completed_at < ${until}
      union all
      select r.settled_at, o.site_id, o.currency, 0, 0, r.amount_minor, 0, 0, 0
      from refunds r join orders o on o.id = r.order_id
      where r.status = 'done' and r.settled_at >= ${from} and r.settled_at < ${until}
      union all
      select c.created_at, o.site_id, o.currency, 0, 0, 0, c.amount_minor, 0, 0
      from chargebacks c join orders o on o.id = c.order_id
      where c.created_at >= ${from} and c.created_at < ${until}
    )
    select (at at time zone 'UTC')::date::text as day, site_id, currency, sum(orders)::int as orders,
      sum(paid)::bigint as paid_minor, sum(refunded)::bigint as refunded_minor,
      sum(charged_back)::bigint as charged_back_minor,
      sum(sold)::bigint as credits_sold, sum(booked)::bigint as credits_booked
    from moves
    group by 1, 2, 3
    order by 1 desc, 2, 3
    limit ${limit}`.execute(db)
  return rows
}

interface VatSums {
  company: string
  country: string
  currency: string
  vatPermille: number
  salesMinor: number
  salesVatMinor: number
  returnedMinor: number
  returnedVatMinor: number
}

/** Sums receipts and what corrects them, by company, country of the buyers, currency and rate. */
export async function vatSums(db: Queryable, { from, until, limit }: Range & { limit: number }) {
  const { rows } = await sql<VatSums>`
    select c.info ->> 'name' as company, r.country, r.currency, r.vat_permille,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'receipt'), 0)::bigint as sales_minor,
      coalesce(sum(r.vat_minor) filter (where r.kind = 'receipt'), 0)::bigint as sales_vat_minor,
      coalesce(sum(r.amount_minor) filter (where r.kind <> 'receipt'), 0)::bigint as returned_minor,
      coalesce(sum(r.vat_minor) filter (where r.kind <> 'receipt'), 0)::bigint as returned_vat_minor
    from receipts r
    join companies c on c.id = r.company_id
    where r.issued_at >= ${from} and r.issued_at < ${until}
    group by c.id, c.info, r.country, r.currency, r.vat_permille
    order by company, c.id, r.country, r.currency, r.vat_permille
    limit ${limit}`.execute(db)
  return rows
}
