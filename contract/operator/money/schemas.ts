import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ClientId, OrderId, ProfileId } from '#contract/ids.ts'
import {
  OPERATOR_DAYS_MAX,
  OPERATOR_GROUPS_MAX,
  OPERATOR_PAGE,
  OPERATOR_SEARCH_MAX_LENGTH,
  RECEIPTS_PER_ORDER,
} from '#contract/limits.ts'
import { OrderStatus } from '#contract/payments/schemas.ts'
import { receiptKinds } from '#contract/payments/receipts.ts'
import { Line } from '#contract/settings/texts.ts'
import { Reason } from '../members/schemas.ts'
import { RowKey } from '../row-key.ts'
import { incidentKinds } from './incidents.ts'

/** An existing day of the calendar (UTC). */
const Day = z.iso.date()

const OrderFilters = {
  status: OrderStatus.optional(),
  provider: Line.max(30).optional(),
  from: Day.optional(),
  /** Included. */
  to: Day.optional(),
  member: ProfileId.optional(),
  /** Id of an order, or the provider's reference of a payment. */
  reference: Line.max(OPERATOR_SEARCH_MAX_LENGTH).optional(),
  /** Only payments and refunds that wait for a provider for too long. */
  stuck: z.enum(['true']).optional(),
}

const ListedOrder = z.object({
  id: OrderId,
  status: OrderStatus,
  amountMinor: z.int(),
  currency: z.string(),
  refundedMinor: z.int(),
  credits: z.int(),
  method: z.string(),
  provider: z.string(),
  country: z.string(),
  site: z.string(),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** Null once the member is erased. */
  memberId: ProfileId.nullable(),
})
export type ListedOrder = z.output<typeof ListedOrder>

export const listOrders = {
  summary: 'Orders of all members, the newest first.',
  query: z.strictObject({ ...OrderFilters, before: OrderId.optional() }),
  reply: z.object({ orders: z.array(ListedOrder).max(OPERATOR_PAGE), next: z.string().nullable() }),
} satisfies EndpointSchemas

export const exportOrders = {
  summary: 'Orders of all members as a file.',
  query: z.strictObject(OrderFilters),
  reply: z.string(),
} satisfies EndpointSchemas

const Incident = z.object({
  kind: z.enum(incidentKinds),
  at: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
})

export const OrderFile = ListedOrder.extend({
  memberName: z.string().nullable(),
  providerRef: z.string().nullable(),
  discountCode: z.string().nullable(),
  events: z
    .array(z.object({ from: OrderStatus.nullable(), to: OrderStatus, cause: z.string(), at: z.iso.datetime() }))
    .max(OPERATOR_PAGE),
  refunds: z
    .array(
      z.object({
        reason: z.string(),
        status: z.string(),
        amountMinor: z.int(),
        credits: z.int(),
        requestedAt: z.iso.datetime(),
        settledAt: z.iso.datetime().nullable(),
      }),
    )
    .max(OPERATOR_PAGE),
  receipts: z
    .array(
      z.object({
        kind: z.enum(receiptKinds),
        number: z.string(),
        amountMinor: z.int(),
        vatMinor: z.int(),
        at: z.iso.datetime(),
      }),
    )
    .max(RECEIPTS_PER_ORDER),
  chargeback: z
    .object({
      amountMinor: z.int(),
      creditsTaken: z.int(),
      creditsMissing: z.int(),
      at: z.iso.datetime(),
    })
    .nullable(),
  incidents: z.array(Incident).max(incidentKinds.length),
  /** The credits that a refund can take; null when the order cannot be refunded. */
  refundableCredits: z.int().nullable(),
  /** What is left of the price; 0 when the order cannot be refunded. */
  refundableMinor: z.int().nonnegative(),
})
export type OrderFile = z.output<typeof OrderFile>

const params = z.strictObject({ orderId: OrderId })

