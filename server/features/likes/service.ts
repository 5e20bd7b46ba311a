import {
  LIKE_NOTICE_MS,
  LIKES_IDS_LIMIT,
  LIKES_PAGE_SIZE,
  NEW_MATCHES_SHOWN,
  NEW_MEMBER_DAYS,
} from '#contract/limits.ts'
import type { LikedCard, LikeList, LikeReply } from '#contract/likes/schemas.ts'
import { photoUrl } from '#contract/profiles/photo-urls.ts'
import { DAY } from '#contract/time.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import { lockPair } from '#server/features/moderation/lock-pair.ts'
import { assertReachable } from '#server/features/moderation/service.ts'
import { knownInterests } from '#server/features/profiles/rules.ts'
import { cardsByUser } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import type { Cursors } from '#server/platform/http/cursors.ts'
import { pageOf, rowsFor } from '#server/platform/http/pages.ts'
import { leastIdAt } from '#server/platform/ids.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { heldLikeChanged, likeGiven, likesRemoved, likesSeen, likeWithdrawn, matchMade } from './events.ts'
import * as counts from './count-queries.ts'
import * as lists from './list-queries.ts'
import * as queries from './queries.ts'

interface LikeInput {
  viewer: Viewer
  profileId: string
}

/**
 * Likes a member. Idempotent. Transactions between the same two members are serialized by a lock, so when
 * both like each other at the same time, exactly one of them makes the match.
 * @throws AppError `likes.self`, `profiles.not_found` (also if the viewer blocked the member),
 * `moderation.blocked`, `accounts.paused`
 * Source: LIKE-1, LIKE-2, LIKE-7, LIKE-8.
 */
export async function likeProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: LikeInput,
): Promise<LikeReply> {
  assertNotPaused(viewer)
  const pair = await likeablePair({ db }, { viewer, profileId })
  const isNewMatch = await transaction(async (tx) => {
    await lockPair(tx, pair)
    // Checked again under the lock: a block may have been committed in between.
    await likeablePair({ db: tx }, { viewer, profileId })
    return giveLike(tx, { ...pair, at: clock.now() })
  })
  return { ...(await replyOf({ db, clock }, { viewer, otherId: pair.otherId })), isNewMatch }
}

/**
 * Stores a like with the counts that it changes, in a transaction that has called `lockPair` and then
 * `likeablePair`. Idempotent. Returns whether it made a match of which the two are to be notified. The like
 * of an unconfirmed member is held back: the other one receives it with the confirmation (LIKE-12).
 * @throws AppError `profiles.not_found` (one of the two was erased meanwhile)
 */
export async function giveLike(tx: Tx, { userId, otherId, at }: queries.Pair & { at: Date }) {
  const { mine, areBothThere, countedIds, confirmedIds } = await queries.readLocked(tx, { userId, otherId })
  if (!areBothThere) throw new AppError('profiles.not_found')
  if (mine?.givenAt) return false
  await queries.insertGiven(tx, { userId, otherId, at })
  await counts.addToCounts(tx, [{ userId, by: isNewFor(mine) && countedIds.has(otherId) ? -1 : 0 }])
  const isMatch = mine !== undefined && mine.receivedAt !== null
  if (confirmedIds.has(userId))
    return receiveLike(tx, { userId, otherId, at, isMatch, isCounted: countedIds.has(userId) })
  await emit(tx, heldLikeChanged, { userId, otherId })
  return false
}

/**
 * Delivers the likes that a member gave before the address was confirmed, each of them once. None while the
 * account is hidden: the notice of a match would tell a pause from a deletion (ACC-30).
 */
export async function deliverHeldLikes(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { userId }: { userId: number },
) {
  for (const otherId of await queries.findHeld(db, userId))
    await transaction(async (tx) => {
      await lockPair(tx, { userId, otherId })
      const { mine, theirs, countedIds, confirmedIds } = await queries.readLocked(tx, { userId, otherId })
      const isShown = confirmedIds.has(userId) && countedIds.has(userId)
      if (!mine?.givenAt || theirs?.receivedAt || !isShown) return
      const isMatch = mine.receivedAt !== null
      await receiveLike(tx, { userId, otherId, at: clock.now(), isMatch, isCounted: true })
    })
}

interface ReceivedLike extends queries.Pair {
  at: Date
  /** `otherId` likes the giver, who has received that like. */
  isMatch: boolean
  /** Others see the giver, who is no fictional profile. */
  isCounted: boolean
}

