import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { OrderId } from '#contract/ids.ts'
import { STATEMENT_PAGE_SIZE } from '#contract/limits.ts'
import { PageQuery } from '#contract/pages/pages.ts'

/** What changes a balance. */
export const entryKinds = [
  'signup',
  'purchase',
  'message',
  'photo_unlock',
  'refund',
  'chargeback',
  'correction',
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

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/credits/statement',
  access: 'member',
  summary:
    'Lists all changes of the caller’s balance, newest first. `/credits/statement.csv` is the whole list as a file.',
  query: PageQuery,
  reply: z.object({ entries: z.array(StatementEntry).max(STATEMENT_PAGE_SIZE), next: z.string().nullable() }),
})
