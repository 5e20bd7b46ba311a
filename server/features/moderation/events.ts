import { defineEvent } from '#server/platform/events.ts'

/** A member blocked another. Listeners remove likes and chats of the two in the same transaction (MOD-3). */
export const profileBlocked = defineEvent<{ userId: number; otherId: number }>('profile.blocked')
/** A member lifted their block. What the block removed does not come back (MOD-3). */
export const profileUnblocked = defineEvent<{ userId: number; otherId: number }>('profile.unblocked')
