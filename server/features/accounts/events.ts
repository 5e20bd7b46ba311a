import { defineEvent } from '#server/platform/events.ts'

/** An account was created; its profile follows in the same transaction. */
export const accountCreated = defineEvent<{ userId: number; siteId: number }>('account.created')
/** The member confirmed the email address. Emitted once per account. */
export const accountConfirmed = defineEvent<{ userId: number; siteId: number }>('account.confirmed')
/** The email address was changed, or the change was undone. */
export const emailChanged = defineEvent<{ userId: number; siteId: number }>('account.email_changed')
/** A mail to the new address of a change came back. */
export const changeRejected = defineEvent<{ userId: number }>('account.change_rejected')
/** A known device got another token, by the hashes of the two. */
export const deviceRenamed = defineEvent<{ from: Buffer; to: Buffer }>('account.device_renamed')
/** The mails of the member that can be switched off were stopped, for a reason that the pages show. */
export const mailsStopped = defineEvent<{ userId: number }>('account.mails_stopped')
/** Mails started again that a bounce, a complaint or an unsubscription had stopped. */
export const mailsResumed = defineEvent<{ userId: number }>('account.mails_resumed')
/** The member chose other mails or push messages. */
export const notificationsChosen = defineEvent<{ userId: number }>('account.notifications_chosen')
/** Sessions were ended by something other than a log-out in them. */
export const sessionsEnded = defineEvent<{ userId: number; sessionHashes: Buffer[] }>('account.sessions_ended')
/** Before an account is deleted: listeners delete their rows in its transaction; profile and photos exist. */
export const accountErased = defineEvent<{ userId: number }>('account.erased')
/**
 * Others see the account no longer, because the member paused or deleted it, or see it again. Its data is
 * complete. Not published when a paused account is deleted or restored: others must not see a difference.
 */
export const accountVisibilityChanged = defineEvent<{ userId: number }>('account.visibility_changed')
/** The member deleted the account, and all its sessions have ended. It can be restored. */
export const accountDeleted = defineEvent<{ userId: number }>('account.deleted')
/** A link has undone the deletion of a paused account, which counts as a use (ACC-33). It stays hidden. */
export const pausedAccountRestored = defineEvent<{ userId: number }>('account.paused_restored')
