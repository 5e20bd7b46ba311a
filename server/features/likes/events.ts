import { defineEvent } from '#server/platform/events.ts'

interface Pair {
  userId: number
  otherId: number
}

/** `userId` likes `otherId` from now on. */
export const likeGiven = defineEvent<Pair & { isMatch: boolean }>('like.given')
/** `userId` took a like of `otherId` back; a match that it was part of has ended. */
export const likeWithdrawn = defineEvent<Pair>('like.withdrawn')
/** Both like each other; `userId` was the second. Told once for each time it comes about. */
export const matchMade = defineEvent<Pair>('match.made')
/** A member looked at a new like: her count of new ones is another. */
export const likesSeen = defineEvent<{ userId: number }>('likes.seen')
