import { defineEvent } from '#server/platform/events.ts'

interface Pair {
  userId: number
  otherId: number
}

/** `userId` liked `otherId`. `isRepeated`: that member was notified of it within `LIKE_NOTICE_MS`. */
export const likeGiven = defineEvent<Pair & { isMatch: boolean; isRepeated: boolean }>('like.given')
/** The like of the unconfirmed `userId` was stored or withdrawn: `otherId` must not notice. */
export const heldLikeChanged = defineEvent<Pair>('like.held')
/** `userId` withdrew the like of `otherId`, which also ends a match. */
export const likeWithdrawn = defineEvent<Pair>('like.withdrawn')
/** The two like each other; `userId` liked second. At most once in `LIKE_NOTICE_MS` for a pair (LIKE-7). */
export const matchMade = defineEvent<Pair>('match.made')
/** New likes were seen, so the member's count of new likes changed. */
export const likesSeen = defineEvent<{ userId: number; otherIds: number[] }>('likes.seen')
/** A block removed likes that were in the lists of this member. */
export const likesRemoved = defineEvent<{ userId: number }>('likes.removed')
