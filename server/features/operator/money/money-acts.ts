import { OPERATOR_PAGE } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import * as payments from '#server/features/payments/operator-commands.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { recordAct } from '../audit/record.ts'
import { incidentView } from './orders.ts'
import * as queries from './queries.ts'

interface Refund {
  by: RequestOperator
  orderId: string
  clientId: string
  amountMinor: number
  credits: number
  reason: string
}

/**
 * Refunds an order, once for each client id, and records why (OPER-14).
 * @throws AppError as `payments.refundOrder`
 */
export async function refundOrder(
  context: Pick<AppContext, 'transaction' | 'clock' | 'jobs'>,
  { by, reason, ...refund }: Refund,
) {
  const { orderId, amountMinor, credits } = refund
  await context.transaction(async (tx) => {
    const { isNew } = await payments.refundOrder(context, tx, refund)
    if (!isNew) return
    const subject = { kind: 'order', id: orderId } as const
    await recordAct(tx, { operator: by, act: 'order_refunded', subject, details: { amountMinor, credits, reason } })
  })
}

/** Returns a page of incidents, the newest first. */
export async function listIncidents(
  { db }: Pick<AppContext, 'db'>,
  { state, before }: { state: 'open' | 'closed'; before: number | undefined },
) {
  const rows = await queries.findIncidents(db, { state, before, limit: OPERATOR_PAGE })
  const incidents = rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    provider: row.provider,
    ...incidentView(row),
  }))
  return { incidents, next: rows.length === OPERATOR_PAGE ? (rows.at(-1)?.id ?? null) : null }
}

/** Closes an incident, with what was found. @throws AppError as `payments.closeIncident` */
export async function closeIncident(
  context: Pick<AppContext, 'transaction' | 'clock'>,
  { by, orderId, kind, reason }: { by: RequestOperator; orderId: string; kind: string; reason: string },
) {
  await context.transaction(async (tx) => {
    await payments.closeIncident(context, tx, { orderId, kind, note: reason })
    const subject = { kind: 'order', id: orderId } as const
    await recordAct(tx, { operator: by, act: 'incident_closed', subject, details: { kind, reason } })
  })
}
