import { defineEvent } from '#server/platform/events.ts'

/** An account was created; its profile follows in the same transaction. */
export const accountCreated = defineEvent<{ userId: number; siteId: number }>('account.created')
/** The member confirmed the email address. Emitted once per account. */
export const accountConfirmed = defineEvent<{ userId: number; siteId: number }>('account.confirmed')
/** The account is about to be deleted. Listeners delete their rows in the same transaction; profile and photos still exist. */
export const accountErased = defineEvent<{ userId: number }>('account.erased')
