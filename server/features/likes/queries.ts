import { sql, type SelectQueryBuilder } from 'kysely'
import type { LikeList } from '#contract/likes.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { notBlocked, notInvisible, notInvisibleText } from '#server/features/moderation/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import type { DB } from '#server/platform/postgres/db-types.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface Pair {
  userId: number
  otherId: number
}

/** The likes between two members, and whether each of them is active. */
interface LockedPair {
  mine: { givenAt: Date | null; receivedAt: Date | null; seenAt: Date | null } | undefined
  theirs: { givenAt: Date | null; receivedAt: Date | null; seenAt: Date | null } | undefined
  activeIds: Set<number>
}

/**
 * Reads the likes between two members and locks them, and both accounts against being hidden meanwhile, so that what is
 * counted is true until the transaction ends. `lockPair` has to come first: it keeps others from creating the rows.
 */
export async function readLocked(tx: Tx, { userId, otherId }: Pair): Promise<LockedPair> {
  const users = await tx
    .selectFrom('users')
    .select(['id', isActive().as('isActive')])
    .where('id', 'in', [userId, otherId])
    .orderBy('id')
    .forShare()
    .execute()
  const rows = await tx
    .selectFrom('likes')
    .select(['userId', 'givenAt', 'receivedAt', 'seenAt'])
    .where(between({ userId, otherId }))
    .orderBy('userId')
    .forUpdate()
    .execute()
  return {
    mine: rows.find((row) => row.userId === userId),
    theirs: rows.find((row) => row.userId === otherId),
    activeIds: new Set(users.filter((user) => user.isActive).map(({ id }) => id)),
  }
}

/**
 * Stores a like in the rows of both members. It answers the like of the other one, if there is one, which so has been
 * seen. `seenAt`: when the other member saw the same like before it was withdrawn; null for a new one.
 */
export async function insertLike(tx: Tx, { userId, otherId, at, seenAt }: Pair & { at: Date; seenAt: Date | null }) {
  await tx
    .insertInto('likes')
    .values([
      { userId, otherId, givenAt: at, receivedAt: null, seenAt: null },
      { userId: otherId, otherId: userId, givenAt: null, receivedAt: at, seenAt },
    ])
    .onConflict((conflict) =>
      conflict.columns(['userId', 'otherId']).doUpdateSet({
        givenAt: sql`coalesce(likes.given_at, excluded.given_at)`,
        receivedAt: sql`coalesce(likes.received_at, excluded.received_at)`,
        seenAt: sql`case
          when excluded.received_at is not null then excluded.seen_at
          else coalesce(likes.seen_at, excluded.given_at)
        end`,
      }),
    )
    .execute()
}

/** Removes the like of one member; a like of the other stays. */
export async function deleteLike(tx: Tx, { userId, otherId }: Pair, { isReturned }: { isReturned: boolean }) {
  if (!isReturned) return deletePair(tx, { userId, otherId })
  await updateSide(tx, { userId, otherId }, { givenAt: null })
  await updateSide(tx, { userId: otherId, otherId: userId }, { receivedAt: null, seenAt: null })
}

function updateSide(tx: Tx, { userId, otherId }: Pair, change: { givenAt?: null; receivedAt?: null; seenAt?: null }) {
  return tx.updateTable('likes').set(change).where('userId', '=', userId).where('otherId', '=', otherId).execute()
}

/** Deletes all likes between two members, in both directions. */
export async function deletePair(tx: Tx, pair: Pair) {
  await tx.deleteFrom('likes').where(between(pair)).execute()
}

/** True for the two rows of a pair. */
function between({ userId, otherId }: Pair) {
  return sql<boolean>`((likes.user_id, likes.other_id) in ((${userId}::bigint, ${otherId}::bigint), (${otherId}::bigint, ${userId}::bigint)))`
}

/**
 * Deletes all likes from and to a member, and what the new ones among them add to the counts of others. Each row has a
 * mirror row of the other member, which is deleted as well. The account is locked first, so that no like is added meanwhile.
 */
