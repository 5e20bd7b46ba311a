import { defineEvent } from '#server/platform/events.ts'

/** A sign-up created account, profile and photo. The email address is not confirmed yet. */
export const signupFinished = defineEvent<{ userId: number; siteId: number }>('signup.finished')
