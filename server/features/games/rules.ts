import { CLOSE_AGE_YEARS, SWIPE_LIKES, SWIPE_WINDOW_MS } from '#contract/limits.ts'
import type { Allowance, Reason } from '#contract/games/schemas.ts'
import type { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'

/** The likes of one window of the swipe game. `openedAt`: its first like; null while none counts. */
export interface LikeWindow {
  openedAt: Date | null
  likes: number
}

const CLOSED: LikeWindow = { openedAt: null, likes: 0 }

/** Returns the window as it is now: one that is over counts as none. Source: GAME-1. */
export function windowAt({ openedAt, likes }: LikeWindow, now: Date): LikeWindow {
  const isOpen = openedAt !== null && likes > 0 && now.getTime() < endOf(openedAt)
  return isOpen ? { openedAt, likes } : CLOSED
}

/** Returns the likes that are left, and when all are there again. Source: GAME-1. */
export function allowanceAt(window: LikeWindow, now: Date): Allowance {
  const { openedAt, likes } = windowAt(window, now)
  return {
    likesLeft: Math.max(0, SWIPE_LIKES - likes),
    renewsInMs: openedAt && endOf(openedAt) - now.getTime(),
  }
}

/** Returns the window after one more like, which opens it if it is the first. */
export function withLike(window: LikeWindow, now: Date): LikeWindow {
  const { openedAt, likes } = windowAt(window, now)
  return { openedAt: openedAt ?? now, likes: likes + 1 }
}

/** Returns the window after its like was undone; that of an earlier window gives nothing back (GAME-3). */
export function withoutLike(window: LikeWindow, { likedAt, now }: { likedAt: Date; now: Date }): LikeWindow {
  const { openedAt, likes } = windowAt(window, now)
  if (openedAt === null || likedAt < openedAt) return { openedAt, likes }
  return likes > 1 ? { openedAt, likes: likes - 1 } : CLOSED
}

function endOf(openedAt: Date) {
  return openedAt.getTime() + SWIPE_WINDOW_MS
}

/** What a suggested member shares with the viewer. Values that the viewer may not see are empty. */
export interface Shared {
  likesYou: boolean
  interests: readonly Interest[]
  isSameCity: boolean
  isSameRegion: boolean
  sameReason: ProfileChoices['reason']
  ageDifference: number
  answersOften: boolean
}

/** Returns why a member is suggested, the strongest reason first. Source: GAME-5. */
export function reasonsOf(shared: Shared): Reason[] {
  const reasons: Reason[] = []
  if (shared.likesYou) reasons.push({ kind: 'likesYou' })
  if (shared.interests.length > 0) reasons.push({ kind: 'interests', interests: [...shared.interests] })
  if (shared.isSameCity) reasons.push({ kind: 'city' })
  else if (shared.isSameRegion) reasons.push({ kind: 'region' })
  if (shared.sameReason) reasons.push({ kind: 'reason', reason: shared.sameReason })
  if (shared.ageDifference <= CLOSE_AGE_YEARS) reasons.push({ kind: 'age' })
  if (shared.answersOften) reasons.push({ kind: 'answers' })
  return reasons
}