/** Stores a given like in the row of who receives it, and notifies the two. Returns as `giveLike`. */
async function receiveLike(tx: Tx, { userId, otherId, at, isMatch, isCounted }: ReceivedLike) {
  const since = new Date(at.getTime() - LIKE_NOTICE_MS)
  const recipient = { userId: otherId, otherId: userId }
  const isRepeated = !(await counts.claimNotice(tx, { ...recipient, kind: 'like', at, since }))
  const seenAt = isRepeated ? await counts.findSeenBefore(tx, recipient) : null
  await queries.insertReceived(tx, { userId, otherId, at, seenAt })
  await counts.addToCounts(tx, [{ userId: otherId, by: isCounted && !seenAt ? 1 : 0 }])
  await emit(tx, likeGiven, { userId, otherId, isMatch, isRepeated })
  const both = { userId: Math.min(userId, otherId), otherId: Math.max(userId, otherId) }
  if (!isMatch || !(await counts.claimNotice(tx, { ...both, kind: 'match', at, since }))) return false
  await emit(tx, matchMade, { userId, otherId })
  return true
}

/** Whether a side of a pair has received a like that it has not seen. */
function isNewFor(side: { receivedAt: Date | null; seenAt: Date | null } | undefined) {
  return side !== undefined && side.receivedAt !== null && side.seenAt === null
}

/**
 * Withdraws a like and ends the match; the conversation stays. Without a like nothing changes.
 * @throws AppError `likes.self`, `profiles.not_found`, `moderation.blocked`
 */
export async function unlikeProfile(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: LikeInput,
): Promise<LikeReply> {
  const pair = await likeablePair({ db }, { viewer, profileId })
  await transaction(async (tx) => {
    await lockPair(tx, pair)
    await withdrawLike(tx, pair)
  })
  return { ...(await replyOf({ db, clock }, { viewer, otherId: pair.otherId })), isNewMatch: false }
}

/** Removes a like in a transaction that has called `lockPair`. Without a like nothing changes. */
export async function withdrawLike(tx: Tx, pair: queries.Pair) {
  const { userId, otherId } = pair
  const { mine, theirs, countedIds } = await queries.readLocked(tx, pair)
  if (!mine?.givenAt) return
  await queries.deleteLike(tx, pair, { isReturned: mine.receivedAt !== null })
  await counts.storeSeenBefore(tx, { userId: otherId, otherId: userId, seenAt: theirs?.seenAt ?? null })
  await counts.addToCounts(tx, [{ userId: otherId, by: isNewFor(theirs) && countedIds.has(userId) ? -1 : 0 }])
  await emit(tx, theirs?.receivedAt ? likeWithdrawn : heldLikeChanged, pair)
}

/**
 * Deletes all likes between two members, after `lockPair`, and subtracts the new ones from the counts.
 * Publishes that the lists of `otherId` change, unless they showed none of it.
 */
export async function removeLikes(tx: Tx, { userId, otherId }: queries.Pair) {
  const { mine, theirs, countedIds } = await queries.readLocked(tx, { userId, otherId })
  if (await lists.isListed(tx, { userId: otherId, otherId: userId })) await emit(tx, likesRemoved, { userId: otherId })
  await queries.deletePair(tx, { userId, otherId })
  await counts.addToCounts(tx, [
    { userId, by: isNewFor(mine) && countedIds.has(otherId) ? -1 : 0 },
    { userId: otherId, by: isNewFor(theirs) && countedIds.has(userId) ? -1 : 0 },
  ])
}

/** Deletes all likes from and to a member whose account is erased. */
export async function removeAllLikes(tx: Tx, { userId }: { userId: number }) {
  await queries.deleteAll(tx, userId)
  await counts.deleteCounts(tx, userId)
}

/**
 * Clears the new-like flags of received likes that the viewer has seen. Ids of members who do not like the
 * viewer are ignored. Returns the remaining number of new likes. Source: LIKE-3.
 */
export async function markLikesSeen(
  { db, clock, events }: Pick<Context, 'db' | 'clock' | 'events'>,
  { viewer: { userId }, profileIds }: { viewer: Pick<Viewer, 'userId'>; profileIds: string[] },
) {
  const likerIds = await lists.findLikers(db, { userId, profileIds })
  const otherIds = await counts.markSeen(db, { userId, otherIds: likerIds, at: clock.now() })
  if (otherIds.length > 0) events.publish(likesSeen, { userId, otherIds })
  return counts.countNew(db, userId)
}

/** Returns the number of new likes: received from active members and not seen. */
export function countNewLikes({ db }: Pick<Context, 'db'>, { userId }: { userId: number }) {
  return counts.countNew(db, userId)
}

