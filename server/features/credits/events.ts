import { defineEvent } from '#server/platform/events.ts'

/** The balance or the premium state is not what it was: both as they are now. */
export const creditsChanged = defineEvent<{ userId: number; credits: number; isPremium: boolean }>('credits.changed')
