import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { OrderId } from '#contract/ids.ts'
import { DISCOUNT_CODE_MAX_LENGTH, STATEMENT_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'
import { Line } from '#contract/settings/texts.ts'

/** A discount code as it is typed: capitals and spaces around it make no difference. */
export const DiscountText = Line.toUpperCase().min(1).max(DISCOUNT_CODE_MAX_LENGTH, { error: 'credits.code_not_found' })

export const Discount = z.object({
  code: z.string(),
  percentage: z.int().min(1).max(100),
  /** Lowest price of an order, in minor units of the member's currency; null: any. */
  minimum: z.int().positive().nullable(),
  country: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type Discount = z.output<typeof Discount>

/** The discount of the company for those who stay. `discount` is the member's code, once it was taken. */
const StayOffer = z.object({
  /** Null when there is none for this member. */
  percentage: z.int().min(1).max(100).nullable(),
  discount: Discount.nullable(),
})

export const getStayOffer = {
  summary: 'Returns the discount that the company offers to a member who is about to delete the account.',
  reply: StayOffer,
} satisfies EndpointSchemas

export const acceptStayOffer = {
  summary: 'Gives the member the code of that discount. Repeating a call returns the same code.',
  reply: StayOffer,
} satisfies EndpointSchemas

/** What changes a balance. */
export const entryKinds = [
  'signup',
  'purchase',
  'message',
  'photo_unlock',
  'refund',
  'chargeback',
  'correction',
  'adjustment',
  'demo',
] as const
export const EntryKind = z.enum(entryKinds)
export type EntryKind = z.output<typeof EntryKind>

/** A change of the caller's balance. */
export const StatementEntry = z.object({
  kind: EntryKind,
  /** Credits: positive when they came in. */
  amount: z.int(),
  balanceAfter: z.int().nonnegative(),
  at: z.iso.datetime(),
  /** The purchase that it belongs to. */
  orderId: OrderId.nullable(),
})
export type StatementEntry = z.output<typeof StatementEntry>

export const getStatement = {
  summary:
    'Lists all changes of the caller’s balance, newest first. `/credits/statement.csv` is the whole list as a file.',
  query: PageQuery,
  reply: z.object({ entries: z.array(StatementEntry).max(STATEMENT_PAGE_SIZE), next: z.string().nullable() }),
} satisfies EndpointSchemas
