import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { SPENDING_LIMIT_MAX_MINOR } from '#contract/limits.ts'
import { Currency } from '#contract/settings/settings.ts'

const Amount = z.object({ amountMinor: z.int().nonnegative(), currency: Currency })

/** The most that a member wants to spend in a calendar month (UTC). */
export const SpendingLimit = z.object({
  /** Null: no limit. */
  limit: Amount.nullable(),
  /** A raise that waits; `limit` is null when the limit ends then. */
  raise: z.object({ limit: Amount.nullable(), at: z.iso.datetime() }).nullable(),
  /** Ordered in this month, not failed, refunded or cancelled; in the currency of the limit or the member. */
  spent: Amount,
})
export type SpendingLimit = z.output<typeof SpendingLimit>

export const getSpendingLimit = endpoint({
  method: 'GET',
  path: '/api/spending-limit',
  access: 'member',
  summary: 'Returns the spending limit that the caller has set, and what was spent in this month.',
  reply: SpendingLimit,
})

export const setSpendingLimit = endpoint({
  method: 'PUT',
  path: '/api/spending-limit',
  access: 'member',
  summary: 'Sets the caller’s spending limit for a month. Lowering it takes effect at once, raising it later.',
  body: z.strictObject({
    /** In the currency of the caller’s country. Null removes the limit. */
    amountMinor: z.int().nonnegative().max(SPENDING_LIMIT_MAX_MINOR).nullable(),
  }),
  reply: SpendingLimit,
})
