import { defineEvent } from '#server/platform/events.ts'

/** There is a new account; its profile follows in the same transaction. */
export const accountCreated = defineEvent<{ userId: number; siteId: number }>('account.created')
/** The email address is the member's own: told once per account. */
export const accountConfirmed = defineEvent<{ userId: number; siteId: number }>('account.confirmed')
/** The account is about to vanish: whatever names it goes in the same transaction, profile and photos still readable. */
export const accountErased = defineEvent<{ userId: number }>('account.erased')
