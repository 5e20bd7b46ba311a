import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { DiscountOffer } from './rules.ts'

const columns = [
  'code',
  'percentage',
  'minimumMinor',
  'country',
  'userId',
  'maxUses',
  'erasedUses',
  'startsAt',
  'expiresAt',
] as const

/** Finds an offer by its code. */
export function offerOf(db: Queryable, code: string) {
  return db.selectFrom('discountOffers').select(columns).where('code', '=', code).executeTakeFirst()
}

/** Finds and locks an offer, so that one order at a time takes one of its places. */
export function lockOffer(tx: Tx, code: string) {
  return tx.selectFrom('discountOffers').select(columns).where('code', '=', code).forNoKeyUpdate().executeTakeFirst()
}

/** Counts the other members who have used an offer or hold it by an order, up to `limit`. */
export async function countOtherUses(db: Queryable, { code, userId, limit }: CountInput) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (
      select from discount_codes
      where code = ${code} and user_id <> ${userId} and (order_id is not null or used_at is not null)
      limit ${limit}
    ) uses`.execute(db)
  return rows[0]?.n ?? 0
}

interface CountInput {
  code: string
  userId: number
  limit: number
}

/** Finds the key of the account with an address; null if there is none. */
export async function userIdByEmail(db: Queryable, emailKey: string) {
  const row = await db.selectFrom('users').select('id').where('emailKey', '=', emailKey).executeTakeFirst()
  return row?.id ?? null
}

/** Stores an offer. Returns whether its code was free. */
export async function insertOffer(db: Queryable, offer: Omit<DiscountOffer, 'erasedUses'> & { createdAt: Date }) {
  const row = await db
    .insertInto('discountOffers')
    .values(offer)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

/** Lists all offers with their uses: paid orders, and those that hold a place while they are being paid. */
export function listOffers(db: Queryable) {
  return db
    .selectFrom('discountOffers')
    .leftJoin('users', 'users.id', 'discountOffers.userId')
    .select(columns.map((column) => `discountOffers.${column}` as const))
    .select(['users.email', 'discountOffers.createdAt'])
    .select((eb) => [
      eb
        .selectFrom('discountCodes')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('discountCodes.code', '=', 'discountOffers.code')
        .where('discountCodes.usedAt', 'is not', null)
        .$asScalar()
        .as('used'),
      eb
        .selectFrom('discountCodes')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('discountCodes.code', '=', 'discountOffers.code')
        .where('discountCodes.usedAt', 'is', null)
        .where('discountCodes.orderId', 'is not', null)
        .$asScalar()
        .as('held'),
    ])
    .orderBy('discountOffers.createdAt', 'desc')
    .execute()
}

/** Ends an offer, unless it has ended before. Returns whether there is one. */
export async function expireOffer(db: Queryable, { code, at }: { code: string; at: Date }) {
  const row = await db
    .updateTable('discountOffers')
    .set({
      expiresAt: sql`least(expires_at, ${at}::timestamptz)`,
      // It ends before it starts.
      startsAt: sql`case when starts_at < ${at} then starts_at end`,
    })
    .where('code', '=', code)
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the uses of a member who is about to be erased, whose codes go with the account. */
export async function countErasedUses(tx: Tx, userId: number) {
  await tx
    .updateTable('discountOffers')
    .from('discountCodes')
    .set({ erasedUses: sql`erased_uses + 1` })
    .whereRef('discountCodes.code', '=', 'discountOffers.code')
    .where('discountCodes.userId', '=', userId)
    .where('discountCodes.usedAt', 'is not', null)
    .execute()
}
