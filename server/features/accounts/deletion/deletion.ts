import type { Email } from '#contract/emails.ts'
import type { DeleteReason } from '#contract/accounts/delete-reasons.ts'
import type { PauseLength } from '#contract/accounts/pause-lengths.ts'
import { DELETION_DAYS, PAUSE_DAYS, RESTORE_MAILS_PER_DAY } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import { AppError } from '#server/platform/errors.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { assertStillConfirmed, confirmPassword } from '#server/features/accounts/login/confirm-password.ts'
import * as deletions from './deletion-queries.ts'
import { mailLocale } from '#server/features/accounts/rules.ts'
import { accountDeleted, accountVisibilityChanged, pausedAccountRestored } from '#server/features/accounts/events.ts'
import { createLink } from '#server/features/accounts/email/links.ts'
import { isBeingCorrected } from '#server/features/accounts/email/mail-change-queries.ts'
import { insertMailRequest, recentMailRequests } from '#server/features/accounts/email/mail-queries.ts'
import { lockAccount } from '#server/features/accounts/queries.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

/**
 * Hides the account of a member from everyone (ACC-30) and changes nothing else. Of a paused one it changes
 * the end. Idempotent.
 */
export function pauseAccount(
  context: Pick<AppContext, 'transaction' | 'clock'>,
  { viewer, length }: { viewer: Viewer; length: PauseLength },
) {
  const at = context.clock.now()
  const endsAt = length === 'open' ? null : new Date(at.getTime() + PAUSE_DAYS[length] * DAY)
  return setPause(context, { viewer, pause: { at, endsAt } })
}

/** Shows a paused account again (ACC-30). */
export function resumeAccount(context: Pick<AppContext, 'transaction'>, { viewer }: { viewer: Viewer }) {
  return setPause(context, { viewer, pause: null })
}

async function setPause(
  { transaction }: Pick<AppContext, 'transaction'>,
  { viewer: { userId }, pause }: { viewer: Viewer; pause: { at: Date; endsAt: Date | null } | null },
) {
  await transaction((tx) => savePause(tx, { userId, pause }))
}

/** Pauses an account, or shows it again (`pause` null), in the caller's transaction. Idempotent (ACC-30). */
export async function savePause(
  tx: Tx,
  { userId, pause }: { userId: number; pause: { at: Date; endsAt: Date | null } | null },
) {
  const isChanged = pause ? await deletions.savePause(tx, { userId, ...pause }) : await deletions.clearPause(tx, userId)
  if (isChanged) await emit(tx, accountVisibilityChanged, { userId })
}

/** Shows the accounts again whose pause is over (ACC-30). One that was deleted meanwhile stays hidden. */
export async function endPauses({ db, transaction, clock }: Pick<AppContext, 'db' | 'transaction' | 'clock'>) {
  const now = clock.now()
  for (const userId of await deletions.findEndedPauses(db, now)) {
    await transaction(async (tx) => {
      const ended = await deletions.endPause(tx, { userId, now })
      if (ended && !ended.isDeleted) await emit(tx, accountVisibilityChanged, { userId })
    })
  }
}

interface DeletionInput {
  viewer: Viewer
  password: string
  reason: DeleteReason | null
  remarks: string
  ip: string
  /** Hash of the token in the device's cookie, if it has one. */
  deviceHash: Buffer | null
}

/**
 * Deletes an account: it is hidden at once, all its sessions end, and the member gets a mail with the link
 * that undoes it (ACC-13). The data stays complete until the nightly erasure.
 * @throws AppError `accounts.password_wrong` at `password`, `accounts.login_locked` with `{minutes}`
 */
export async function deleteAccount(
  context: Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>,
  { viewer: { userId, isPaused }, reason, remarks, ...login }: DeletionInput,
) {
  const { account, attempt } = await confirmPassword(context, { userId, ...login })
  await attempt.succeed()
  await context.transaction(async (tx) => {
    await assertStillConfirmed(tx, account)
    await saveDeletion(context, tx, { userId, isPaused, reason, remarks })
  })
}

/**
 * Deletes an account in the transaction of the caller, who has confirmed it. Returns false if it was deleted
 * before, or is closed by an operator.
 */