export async function deleteAll(tx: Tx, userId: number) {
  await sql`select from users where id = ${userId} for update`.execute(tx)
  await sql`
    with deleted as (
      delete from likes
      using (
        select user_id, other_id from likes where user_id = ${userId}
        union all
        select other_id, user_id from likes where user_id = ${userId}
      ) gone (user_id, other_id)
      where likes.user_id = gone.user_id and likes.other_id = gone.other_id
      returning likes.user_id, likes.received_at, likes.seen_at
    )
    update like_counts c
    set new_likes = c.new_likes - 1
    from deleted, users u
    where c.user_id = deleted.user_id
      and deleted.user_id <> ${userId}
      and deleted.received_at is not null
      and deleted.seen_at is null
      and u.id = ${userId}
      and ${isActive('u')}
  `.execute(tx)
}

/** Members who are notified at once that another left or is back. The others see it when they fetch their likes again. */
const NOTIFIED_MEMBERS = 500

/**
 * Returns the members who gave or received a like of this member, latest first. `withHidden`: also those who cannot see the
 * member because of invisible mode.
 */
export async function likesWith(db: Queryable, { userId, withHidden }: { userId: number; withHidden: boolean }) {
  const rows = await db
    .selectFrom('likes')
    .innerJoin('profiles', 'profiles.userId', 'likes.userId')
    .select('likes.otherId')
    .where('likes.userId', '=', userId)
    .$if(!withHidden, (query) => query.where(sql.raw<boolean>(notInvisibleText('likes.other_id', 'profiles'))))
    .orderBy(sql`greatest(likes.given_at, likes.received_at)`, 'desc')
    .limit(NOTIFIED_MEMBERS)
    .execute()
  return rows.map(({ otherId }) => otherId)
}

type LikesOf = SelectQueryBuilder<DB, 'likes' | 'users' | 'profiles', object>

/** Selects a member's likes with active members, without blocked ones and those that invisible mode hides. */
function likesOf(db: Queryable, userId: number): LikesOf {
  return db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.otherId')
    .innerJoin('profiles', 'profiles.userId', 'likes.otherId')
    .where('likes.userId', '=', userId)
    .where(isActive())
    .where(notBlocked(userId, 'likes.otherId'))
    .where(notInvisible(userId))
}

/** Returns whether the lists of a member show a like between the two. Blocks are not looked at. */
export async function isListed(tx: Tx, { userId, otherId }: Pair) {
  const row = await tx
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.otherId')
    .innerJoin('profiles', 'profiles.userId', 'likes.otherId')
    .select('likes.otherId')
    .where('likes.userId', '=', userId)
    .where('likes.otherId', '=', otherId)
    .where(isActive())
    .where(notInvisible(userId))
    .executeTakeFirst()
  return row !== undefined
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

/** Counts the members of all tabs. Fictional profiles are listed and not counted (PRO-13). */
export function countTabs(db: Queryable, userId: number) {
  return likesOf(db, userId)
    .where('profiles.isFictional', '=', false)
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('likes.receivedAt', 'is not', null).as('received'),
      eb.fn.countAll<number>().filterWhere('likes.givenAt', 'is not', null).as('sent'),
      eb.fn
        .countAll<number>()
        .filterWhere('likes.givenAt', 'is not', null)
        .filterWhere('likes.receivedAt', 'is not', null)
        .as('matches'),
    ])
    .executeTakeFirstOrThrow()
}

interface TabPage {
  userId: number
  type: LikeList
  after: PageKey | null
  limit: number
  /** Leaves out members who have a conversation with the viewer. */
  isWithoutConversation: boolean
}

