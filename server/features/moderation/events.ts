import { defineEvent } from '#server/platform/events.ts'

/** One member blocked another: whatever lies between the two goes, in the same transaction. */
export const profileBlocked = defineEvent<{ userId: number; otherId: number }>('profile.blocked')
/** A member lifted her block. Nothing that the block took away comes back. */
export const profileUnblocked = defineEvent<{ userId: number; otherId: number }>('profile.unblocked')
