import { SWIPE_DAYS } from '#contract/limits.ts'
import type { SwipeChoice, SwipeReply } from '#contract/games/schemas.ts'
import { DAY } from '#contract/time.ts'
import { assertNotPaused } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { giveLike, likeablePair, withdrawLike } from '#server/features/likes/service.ts'
import { lockPair } from '#server/features/moderation/lock-pair.ts'
import { cardsByUser } from '#server/features/profiles/views.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import * as queries from './queries.ts'
import { allowanceAt, withLike, withoutLike } from './rules.ts'

interface SwipeInput {
  viewer: Viewer
  profileId: string
  choice: SwipeChoice
}

/**
 * Likes or passes a member. The like is one of the likes slice, in the transaction that counts it, so it is
 * counted exactly if it is given. Repeating a swipe changes nothing; a like never becomes a pass.
 * @throws AppError `games.likes_used`, and those of a like
 * Source: GAME-1, GAME-2.
 */
export async function swipeMember(
  { transaction, clock }: Pick<Context, 'transaction' | 'clock'>,
  { viewer, profileId, choice }: SwipeInput,
): Promise<SwipeReply> {
  assertNotPaused(viewer)
  return transaction(async (tx) => {
    const game = await queries.lockGame(tx, viewer.userId)
    const pair = await likeablePair({ db: tx }, { viewer, profileId })
    await lockPair(tx, pair)
    // Checked again under the lock: a block may have been committed in between.
    await likeablePair({ db: tx }, { viewer, profileId })
    const { game: next, isNewMatch } = await applySwipe({ tx, clock }, { game, pair, choice })
    const { isMatch } = await queries.findLikes(tx, pair)
    const isUndoable = next.lastOtherId === pair.otherId && !isMatch
    const undoable = isUndoable ? profileId : null
    return { allowance: allowanceAt(next, clock.now()), undoable, isMatch, isNewMatch }
  })
}

interface LockedSwipe {
  game: queries.GameRow
  pair: queries.Pair
  choice: SwipeChoice
}

/**
 * Stores a swipe. Returns the game's state, and whether the like made a match of which the two are to be
 * notified. A like given elsewhere costs none and is not undone here.
 */
async function applySwipe({ tx, clock }: { tx: Tx } & Pick<Context, 'clock'>, { game, pair, choice }: LockedSwipe) {
  const at = clock.now()
  const earlier = await queries.findSwipe(tx, { ...pair, since: swipedSince(at) })
  if (earlier?.isLike || (earlier && choice === 'pass')) return { game, isNewMatch: false }
  const { isLiked } = await queries.findLikes(tx, pair)
  const isNewLike = choice === 'like' && !isLiked
  if (isNewLike && allowanceAt(game, at).likesLeft === 0) throw new AppError('games.likes_used')
  const isNewMatch = isNewLike && (await giveLike(tx, { ...pair, at }))
  await queries.saveSwipe(tx, { ...pair, isLike: choice === 'like', at })
  const lastOtherId = isNewLike || choice === 'pass' ? pair.otherId : null
  const next = { ...game, ...(isNewLike && withLike(game, at)), lastOtherId }
  await queries.saveGame(tx, pair.userId, next)
  return { game: next, isNewMatch }
}

/**
 * Undoes the last swipe: the member can be dealt again, and a like is withdrawn and given back. Without such
 * a swipe nothing changes. Returns the member's card, if they can still be shown.
 * @throws AppError `games.not_last`, `games.match_stays`
 * Source: GAME-3.
 */
export async function undoSwipe(
  { db, transaction, clock }: Pick<Context, 'db' | 'transaction' | 'clock'>,
  { viewer, profileId }: Omit<SwipeInput, 'choice'>,
) {
  const { userId } = viewer
  const { game, otherId } = await transaction(async (tx) => {
    const before = await queries.lockGame(tx, userId)
    const swipe = await queries.findSwipeOf(tx, { userId, profileId })
    if (!swipe) return { game: before, otherId: null }
    if (before.lastOtherId !== swipe.otherId) throw new AppError('games.not_last')
    const pair = { userId, otherId: swipe.otherId }
    if (swipe.isLike) await withdrawSwipeLike(tx, pair)
    await queries.deleteSwipe(tx, pair)
    const like = { likedAt: swipe.swipedAt, now: clock.now() }
    const after = { ...before, ...(swipe.isLike && withoutLike(before, like)), lastOtherId: null }
    await queries.saveGame(tx, userId, after)
    return { game: after, otherId: swipe.otherId }
  })
  const cards = await cardsByUser({ db, clock }, { viewer, userIds: otherId === null ? [] : [otherId] })
  const card = otherId === null ? null : (cards.get(otherId) ?? null)
  return { allowance: allowanceAt(game, clock.now()), undoable: null, card }
}

/** Withdraws a like without a match. Both know of a match: it is ended on the profile, after a question. */
async function withdrawSwipeLike(tx: Tx, pair: queries.Pair) {
  await lockPair(tx, pair)
  if ((await queries.findLikes(tx, pair)).isMatch) throw new AppError('games.match_stays')
  await withdrawLike(tx, pair)
}

/** Members swiped before this time can be dealt again. */
export function swipedSince(now: Date) {
  return new Date(now.getTime() - SWIPE_DAYS * DAY)
}
