import { sql, type SelectQueryBuilder } from 'kysely'
import type { LikeList } from '#contract/likes/schemas.ts'
import { isActive } from '#server/features/accounts/fragments.ts'
import { isVisible, notInvisibleText, notPrivateText } from '#server/features/visibility/fragments.ts'
import type { PageKey } from '#server/platform/http/cursors.ts'
import type { DB } from '#server/platform/postgres/db-types.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { Pair } from './queries.ts'

type LikesOf = SelectQueryBuilder<DB, 'likes' | 'users' | 'profiles', object>

/** Selects a member's likes with active members, without blocked ones and those that invisible mode hides. */
function likesOf(db: Queryable, userId: number): LikesOf {
  return db
    .selectFrom('likes')
    .innerJoin('users', 'users.id', 'likes.otherId')
    .innerJoin('profiles', 'profiles.userId', 'likes.otherId')
    .where('likes.userId', '=', userId)
    .where(isVisible(userId))
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
    .where(sql.raw<boolean>(notInvisibleText(userId, 'profiles')))
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

/** Returns what members share with the viewer. Privacy mode hides interests, as on the profile (PRO-19). */
export async function findShared(db: Queryable, { userId, otherIds }: { userId: number; otherIds: number[] }) {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('profiles as own', (join) => join.on('own.userId', '=', userId))
    .where(sql<boolean>`profiles.user_id = any(${otherIds}::bigint[])`)
    .select('profiles.userId')
    .select([
      sql<string[]>`array(
        select common from unnest(profiles.interests) common
        where common = any(own.interests) and ${sql.raw(notPrivateText(userId, 'profiles'))}
      )`.as('interests'),
      sql<boolean>`own.city <> ''
        and (profiles.country, profiles.region, lower(profiles.city)) = (own.country, own.region, lower(own.city))`.as(
        'isSameTown',
      ),
    ])
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}

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
    .where(isVisible(userId))
    .select('profiles.publicId as profileId')
    .select([
      sql<boolean>`likes.given_at is not null`.as('isLiked'),
      sql<boolean>`likes.received_at is not null`.as('likesMe'),
      sql<boolean>`likes.received_at is not null and likes.seen_at is null`.as('isNew'),
    ])
    .execute()
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

/** Returns a fictional profile that the member looks for and does not like yet; another one each day. */
export async function findFictional(db: Queryable, { userId, day }: { userId: number; day: string }) {
  const row = await db
    .selectFrom('profiles as own')
    .innerJoin('profiles', (join) => join.onRef('profiles.country', '=', 'own.country'))
    .innerJoin('users', 'users.id', 'profiles.userId')
    .where('own.userId', '=', userId)
    .where('profiles.isFictional', '=', true)
    .where(sql<boolean>`own.looking_for in (profiles.gender, 'both')`)
    .where('profiles.userId', '!=', userId)
    .where(isVisible(userId))
    .where(sql<boolean>`not exists (
      select from likes where likes.user_id = ${userId} and likes.other_id = profiles.user_id and likes.given_at is not null
    )`)
    .select('profiles.userId')
    .orderBy(sql`md5(profiles.public_id || ${day})`)
    .limit(1)
    .executeTakeFirst()
  return row?.userId ?? null
}
