import { sql } from 'kysely'
import type { Queryable } from '#server/platform/postgres/tx.ts'

// What an export contains of credits and payments.

export async function creditsOf(db: Queryable, userId: number) {
  const [balance, entries, discountCodes] = await Promise.all([
    db
      .selectFrom('accountBalances')
      .select(['balance', 'premiumSince'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('creditLedger')
      .select(['kind', 'amount', 'balanceAfter', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('discountCodes')
      .select(['code', 'percentage', 'createdAt', 'expiresAt', 'usedAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
  ])
  return { balance: balance?.balance ?? 0, premiumSince: balance?.premiumSince ?? null, entries, discountCodes }
}

/** The payment method that the provider stores for the member, as the pages show it: without its token. */
export async function storedMethodOf(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('storedMethods')
    .select(['provider', 'method', 'label', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** The limit that the member has set for a month, if any. */
export async function spendingLimitOf(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('spendingLimits')
    .select(['amountMinor', 'currency', 'raisedAmountMinor', 'raisedCurrency', 'raisedAt', 'updatedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export function ordersOf(db: Queryable, userId: number) {
  return db
    .selectFrom('orders')
    .select(['publicId as id', 'bundle', 'credits', 'amountMinor', 'currency', 'country', 'method', 'status'])
    .select(['discountCode', 'discountPercent', 'fullAmountMinor', 'createdAt', 'completedAt'])
    .select(
      sql<object[]>`(
        select coalesce(json_agg(json_build_object(
          'kind', r.kind, 'year', r.year, 'number', r.number, 'amountMinor', r.amount_minor, 'vatMinor', r.vat_minor,
          'issuedAt', r.issued_at
        ) order by r.id), '[]')
        from receipts r
        where r.order_id = orders.id
      )`.as('receipts'),
    )
    .where('userId', '=', userId)
    .orderBy('orders.id')
    .execute()
}