export async function saveDeletion(
  context: Pick<AppContext, 'clock' | 'mail'>,
  tx: Tx,
  { isPaused, ...deletion }: { userId: number; isPaused: boolean; reason: deletions.StoredReason; remarks: string },
) {
  const { userId } = deletion
  if (!(await deletions.saveDeletion(tx, { ...deletion, at: context.clock.now() }))) return false
  await deletions.deleteAccess(tx, userId)
  await sendRestoreLink(context, tx, { userId })
  await emit(tx, accountDeleted, { userId })
  if (!isPaused) await emit(tx, accountVisibilityChanged, { userId })
  return true
}

/**
 * Deletes an account that belongs to no person (PRO-13), so that no one gets a mail: hidden at once, and
 * erased after the same days. Does nothing if it was deleted before.
 */
export async function endAccount({ clock }: Pick<AppContext, 'clock'>, tx: Tx, { userId }: { userId: number }) {
  const deletion = { userId, reason: null, remarks: '', at: clock.now() }
  if (!(await deletions.saveDeletion(tx, deletion))) return
  await deletions.deleteAccess(tx, userId)
  await emit(tx, accountDeleted, { userId })
  await emit(tx, accountVisibilityChanged, { userId })
}

/** Requests the mail with the link that undoes a deletion, in the transaction of the caller. */
async function sendRestoreLink(
  { clock, mail }: Pick<AppContext, 'clock' | 'mail'>,
  tx: Tx,
  { userId }: { userId: number },
) {
  await insertMailRequest(tx, { userId, template: 'deletion', requestedAt: clock.now() })
  await mail.send(tx, { template: 'deletion', userId })
}

/**
 * Sends the link again to a member who logs in to a deleted account with the right password, a few times a
 * day; earlier links stay valid.
 */
export async function resendRestoreLink(
  context: Pick<AppContext, 'transaction' | 'clock' | 'mail'>,
  { userId }: { userId: number },
) {
  await context.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const since = new Date(context.clock.now().getTime() - DAY)
    const requested = await recentMailRequests(tx, { userId, template: 'deletion', since })
    if (requested.length < RESTORE_MAILS_PER_DAY) await sendRestoreLink(context, tx, { userId })
  })
}

/** Returns when an account that was deleted at a time is erased, and its link ends. */
export function erasureTime(deletedAt: Date) {
  return new Date(deletedAt.getTime() + DELETION_DAYS * DAY)
}

/**
 * Builds the mail about a deletion when it is sent, with a link that ends when the account is erased. There
 * is none when the account was restored or erased since, nor to an address that was being corrected (ACC-24).
 */
export async function buildDeletion(
  context: Pick<AppContext, 'config' | 'clock' | 'transaction' | 'sites'>,
  { userId }: { userId: number },
): Promise<Email | null> {
  return context.transaction(async (tx) => {
    const recipient = await deletions.lockDeletedRecipient(tx, userId)
    const now = context.clock.now()
    if (!recipient || erasureTime(recipient.deletedAt) <= now) return null
    if (await isBeingCorrected(tx, userId)) return null
    const envelope = mailEnvelope(context, recipient)
    const expiresAt = erasureTime(recipient.deletedAt)
    const lifetimeMs = expiresAt.getTime() - now.getTime()
    const token = await createLink(context, tx, { userId, purpose: 'restore', lifetimeMs })
    return {
      template: 'deletion',
      ...envelope,
      props: {
        name: recipient.name,
        url: `${envelope.site.url}/${token}`,
        until: expiresAt.toISOString(),
        isDormant: recipient.reason === 'dormant',
        locale: mailLocale(recipient),
      },
    }
  })
}

/**
 * Undoes the deletion of an account, in the transaction that uses its link. Everything is as before, because
 * nothing was removed but sessions and links.
 * @throws AppError `accounts.link_invalid`: the account is not deleted
 */
export async function restoreAccount({ mail }: Pick<AppContext, 'mail'>, tx: Tx, { userId }: { userId: number }) {
  const restored = await deletions.clearDeletion(tx, userId)
  if (!restored) throw new AppError('accounts.link_invalid')
  await mail.send(tx, { template: 'restored', userId })
  await emit(tx, restored.isPaused ? pausedAccountRestored : accountVisibilityChanged, { userId })
}
