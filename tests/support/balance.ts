import type { Queryable } from '#server/platform/postgres/tx.ts'

/** Returns a member's balance in whole credits, and whether the member is premium. */
export async function balanceOf({ db }: { db: Queryable }, userId: number) {
  const row = await db
    .selectFrom('accountBalances')
    .select(['balance', 'premiumSince'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { credits: row?.balance ?? 0, isPremium: Boolean(row?.premiumSince) }
}
