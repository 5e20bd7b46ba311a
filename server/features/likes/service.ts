import { LIKES_IDS_LIMIT, LIKES_PAGE_SIZE } from '#contract/limits.ts'
import type { LikedCard, LikeList, LikeReply } from '#contract/likes.ts'
import { lockPair } from '#server/features/moderation/lock-pair.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import { cardsByUser } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { likeGiven, likesSeen, likeWithdrawn, matchMade } from './events.ts'
import * as queries from './queries.ts'

interface LikeInput {
  viewer: Viewer
  profileId: string
}

/**
 * Likes a member. Repeating a like changes nothing. Transactions between the same two members are serialized by a lock,
 * so when both like each other at the same time, exactly one of them makes the match.
 * @throws AppError `likes.self`, `profiles.not_found` (also if the viewer blocked the member), `moderation.blocked`
 * Source: LIKE-1, LIKE-2.
 */
export async function likeProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: LikeInput,
): Promise<LikeReply> {
  const pair = await pairOf({ db }, { viewer, profileId })
  await transaction(async (tx) => {
    await lockPair(tx, pair)
    // Checked again under the lock: a block may have been committed in between.
    await pairOf({ db: tx }, { viewer, profileId })
    const { isNew, isMatch } = await queries.insertLike(tx, { ...pair, at: clock.now() })
    if (!isNew) return
    await emit(tx, likeGiven, { ...pair, isMatch })
    if (isMatch) await emit(tx, matchMade, pair)
  })
  return replyOf({ db, clock }, { viewer, otherId: pair.otherId })
}

/**
 * Withdraws a like and ends the match; the conversation stays. Without a like nothing changes.
 * @throws AppError `likes.self`, `profiles.not_found`, `moderation.blocked`
 */
export async function unlikeProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: LikeInput,
): Promise<LikeReply> {
  const pair = await pairOf({ db }, { viewer, profileId })
  await transaction(async (tx) => {
    await lockPair(tx, pair)
    if (await queries.deleteLike(tx, pair)) await emit(tx, likeWithdrawn, pair)
  })
  return replyOf({ db, clock }, { viewer, otherId: pair.otherId })
}

/**
 * Clears the new-like flag of a member whose profile was opened. Returns the remaining number of new likes.
 * @throws AppError `likes.self`, `profiles.not_found`, `moderation.blocked`
 */
export async function markLikeSeen(
  { db, clock, events }: Pick<Context, 'db' | 'clock' | 'events'>,
  { viewer, profileId }: LikeInput,
) {
  const pair = await pairOf({ db }, { viewer, profileId })
  const isChanged = await queries.markSeen(db, { ...pair, at: clock.now() })
  if (isChanged) events.publish(likesSeen, { userId: viewer.userId })
  return queries.countNew(db, viewer.userId)
}

/** Counts a member's new likes: received from active, not blocked members whose profile was not opened since. */
export function countNewLikes({ db }: Pick<Context, 'db'>, { userId }: { userId: number }) {
  return queries.countNew(db, userId)
}

/** Returns the ids of a member's sent and received likes under their names on the wire. */
export async function likesOverview({ db }: Pick<Context, 'db'>, { viewer: { userId } }: { viewer: Viewer }) {
  const [given, received, newCount] = await Promise.all([
    queries.findTabIds(db, { userId, type: 'sent', limit: LIKES_IDS_LIMIT }),
    queries.findTabIds(db, { userId, type: 'received', limit: LIKES_IDS_LIMIT }),
    queries.countNew(db, userId),
  ])
  const toEntry = ({ id, isNew }: { id: string; isNew: boolean }) => ({ id, like_new: isNew })
  return { profiles: given.map(toEntry), liked_by: received.map(toEntry), num_new: newCount }
}

/**
 * Lists one page of a tab, newest first.
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listLikes(
  { db, clock, cursors }: Pick<Context, 'db' | 'clock'> & { cursors: Cursors },
  { viewer, type, after }: { viewer: Viewer; type: LikeList; after: string | undefined },
) {
  const { userId } = viewer
  const key = after === undefined ? null : cursors.open(after)
  const [rows, total] = await Promise.all([
    queries.findTab(db, { userId, type, after: key, limit: rowsFor(LIKES_PAGE_SIZE) }),
    queries.countTab(db, { userId, type }),
  ])
  const { page, last } = pageOf(rows, LIKES_PAGE_SIZE)
  const cards = await cardsByUser({ db, clock }, { viewer, userIds: page.map(({ otherId }) => otherId) })
  const results = page.flatMap(({ otherId, at, isNew }): LikedCard[] => {
    const card = cards.get(otherId)
    return card ? [{ ...card, likedAt: at.toISOString(), isNew }] : []
  })
  return { results, total, next: last ? cursors.seal({ at: last.at, id: last.otherId }) : null }
}

async function pairOf({ db }: Pick<Context, 'db'>, { viewer, profileId }: LikeInput) {
  if (profileId === viewer.profileId) throw new AppError('likes.self')
  const { userId: otherId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer.userId, profileId })
  if (isBlockedByMe) throw new AppError('profiles.not_found')
  return { userId: viewer.userId, otherId }
}

async function replyOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, otherId }: { viewer: Viewer; otherId: number },
): Promise<LikeReply> {
  const profile = (await cardsByUser({ db, clock }, { viewer, userIds: [otherId] })).get(otherId)
  if (!profile) throw new AppError('profiles.not_found')
  return { isLiked: profile.isLiked, isMatch: profile.isMatch, profile }
}
