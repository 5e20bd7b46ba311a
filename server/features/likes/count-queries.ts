import { sql } from 'kysely'
import { repairBatch } from '#server/platform/checks.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { isCountedText } from './fragments.ts'

/** Returns the number of likes that a member has not seen, from active members, fictional ones left out. */
export async function countNew(db: Queryable, userId: number) {
  const row = await db.selectFrom('likeCounts').select('newLikes').where('userId', '=', userId).executeTakeFirst()
  return row?.newLikes ?? 0
}

/** Adds to the counts of new likes, in the order of the keys, so that transactions cannot deadlock. */
export async function addToCounts(tx: Tx, changes: { userId: number; by: number }[]) {
  const rows = changes.filter(({ by }) => by !== 0).toSorted((one, other) => one.userId - other.userId)
  if (rows.length === 0) return
  await tx
    .insertInto('likeCounts')
    .values(rows.map(({ userId, by }) => ({ userId, newLikes: by })))
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ newLikes: sql`like_counts.new_likes + excluded.new_likes` }),
    )
    .execute()
}

/** Clears the new-like flags of received likes and lowers the count. Returns the members of new likes. */
export async function markSeen(
  db: Queryable,
  { userId, otherIds, at }: { userId: number; otherIds: number[]; at: Date },
) {
  const { rows } = await sql<{ otherId: number }>`
    with liker as materialized (
      select u.id, ${sql.raw(isCountedText('u'))} as is_counted
      from users u
      where u.id = any(${otherIds}::bigint[])
      order by u.id
      for share
    ),
    seen as (
      update likes
      set seen_at = ${at}
      from liker
      where likes.user_id = ${userId}
        and likes.other_id = liker.id
        and likes.received_at is not null
        and likes.seen_at is null
      returning likes.other_id, liker.is_counted
    ),
    counted as (
      update like_counts
      set new_likes = new_likes - (select count(*) from seen where is_counted)
      where user_id = ${userId} and exists (select from seen where is_counted)
    )
    select other_id from seen`.execute(db)
  return rows.map(({ otherId }) => otherId)
}

interface Notice {
  /** Who is notified, and about which member. */
  userId: number
  otherId: number
  kind: 'like' | 'match'
}

/** Stores that a member is notified. Returns whether that may be: the last such notice was before `since`. */
export async function claimNotice(tx: Tx, { userId, otherId, kind, at, since }: Notice & { at: Date; since: Date }) {
  const rows = await tx
    .insertInto('likeNotices')
    .values({ userId, otherId, kind, sentAt: at, seenAt: null })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'otherId', 'kind'])
        .doUpdateSet({ sentAt: at, seenAt: null })
        .where('likeNotices.sentAt', '<=', since),
    )
    .returning('userId')
    .execute()
  return rows.length > 0
}

/** Returns when a like was seen that has been withdrawn since; null if it was not. */
export async function findSeenBefore(tx: Tx, { userId, otherId }: Omit<Notice, 'kind'>) {
  const row = await tx
    .selectFrom('likeNotices')
    .select('seenAt')
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .where('kind', '=', 'like')
    .executeTakeFirst()
  return row?.seenAt ?? null
}

/** Stores with the notification of a like, which is being withdrawn, when it was seen. */
export async function storeSeenBefore(
  tx: Tx,
  { userId, otherId, seenAt }: Omit<Notice, 'kind'> & { seenAt: Date | null },
) {
  await tx
    .updateTable('likeNotices')
    .set({ seenAt })
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .where('kind', '=', 'like')
    .execute()
}

/** Deletes what is stored about notifications that are too old to prevent another one. */
export async function deleteNotices(db: Queryable, { before }: { before: Date }) {
  await db.deleteFrom('likeNotices').where('sentAt', '<=', before).execute()
}

/** Deletes the count of a member and the notifications to and about them. */
export async function deleteCounts(tx: Tx, userId: number) {
  await tx.deleteFrom('likeCounts').where('userId', '=', userId).execute()
  await tx.deleteFrom('likeNotices').where('userId', '=', userId).execute()
  await tx.deleteFrom('likeNotices').where('otherId', '=', userId).execute()
}

/**
 * Recounts the new likes of a batch of members and corrects counts that differ. Adds the difference instead
 * of writing the count, so that a concurrent like is not lost: both are read from the same snapshot.
 */
export function repairCounts(tx: Tx, after: number) {
  const queries = sql`
    wrong as (
      select batch.id as user_id, actual.n - coalesce(c.new_likes, 0) as difference
      from batch
      left join like_counts c on c.user_id = batch.id
      cross join lateral (
        select count(*) as n
        from likes
        join users u on u.id = likes.other_id
        where likes.user_id = batch.id
          and likes.received_at is not null
          and likes.seen_at is null
          and ${sql.raw(isCountedText('u'))}
      ) actual
      where actual.n <> coalesce(c.new_likes, 0)
    ),
    repaired as (
      insert into like_counts as c (user_id, new_likes)
      select user_id, difference from wrong order by user_id
      on conflict (user_id) do update set new_likes = c.new_likes + excluded.new_likes
      returning 1
    )`
  return repairBatch(tx, { table: 'users', after, queries })
}
