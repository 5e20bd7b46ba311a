import { OPERATOR_PAGE, STUCK_PAYMENT_MS, STUCK_REFUND_MS } from '#contract/limits.ts'
import type { ListedOrder, OrderFile } from '#contract/operator/money/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { unspentCredits } from '#server/features/credits/service.ts'
import * as payments from '#server/features/payments/operator-commands.ts'
import { receiptNumber } from '#server/features/payments/rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { csvReply } from '#server/platform/http/csv.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import type { Read } from '#server/platform/postgres/replica.ts'
import { recordAct } from '../audit/record.ts'
import { nextDay } from './rules.ts'
import * as queries from './queries.ts'
import { findOrder, findOrders, type OrderFilters, type OrderRow } from './order-query.ts'

type Deps = Pick<AppContext, 'db' | 'clock' | 'sites'>

/** As the contract has them. */
export interface Filters extends Omit<OrderFilters, 'from' | 'until' | 'stuck'> {
  from?: string | undefined
  to?: string | undefined
  stuck?: 'true' | undefined
}

/** Orders that are read together for a file. */
const FILE_BATCH = 1000

interface ListedOrders extends Filters {
  by: RequestOperator
  before?: string | undefined
}

/** Returns a page of the orders of all members, the newest first, and records whose they are (OPER-13). */
export async function listOrders(
  { read, ...context }: Deps & { read: Read },
  { by, before, ...filters }: ListedOrders,
) {
  const rows = await read((db) => findPage({ ...context, db }, { filters, before, limit: OPERATOR_PAGE }))
  await recordAct(context.db, { operator: by, act: 'orders_listed', members: rows.map(({ userId }) => userId) })
  const last = rows.length === OPERATOR_PAGE ? rows.at(-1) : undefined
  return { orders: rows.map((row) => listedOrder(context, row)), next: last?.publicId ?? null }
}

function findPage(
  { db, clock }: Deps,
  { filters, before, limit }: { filters: Filters; before: string | undefined; limit: number },
) {
  const { from, to, stuck, ...others } = filters
  const now = clock.now().getTime()
  return findOrders(db, {
    ...others,
    before,
    limit,
    ...(from && { from: new Date(from) }),
    ...(to && { until: nextDay(to) }),
    ...(stuck && {
      stuck: { openedBefore: new Date(now - STUCK_PAYMENT_MS), requestedBefore: new Date(now - STUCK_REFUND_MS) },
    }),
  })
}

function listedOrder({ sites }: Pick<AppContext, 'sites'>, row: OrderRow): ListedOrder {
  return {
    id: row.publicId,
    status: row.status,
    amountMinor: row.amountMinor,
    currency: row.currency,
    refundedMinor: row.refundedMinor ?? 0,
    credits: row.credits,
    method: row.method,
    provider: row.provider,
    country: row.country,
    site: sites.byId(row.siteId).settings.name,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    memberId: row.memberId,
  }
}

const columns = [
  'id',
  'created_at',
  'completed_at',
  'status',
  'currency',
  'amount_minor',
  'refunded_minor',
  'credits',
  'method',
  'provider',
  'provider_ref',
  'country',
  'site',
  'member',
  'discount_code',
] as const

/** Returns the orders as a file that is read while it is sent. */
export async function exportOrders(context: Deps, { by, ...filters }: Filters & { by: RequestOperator }) {
  await recordAct(context.db, { operator: by, act: 'orders_exported' })
  return csvReply({ name: 'orders.csv', columns, rows: csvRows(context, filters) })
}

async function* csvRows(context: Deps, filters: Filters) {
  let before: string | undefined
  for (;;) {
    const rows = await findPage(context, { filters, before, limit: FILE_BATCH })
    for (const row of rows) {
      const order = listedOrder(context, row)
      yield [
        order.id,
        order.createdAt,
        order.completedAt,
        order.status,
        order.currency,
        order.amountMinor,
        order.refundedMinor,
        order.credits,
        order.method,
        order.provider,
        row.providerRef,
        order.country,
        order.site,
        order.memberId,
        row.discountCode,
      ]
    }
    if (rows.length < FILE_BATCH) return
    before = rows.at(-1)?.publicId
  }
}

/**
 * Returns all that is known of an order, and records the look.
 * @throws AppError `payments.order_not_found`
 */
export async function openOrder(
  context: Deps,
  { by, orderId }: { by: RequestOperator; orderId: string },
): Promise<OrderFile> {
  const { db } = context
  const row = await findOrder(db, orderId)
  if (!row) throw new AppError('payments.order_not_found')
  await recordAct(db, { operator: by, act: 'order_seen', subject: { kind: 'order', id: orderId } })
  const list = { orderId: row.id, limit: OPERATOR_PAGE }
  const [events, refunds, receipts, chargeback, incidents, refundableMinor] = await Promise.all([
    queries.eventsOf(db, list),
    queries.refundsOf(db, list),
    queries.receiptsOf(db, row.id),
    queries.chargebackOf(db, row.id),
    queries.incidentsOf(db, row.id),
    payments.refundableMinor(db, row),
  ])
  const isRefundable = refundableMinor > 0
  const unspent = isRefundable && row.memberId !== null ? await unspentCredits({ db }, row.userId) : null
  return {
    ...listedOrder(context, row),
    memberName: row.memberName,
    providerRef: row.providerRef,
    discountCode: row.discountCode,
    events: events.map(({ fromStatus: from, toStatus: to, cause, createdAt }) => ({
      from,
      to,
      cause,
      at: createdAt.toISOString(),
    })),
    refunds: refunds.map(({ requestedAt, settledAt, ...refund }) => ({
      ...refund,
      requestedAt: requestedAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
    receipts: receipts.map(({ issuedAt, year, number, kind, ...amounts }) => ({
      kind,
      number: receiptNumber({ kind, year, number }),
      ...amounts,
      at: issuedAt.toISOString(),
    })),
    chargeback: chargeback ? chargebackView(chargeback) : null,
    incidents: incidents.map(incidentView),
    refundableMinor,
    refundableCredits: isRefundable ? (unspent?.get(row.publicId) ?? 0) : null,
  }
}

function chargebackView({ createdAt, ...amounts }: NonNullable<Awaited<ReturnType<typeof queries.chargebackOf>>>) {
  return { ...amounts, at: createdAt.toISOString() }
}

type IncidentRow = Awaited<ReturnType<typeof queries.incidentsOf>>[number]

export function incidentView({ kind, createdAt, closedAt, closeNote }: IncidentRow) {
  return { kind, at: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null, note: closeNote }
}
