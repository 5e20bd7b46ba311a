import { sql } from 'kysely'
import type { CountryCode } from '#contract/countries.ts'
import type { Gender, LookingFor, ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import { isMatchText } from '#server/features/likes/fragments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import type { LikeWindow } from './rules.ts'

export interface Pair {
  userId: number
  otherId: number
}

/** Finds the fields of a member's profile by which others are suggested. */
export function findPlayer(db: Queryable, userId: number) {
  return db
    .selectFrom('profiles')
    .select(['gender', 'lookingFor', 'birthDate', 'country', 'region', 'city', 'interests', 'reason'])
    .where('userId', '=', userId)
    .$narrowType<{ gender: Gender; lookingFor: LookingFor; country: CountryCode; reason: ProfileChoices['reason'] }>()
    .executeTakeFirstOrThrow()
}

export interface GameRow extends LikeWindow {
  /** The other member of the last swipe; null when there is nothing to undo. */
  lastOtherId: number | null
}

const gameColumns = ['openedAt', 'likes', 'lastOtherId'] as const

/** Locks the state of a member's game, so that their swipes run one after the other. */
export async function lockGame(tx: Tx, userId: number): Promise<GameRow> {
  return tx
    .insertInto('swipeGames')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning(gameColumns)
    .executeTakeFirstOrThrow()
}

export async function saveGame(tx: Tx, userId: number, { openedAt, likes, lastOtherId }: GameRow) {
  await tx.updateTable('swipeGames').set({ openedAt, likes, lastOtherId }).where('userId', '=', userId).execute()
}

/** Finds a member's game with the public id of the last member, unless that swipe made a match. */
export async function findGame(db: Queryable, userId: number) {
  const row = await db
    .selectFrom('swipeGames')
    .leftJoin('profiles', 'profiles.userId', 'swipeGames.lastOtherId')
    .select(['openedAt', 'likes', 'profiles.publicId as undoable'])
    .select(isMatchOfLast.as('isMatch'))
    .where('swipeGames.userId', '=', userId)
    .executeTakeFirst()
  return row ?? { openedAt: null, likes: 0, undoable: null, isMatch: false }
}

const isMatchOfLast = sql.raw<boolean>(isMatchText('swipe_games.user_id', 'swipe_games.last_other_id'))

/** Finds the likes between a member and another one. */
export async function findLikes(tx: Tx, { userId, otherId }: Pair) {
  const row = await tx
    .selectFrom('likes')
    .select(['givenAt', 'receivedAt'])
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .executeTakeFirst()
  return { isLiked: row?.givenAt != null, isMatch: row?.givenAt != null && row.receivedAt !== null }
}

/** Finds a swipe that is not older than a time. */
export function findSwipe(tx: Tx, { userId, otherId, since }: Pair & { since: Date }) {
  return tx
    .selectFrom('swipes')
    .select('isLike')
    .where('userId', '=', userId)
    .where('otherId', '=', otherId)
    .where('swipedAt', '>', since)
    .executeTakeFirst()
}

/** Finds a swipe by the public id of the other member, whether or not the member can see them now. */
export function findSwipeOf(tx: Tx, { userId, profileId }: { userId: number; profileId: string }) {
  return tx
    .selectFrom('swipes')
    .innerJoin('profiles', 'profiles.userId', 'swipes.otherId')
    .select(['otherId', 'isLike', 'swipedAt'])
    .where('swipes.userId', '=', userId)
    .where('profiles.publicId', '=', profileId)
    .executeTakeFirst()
}

export async function saveSwipe(tx: Tx, { userId, otherId, isLike, at }: Pair & { isLike: boolean; at: Date }) {
  await tx
    .insertInto('swipes')
    .values({ userId, otherId, isLike, swipedAt: at })
    .onConflict((conflict) => conflict.columns(['userId', 'otherId']).doUpdateSet({ isLike, swipedAt: at }))
    .execute()
}

export async function deleteSwipe(tx: Tx, { userId, otherId }: Pair) {
  await tx.deleteFrom('swipes').where('userId', '=', userId).where('otherId', '=', otherId).execute()
}

/** Deletes swipes that are too old to hide anyone. */
export async function deleteOldSwipes(db: Queryable, { before }: { before: Date }) {
  await db.deleteFrom('swipes').where('swipedAt', '<', before).execute()
}

/** Finds the members who were last chosen for a member, and the day of it as `2026-11-26`. */
export async function findDailyPicks(db: Queryable, userId: number) {
  const picks = await db
    .selectFrom('dailyPicks')
    .select(['day', 'otherIds'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return picks && { ...picks, otherIds: toKeys(picks.otherIds) }
}

/** The driver returns the keys of an array as texts. */
function toKeys(ids: readonly (number | string)[]) {
  return ids.map(Number)
}

/** Stores the members of a day. Returns them, or those that another request has stored for it meanwhile. */
export async function saveDailyPicks(
  db: Queryable,
  { userId, day, otherIds }: { userId: number; day: string; otherIds: number[] },
) {
  const picks = await db
    .insertInto('dailyPicks')
    .values({ userId, day, otherIds })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ day, otherIds })
        .where('dailyPicks.day', '<', sql<string>`${day}::date`),
    )
    .returning('otherIds')
    .executeTakeFirst()
  return picks ? toKeys(picks.otherIds) : ((await findDailyPicks(db, userId))?.otherIds ?? otherIds)
}
