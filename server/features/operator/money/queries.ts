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
