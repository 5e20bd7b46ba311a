import { defineEvent } from '#server/platform/events.ts'

/** The balance or the premium state changed. Carries the new values. */
export const creditsChanged = defineEvent<{ userId: number; credits: number; isPremium: boolean }>('credits.changed')