export const getOrderFile = {
  summary: 'All that is known of an order. The audit log records the look.',
  params,
  reply: OrderFile,
} satisfies EndpointSchemas

export const Refund = z.strictObject({
  clientId: ClientId,
  amountMinor: z
    .int({ error: 'payments.refund_amount' })
    .positive({ error: 'payments.refund_amount' })
    .max(2 ** 31 - 1, { error: 'payments.refund_amount' }),
  credits: z
    .int({ error: 'payments.refund_credits' })
    .nonnegative({ error: 'payments.refund_credits' })
    .max(1_000_000, { error: 'payments.refund_credits' }),
  reason: Reason,
})

export const refundOrder = {
  summary: 'Has the provider pay back an order, or a part of it. Sent again with its client id, it changes nothing.',
  params,
  body: Refund,
  reply: z.null(),
} satisfies EndpointSchemas

const ListedIncident = Incident.extend({
  /** Grows with time; only for the next page. */
  id: z.int(),
  orderId: OrderId,
  provider: z.string(),
})
export type ListedIncident = z.output<typeof ListedIncident>

export const listIncidents = {
  summary: 'What about payments needs an operator, the newest first.',
  query: z.strictObject({
    state: z.enum(['open', 'closed']).default('open'),
    before: RowKey.optional(),
  }),
  reply: z.object({ incidents: z.array(ListedIncident).max(OPERATOR_PAGE), next: z.int().nullable() }),
} satisfies EndpointSchemas

export const closeIncident = {
  summary: 'Closes an incident, with what was found.',
  params: z.strictObject({ orderId: OrderId, kind: z.enum(incidentKinds) }),
  body: z.strictObject({ reason: Reason }),
  reply: z.null(),
} satisfies EndpointSchemas

const DayRow = z.object({
  day: Day,
  site: z.string(),
  currency: z.string(),
  orders: z.int(),
  paidMinor: z.int(),
  refundedMinor: z.int(),
  chargedBackMinor: z.int(),
  /** Of the orders that were paid on the day. */
  creditsSold: z.int(),
  /** What the ledger has of these orders: the same, or something is wrong. */
  creditsBooked: z.int(),
})
export type DayRow = z.output<typeof DayRow>

export const listDays = {
  summary: 'Sums of each day (UTC) by site and currency: paid, refunded, charged back, and credits.',
  /** Without days: the last ones. */
  query: z.strictObject({ from: Day.optional(), to: Day.optional() }),
  reply: z.object({
    from: Day,
    to: Day,
    days: z.array(DayRow).max(OPERATOR_DAYS_MAX * OPERATOR_GROUPS_MAX),
  }),
} satisfies EndpointSchemas

const Quarter = {
  year: z.coerce.number().int().min(2020).max(2100),
  quarter: z.coerce.number().int().min(1).max(4),
}

const VatRow = z.object({
  company: z.string(),
  country: z.string(),
  currency: z.string(),
  vatPermille: z.int(),
  /** Of receipts, with VAT. */
  salesMinor: z.int(),
  salesVatMinor: z.int(),
  /** Of credit notes and notes about chargebacks. */
  returnedMinor: z.int(),
  returnedVatMinor: z.int(),
})
export type VatRow = z.output<typeof VatRow>

export const listVat = {
  summary: 'VAT of a quarter (UTC) by company, country of the buyers, currency and rate.',
  /** Without a quarter: the present one. */
  query: z.strictObject({ year: Quarter.year.optional(), quarter: Quarter.quarter.optional() }),
  reply: z.object({
    year: z.int(),
    quarter: z.int(),
    rows: z.array(VatRow).max(OPERATOR_GROUPS_MAX * OPERATOR_GROUPS_MAX),
  }),
} satisfies EndpointSchemas

export const exportVat = {
  summary: 'The same as a file.',
  query: z.strictObject(Quarter),
  reply: z.string(),
} satisfies EndpointSchemas
