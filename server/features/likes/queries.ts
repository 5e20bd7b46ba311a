import { sql, type SelectQueryBuilder } from 'kysely'
import type { LikeList } from '#contract/likes.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { notBlocked } from '#server/features/moderation/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import type { DB } from '#server/platform/postgres/db-types.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface Pair {
  userId: number
  otherId: number
}

/** Stores a like on both sides. Returns whether it is new, and whether the other member likes back. */
export async function insertLike(tx: Tx, { userId, otherId, at }: Pair & { at: Date }) {
  const changed = await tx
    .insertInto('likes')
    .values([
      { userId, otherId, givenAt: at, receivedAt: null },
      { userId: otherId, otherId: userId, givenAt: null, receivedAt: at },
    ])
    .onConflict((conflict) =>
      conflict.columns(['userId', 'otherId']).doUpdateSet({
        givenAt: sql`coalesce(likes.given_at, excluded.given_at)`,
        receivedAt: sql`coalesce(likes.received_at, excluded.received_at)`,
      }).where(sql<boolean>`(likes.given_at is null and excluded.given_at is not null)
          or (likes.received_at is null and excluded.received_at is not null)`),
    )
    .returning('userId')
    .execute()
  const mine = await tx
    .selectFrom('likes')
    .select('receivedAt')
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .executeTakeFirstOrThrow()
  return { isNew: changed.length > 0, isMatch: mine.receivedAt !== null }
}

/** Deletes the like of one member; a like of the other stays. Returns whether there was one. */
export async function deleteLike(tx: Tx, { userId, otherId }: Pair) {
  const given = await tx
    .selectFrom('likes')
    .select('receivedAt')
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .where('givenAt', 'is not', null)
    .executeTakeFirst()
  if (!given) return false
  if (given.receivedAt === null) await deletePair(tx, { userId, otherId })
  else {
    await updateSide(tx, { userId, otherId }, { givenAt: null })
    await updateSide(tx, { userId: otherId, otherId: userId }, { receivedAt: null, seenAt: null })
  }
  return true
}

function updateSide(tx: Tx, { userId, otherId }: Pair, change: { givenAt?: null; receivedAt?: null; seenAt?: null }) {
  return tx.updateTable('likes').set(change).where('userId', '=', userId).where('otherId', '=', otherId).execute()
}

/** Deletes all likes between two members, in both directions. */
export async function deletePair(tx: Tx, { userId, otherId }: Pair) {
  await tx
    .deleteFrom('likes')
    .where((eb) => eb.or([eb.and({ userId, otherId }), eb.and({ userId: otherId, otherId: userId })]))
    .execute()
}

/** Deletes all likes from and to a member. Each row has a mirror row of the other member, which is deleted as well. */
export async function deleteAll(tx: Tx, userId: number) {
  await sql`
    delete from likes
    using (
      select user_id, other_id from likes where user_id = ${userId}
      union all
      select other_id, user_id from likes where user_id = ${userId}
    ) gone (user_id, other_id)
    where likes.user_id = gone.user_id and likes.other_id = gone.other_id
  `.execute(tx)
}

/** Clears the new-like flag of a received like. Returns whether it was set. */
export async function markSeen(db: Queryable, { userId, otherId, at }: Pair & { at: Date }) {
  const rows = await db
    .updateTable('likes')
    .set({ seenAt: at })
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .where('receivedAt', 'is not', null)
    .where('seenAt', 'is', null)
    .returning('userId')
    .execute()
  return rows.length > 0
}

type LikesOf = SelectQueryBuilder<DB, 'likes' | 'users', object>

/** Selects a member's likes with active members, without blocked ones. */
function likesOf(db: Queryable, userId: number): LikesOf {
  return db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.otherId')
    .where('likes.userId', '=', userId)
    .where(isActive())
    .where(notBlocked(userId, 'likes.otherId'))
}

/** Counts new likes: received and not seen. */
export async function countNew(db: Queryable, userId: number) {
  const { n } = await likesOf(db, userId)
    .where('likes.receivedAt', 'is not', null)
    .where('likes.seenAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The time by which each tab is ordered. */
const since = {
  received: sql<Date>`likes.received_at`,
  sent: sql<Date>`likes.given_at`,
  matches: sql<Date>`greatest(likes.given_at, likes.received_at)`,
} satisfies Record<LikeList, unknown>

function tabOf(db: Queryable, { userId, type }: { userId: number; type: LikeList }) {
  let query = likesOf(db, userId)
  if (type !== 'sent') query = query.where('likes.receivedAt', 'is not', null)
  if (type !== 'received') query = query.where('likes.givenAt', 'is not', null)
  return query
}

/** Counts the members of a tab. Fictional profiles are listed and not counted (PRO-13). */
export async function countTab(db: Queryable, tab: { userId: number; type: LikeList }) {
  const { n } = await tabOf(db, tab)
    .innerJoin('profiles', 'profiles.userId', 'likes.otherId')
    .where('profiles.isFictional', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

interface TabPage {
  userId: number
  type: LikeList
  after: PageKey | null
  limit: number
}

/** Lists one page of a tab, newest first. `isNew`: a received like that the member has not seen. */
export function findTab(db: Queryable, { userId, type, after, limit }: TabPage) {
  const at = since[type]
  return tabOf(db, { userId, type })
    .$if(after !== null, (query) => query.where(sql<boolean>`(${at}, likes.other_id) < (${after?.at}, ${after?.id})`))
    .select(['likes.otherId', at.as('at')])
    .select(sql<boolean>`likes.received_at is not null and likes.seen_at is null`.as('isNew'))
    .orderBy(at, 'desc')
    .orderBy('likes.otherId', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the public ids of one tab, newest first. */
export function findTabIds(db: Queryable, { userId, type, limit }: Omit<TabPage, 'after'>) {
  return tabOf(db, { userId, type })
    .innerJoin('profiles', 'profiles.userId', 'likes.otherId')
    .select('profiles.publicId as id')
    .select(sql<boolean>`likes.received_at is not null and likes.seen_at is null`.as('isNew'))
    .orderBy(since[type], 'desc')
    .orderBy('likes.otherId', 'desc')
    .limit(limit)
    .execute()
}