/**
 * Returns the member in the like modal: one whose like the viewer has not seen, or, where the site has them,
 * a labelled fictional profile; null without either. Likes nothing, marks nothing as seen. Source: LIKE-5.
 */
export async function autoLike(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, hasFictional }: { viewer: Viewer; hasFictional: boolean },
) {
  const { userId } = viewer
  const day = clock.now().toISOString().slice(0, 10)
  const otherId =
    (await lists.findUnseen(db, userId)) ?? (hasFictional ? await lists.findFictional(db, { userId, day }) : null)
  if (otherId === null) return null
  const card = (await cardsByUser({ db, clock }, { viewer, userIds: [otherId] })).get(otherId)
  return card ? { ...card, main_image: card.photo && { match: photoUrl(card.photo.id, 'tile') } } : null
}

/** Returns the ids of a member's sent and received likes under their names on the wire. */
export async function likesOverview({ db }: Pick<Context, 'db'>, { viewer: { userId } }: { viewer: Viewer }) {
  const [given, received, newCount] = await Promise.all([
    lists.findTabIds(db, { userId, type: 'sent', limit: LIKES_IDS_LIMIT }),
    lists.findTabIds(db, { userId, type: 'received', limit: LIKES_IDS_LIMIT }),
    counts.countNew(db, userId),
  ])
  const toEntry = ({ id, isNew }: { id: string; isNew: boolean }) => ({ id, like_new: isNew })
  return { profiles: given.map(toEntry), liked_by: received.map(toEntry), num_new: newCount }
}

interface ListInput {
  viewer: Viewer
  type: LikeList
  after: string | undefined
  /** Only the first members, and of these those without a conversation. */
  isWithoutConversation: boolean
  /** The site shows interests. */
  showsInterests: boolean
}

/**
 * Lists one page of a tab, newest first.
 * @throws AppError `request.invalid` (invalid cursor)
 */
export async function listLikes(
  { db, clock, cursors }: Pick<Context, 'db' | 'clock'> & { cursors: Cursors },
  { viewer, type, after, isWithoutConversation, showsInterests }: ListInput,
) {
  const { userId } = viewer
  const key = after === undefined ? null : cursors.open(after)
  const limit = isWithoutConversation ? NEW_MATCHES_SHOWN : rowsFor(LIKES_PAGE_SIZE)
  const [rows, totals] = await Promise.all([
    lists.findTab(db, { userId, type, after: key, limit, isWithoutConversation }),
    lists.countTabs(db, userId),
  ])
  const { page, last } = pageOf(rows, LIKES_PAGE_SIZE)
  const otherIds = page.map(({ otherId }) => otherId)
  const [cards, shared] = await Promise.all([
    cardsByUser({ db, clock }, { viewer, userIds: otherIds }),
    lists.findShared(db, { userId, otherIds }),
  ])
  const leastNewId = leastIdAt(new Date(clock.now().getTime() - NEW_MEMBER_DAYS * DAY))
  const results = page.flatMap(({ otherId, at, isNew }): LikedCard[] => {
    const card = cards.get(otherId)
    const { interests = [], isSameTown = false } = shared.get(otherId) ?? {}
    if (!card) return []
    const sharedInterests = showsInterests ? knownInterests(interests) : []
    const reasons = { isNewMember: otherId >= leastNewId, sharedInterests, isSameTown }
    return [{ ...card, likedAt: at.toISOString(), isNew, ...reasons }]
  })
  return { results, totals, next: last ? cursors.seal({ at: last.at, id: last.otherId }) : null }
}

/**
 * Returns the keys of the viewer and of a member that the viewer may like.
 * @throws AppError `likes.self`, `profiles.not_found`, `moderation.blocked`
 */
export async function likeablePair({ db }: { db: Queryable }, { viewer, profileId }: LikeInput) {
  if (profileId === viewer.profileId) throw new AppError('likes.self')
  const { userId: otherId, isBlockedByMe } = await assertReachable({ db }, { viewerId: viewer.userId, profileId })
  if (isBlockedByMe) throw new AppError('profiles.not_found')
  return { userId: viewer.userId, otherId }
}

async function replyOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { viewer, otherId }: { viewer: Viewer; otherId: number },
): Promise<Omit<LikeReply, 'isNewMatch'>> {
  const profile = (await cardsByUser({ db, clock }, { viewer, userIds: [otherId] })).get(otherId)
  if (!profile) throw new AppError('profiles.not_found')
  return { isLiked: profile.isLiked, isMatch: profile.isMatch, profile }
}
