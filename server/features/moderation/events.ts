import { defineEvent } from '#server/platform/events.ts'

/** One member blocked another: whatever lies between the two goes, in the same transaction. */
export const profileBlocked = defineEvent<{ userId: number; otherId: number }>('profile.blocked')