/** Lists one page of a tab, newest first. `isNew`: a received like that the member has not seen. */
export function findTab(db: Queryable, { userId, type, after, limit, isWithoutConversation }: TabPage) {
  const at = since[type]
  return tabOf(db, { userId, type })
    .$if(isWithoutConversation, (query) => query.where(hasNoConversation))
    .$if(after !== null, (query) => query.where(sql<boolean>`(${at}, likes.other_id) < (${after?.at}, ${after?.id})`))
    .select(['likes.otherId', at.as('at')])
    .select(sql<boolean>`likes.received_at is not null and likes.seen_at is null`.as('isNew'))
    .orderBy(at, 'desc')
    .orderBy('likes.otherId', 'desc')
    .limit(limit)
    .execute()
}

const hasNoConversation = sql<boolean>`not exists (
  select from conversations c
  where c.low_id = least(likes.user_id, likes.other_id) and c.high_id = greatest(likes.user_id, likes.other_id)
)`

/** Lists the public ids of one tab, newest first. */
export function findTabIds(db: Queryable, { userId, type, limit }: Pick<TabPage, 'userId' | 'type' | 'limit'>) {
  return tabOf(db, { userId, type })
    .select('profiles.publicId as id')
    .select(sql<boolean>`likes.received_at is not null and likes.seen_at is null`.as('isNew'))
    .orderBy(since[type], 'desc')
    .orderBy('likes.otherId', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the likes between a member and others, without those hidden from the member. */
export function findStates(db: Queryable, { userId, otherIds }: { userId: number; otherIds: number[] }) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .leftJoin('likes', (join) => join.onRef('likes.otherId', '=', 'profiles.userId').on('likes.userId', '=', userId))
    .where('profiles.userId', 'in', otherIds)
    .where(isActive())
    .where(notBlocked(userId, 'profiles.userId'))
    .where(notInvisible(userId))
    .select('profiles.publicId as profileId')
    .select([
      sql<boolean>`likes.given_at is not null`.as('isLiked'),
      sql<boolean>`likes.received_at is not null`.as('likesMe'),
      sql<boolean>`likes.received_at is not null and likes.seen_at is null`.as('isNew'),
    ])
    .execute()
}

/** Returns how many of the members are active. */
export async function countActive(db: Queryable, userIds: number[]) {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', userIds)
    .where(isActive())
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the keys of the members with these public ids who like a member. */
export async function findLikers(db: Queryable, { userId, profileIds }: { userId: number; profileIds: string[] }) {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('likes', 'likes.otherId', 'profiles.userId')
    .where('likes.userId', '=', userId)
    .where('likes.receivedAt', 'is not', null)
    .where('profiles.publicId', 'in', profileIds)
    .select('profiles.userId')
    .execute()
  return rows.map(({ userId: likerId }) => likerId)
}

/** Returns the latest like that a member has not seen, from a member with a photo if there is one. */
export async function findUnseen(db: Queryable, userId: number) {
  const row = await likesOf(db, userId)
    .where('likes.receivedAt', 'is not', null)
    .where('likes.seenAt', 'is', null)
    .select('likes.otherId')
    .orderBy((eb) => eb('profiles.mainPhotoId', 'is', null))
    .orderBy('likes.receivedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.otherId ?? null
}

/** Returns a fictional profile of the member's country that the member looks for and does not like yet; another one each day. */
export async function findFictional(db: Queryable, { userId, day }: { userId: number; day: string }) {
  const row = await db
    .selectFrom('profiles as own')
    .innerJoin('profiles', (join) => join.onRef('profiles.country', '=', 'own.country'))
    .innerJoin('users', 'users.id', 'profiles.userId')
    .where('own.userId', '=', userId)
    .where('profiles.isFictional', '=', true)
    .where(sql<boolean>`own.looking_for in (profiles.gender, 'both')`)
    .where('profiles.userId', '!=', userId)
    .where(isActive())
    .where(notBlocked(userId, 'profiles.userId'))
    .where(notInvisible(userId))
    .where(sql<boolean>`not exists (
      select from likes where likes.user_id = ${userId} and likes.other_id = profiles.user_id and likes.given_at is not null
    )`)
    .select('profiles.userId')
    .orderBy(sql`md5(profiles.public_id || ${day})`)
    .limit(1)
    .executeTakeFirst()
  return row?.userId ?? null
}
