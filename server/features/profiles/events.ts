import { defineEvent } from '#server/platform/events.ts'

/** A member has a profile from now on: part of the sign-up's transaction. */
export const profileCreated = defineEvent<{ userId: number }>('profile.created')
/** Fields of a profile changed. */
export const profileUpdated = defineEvent<{ userId: number }>('profile.updated')
export const photoAdded = defineEvent<{ userId: number; photoId: number }>('photo.added')
export const photoRemoved = defineEvent<{ userId: number; photoId: number }>('photo.removed')
