import { defineEvent } from '#server/platform/events.ts'

/** A profile was created, in the transaction of the sign-up. */
export const profileCreated = defineEvent<{ userId: number }>('profile.created')
/** A member changed fields of the profile. */
export const profileUpdated = defineEvent<{ userId: number }>('profile.updated')
export const photoAdded = defineEvent<{ userId: number; photoId: number }>('photo.added')
export const photoRemoved = defineEvent<{ userId: number; photoId: number }>('photo.removed')
