import { defineEvent } from '#server/platform/events.ts'

interface Pair {
  userId: number
  otherId: number
}

/** `userId` liked `otherId`. */
export const likeGiven = defineEvent<Pair & { isMatch: boolean }>('like.given')
/** `userId` withdrew the like of `otherId`, which also ends a match. */
export const likeWithdrawn = defineEvent<Pair>('like.withdrawn')
/** The two like each other; `userId` liked second. Published once per match, also when a match is made again. */
export const matchMade = defineEvent<Pair>('match.made')
/** A new like was seen, so the member's count of new likes changed. */
export const likesSeen = defineEvent<{ userId: number }>('likes.seen')
