import { defineEvent } from '#server/platform/events.ts'

/** Account, profile and photo are there; the email is yet to be confirmed. */
export const signupFinished = defineEvent<{ userId: number; siteId: number }>('signup.finished')
