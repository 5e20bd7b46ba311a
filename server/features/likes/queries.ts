import { sql } from 'kysely'
import { isActive } from '#server/features/accounts/fragments.ts'
import { notInvisibleText } from '#server/features/visibility/fragments.ts'
import { isCountedText } from './fragments.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

export interface Pair {
  userId: number
  otherId: number
}

/** The likes between two members, whether both have an account, whose likes count, and who is confirmed. */
interface LockedPair {
  mine: { givenAt: Date | null; receivedAt: Date | null; seenAt: Date | null } | undefined
  theirs: { givenAt: Date | null; receivedAt: Date | null; seenAt: Date | null } | undefined
  areBothThere: boolean
  countedIds: Set<number>
  confirmedIds: Set<number>
}

/**
 * Reads the likes between two members and locks them, and both accounts against being hidden, so that what is
 * counted is true until the transaction ends. Call `lockPair` first: it keeps others from creating the rows.
 */
export async function readLocked(tx: Tx, { userId, otherId }: Pair): Promise<LockedPair> {
  const users = await tx
    .selectFrom('users')
    .select(['id', 'confirmedAt', sql.raw<boolean>(isCountedText('users')).as('isCounted')])
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
    areBothThere: users.length === 2,
    countedIds: new Set(users.filter((user) => user.isCounted).map(({ id }) => id)),
    confirmedIds: new Set(users.filter((user) => user.confirmedAt).map(({ id }) => id)),
  }
}

/** Stores a like in the row of its giver. It answers a like of the other one, which is seen thereby. */
export async function insertGiven(tx: Tx, { userId, otherId, at }: Pair & { at: Date }) {
  await tx
    .insertInto('likes')
    .values({ userId, otherId, givenAt: at, receivedAt: null, seenAt: null })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'otherId']).doUpdateSet({
        givenAt: sql`coalesce(likes.given_at, excluded.given_at)`,
        seenAt: sql`coalesce(likes.seen_at, excluded.given_at)`,
      }),
    )
    .execute()
}

/**
 * Stores a like of `userId` in the row of the receiver `otherId`. `seenAt`: when that member saw the same
 * like before it was withdrawn; null for a new one.
 */
export async function insertReceived(
  tx: Tx,
  { userId, otherId, at, seenAt }: Pair & { at: Date; seenAt: Date | null },
) {
  await tx
    .insertInto('likes')
    .values({ userId: otherId, otherId: userId, givenAt: null, receivedAt: at, seenAt })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'otherId']).doUpdateSet({
        receivedAt: sql`coalesce(likes.received_at, excluded.received_at)`,
        seenAt,
      }),
    )
    .execute()
}

/** Returns those who have not received a like that a member gave while the address was unconfirmed. */
export async function findHeld(db: Queryable, userId: number) {
  const rows = await db
    .selectFrom('likes as mine')
    .leftJoin('likes as theirs', (join) =>
      join.onRef('theirs.userId', '=', 'mine.otherId').onRef('theirs.otherId', '=', 'mine.userId'),
    )
    .select('mine.otherId')
    .where('mine.userId', '=', userId)
    .where('mine.givenAt', 'is not', null)
    .where('theirs.receivedAt', 'is', null)
    .orderBy('mine.givenAt')
    .execute()
  return rows.map(({ otherId }) => otherId)
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
 * Deletes all likes from and to a member, and what the new ones add to the counts of others. Each row has a
 * mirror row of the other member, deleted as well. The account is locked first: no like is added meanwhile.
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
      and ${sql.raw(isCountedText('u'))}
  `.execute(tx)
}

/** Members notified at once that another left or is back. Others see it when they fetch their likes. */
const NOTIFIED_MEMBERS = 500

/**
 * Returns the members who gave or received a like of this member, latest first. `withHidden`: also those who
 * cannot see the member in invisible mode.
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
