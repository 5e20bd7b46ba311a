import { sql } from 'kysely'
import type { CurrencyCode } from '#contract/countries.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Spent, StoredLimit } from './spending-rules.ts'

const columns = ['amountMinor', 'currency', 'raisedAmountMinor', 'raisedCurrency', 'raisedAt'] as const

function limits(db: Queryable, userId: number) {
  return db
    .selectFrom('spendingLimits')
    .select(columns)
    .where('userId', '=', userId)
    .$narrowType<{ currency: CurrencyCode; raisedCurrency: CurrencyCode | null }>()
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof limits>['executeTakeFirst']>>>

export async function findLimit(db: Queryable, userId: number) {
  return toLimit(await limits(db, userId).executeTakeFirst())
}

/** Finds and locks a limit: a member's orders run one after the other, so that two do not exceed it. */
export async function lockLimit(tx: Tx, userId: number) {
  return toLimit(await limits(tx, userId).forUpdate().executeTakeFirst())
}

function toLimit(row: Row | undefined): StoredLimit | undefined {
  if (!row) return undefined
  const { amountMinor, currency, raisedAmountMinor, raisedCurrency, raisedAt } = row
  const raise =
    raisedCurrency && raisedAt ? { amountMinor: raisedAmountMinor, currency: raisedCurrency, at: raisedAt } : null
  return { amountMinor, currency, raise }
}

/** Inserts a row without a limit for a member who has none, so that there is one to lock. */
export async function insertUnlimited(
  tx: Tx,
  { userId, currency, at }: { userId: number; currency: CurrencyCode; at: Date },
) {
  await tx
    .insertInto('spendingLimits')
    .values({ userId, amountMinor: null, currency, updatedAt: at })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
}

export async function saveLimit(
  tx: Tx,
  { userId, limit: { amountMinor, currency, raise }, at }: { userId: number; limit: StoredLimit; at: Date },
) {
  const values = {
    amountMinor,
    currency,
    raisedAmountMinor: raise?.amountMinor ?? null,
    raisedCurrency: raise?.currency ?? null,
    raisedAt: raise?.at ?? null,
    updatedAt: at,
  }
  await tx
    .insertInto('spendingLimits')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute()
}

/**
 * Sums up what a member has ordered since a time, by currency: paid, also if the bank has taken it back, or
 * begun and not failed. What was refunded does not count; of a withdrawal the price of spent credits stays.
 */
export function spentSince(db: Queryable, { userId, since }: { userId: number; since: Date }): Promise<Spent[]> {
  return db
    .selectFrom('orders')
    .select(['currency'])
    .select(sql<number>`sum(amount_minor - ${refundedText})::bigint`.as('amountMinor'))
    .where('userId', '=', userId)
    .where('status', 'in', ['pending', 'completed', 'charged_back', 'refunded'])
    .where('createdAt', '>=', since)
    .groupBy('currency')
    .$narrowType<{ currency: CurrencyCode }>()
    .execute()
}

const refundedText = sql`(
  select coalesce(sum(r.amount_minor), 0) from refunds r where r.order_id = orders.id and r.status <> 'failed'
)`
