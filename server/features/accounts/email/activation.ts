import type { Email } from '#contract/emails.ts'
import { ACTIVATION_LINK_MS, ACTIVATION_MAILS_PER_DAY, MAILS_PER_UNPROVEN_ADDRESS } from '#contract/limits.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/features/accounts/views.ts'
import { DAY, HOUR, SECOND } from '#contract/time.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { accountConfirmed, mailsResumed } from '#server/features/accounts/events.ts'
import { table } from '#server/features/accounts/login/failure-counter.ts'
import { keyedHash } from '#server/features/accounts/keyed-hash.ts'
import { insertMailRequest, lockRecipient, recentMailRequests } from './mail-queries.ts'
import { confirmUser, findLoginById, lockAccount } from '#server/features/accounts/queries.ts'
import { createLink } from './links.ts'
import { findPendingMailChange, forgetRejection } from './mail-change-queries.ts'
import { removeStopReason } from '#server/features/accounts/notifications/notifications.ts'
import { memberPasskeys } from '#server/features/accounts/second-factor/member-passkey-queries.ts'
import { emailKey, nextRequestIn } from '#server/features/accounts/rules.ts'
import { deleteSecondFactor } from '#server/features/accounts/second-factor/second-factor-queries.ts'

type Deps = Pick<AppContext, 'clock' | 'mail'>

/**
 * Counts a mail that asks to confirm an address, from all accounts together: many of them must not fill the
 * inbox of a stranger. Call it before the transaction that requests the mail.
 * @throws AppError `accounts.mail_limit` with `{seconds, hours}`
 * Source: ACC-31.
 */
export async function countConfirmationMail(
  context: Pick<AppContext, 'config' | 'limiters'>,
  { email }: { email: string },
) {
  const points = MAILS_PER_UNPROVEN_ADDRESS
  const mails = context.limiters.of({ name: 'confirmation', table, points, durationMs: DAY })
  const { consumedPoints, msBeforeNext } = await mails.penalty(keyedHash(context, `confirmation:${emailKey(email)}`))
  if (consumedPoints <= points) return
  const params = { seconds: Math.ceil(msBeforeNext / SECOND), hours: Math.ceil(msBeforeNext / HOUR) }
  throw new AppError('accounts.mail_limit', { params })
}

/** Requests the mail with the link that confirms the address, in the transaction of the caller (ACC-4). */
export async function sendActivation({ clock, mail }: Deps, tx: Tx, { userId }: { userId: number }) {
  await insertMailRequest(tx, { userId, template: 'activation', requestedAt: clock.now() })
  await mail.send(tx, { template: 'activation', userId })
}

/**
 * Requests the activation mail again, unless the member is confirmed already; earlier links stay valid. After
 * a correction of the address it goes to the new one. Returns the address.
 * @throws AppError `accounts.mail_limit` with `{seconds, hours}`: too many mails within a day (ACC-6, ACC-31)
 */
export async function resendActivation(
  context: Deps & Pick<AppContext, 'config' | 'db' | 'limiters' | 'transaction'>,
  { viewer: { userId } }: { viewer: Pick<Viewer, 'userId'> },
) {
  await countResent(context, { userId })
  return context.transaction((tx) => sendActivationAgain(context, tx, { userId }))
}

/**
 * Counts the activation mail that is about to be sent again, before the transaction that requests it.
 * @throws AppError `accounts.mail_limit` with `{seconds, hours}`
 */
export async function countResent(
  context: Pick<AppContext, 'config' | 'db' | 'limiters'>,
  { userId }: { userId: number },
) {
  const account = await findLoginById(context.db, userId)
  const pending = await findPendingMailChange(context.db, userId)
  if (!account.confirmedAt) await countConfirmationMail(context, { email: pending?.newEmail ?? account.email })
}

/**
 * Requests the mail in the transaction of the caller. That an earlier one came back counts no longer, until
 * this one does. @throws AppError as `resendActivation`
 */
export async function sendActivationAgain(context: Deps, tx: Tx, { userId }: { userId: number }) {
  const { confirmedAt, email } = await lockAccount(tx, userId)
  if (confirmedAt) return email
  const now = context.clock.now()
  const since = new Date(now.getTime() - DAY)
  const recent = await recentMailRequests(tx, { userId, template: 'activation', since })
  const wait = nextRequestIn({ recent, max: ACTIVATION_MAILS_PER_DAY, now })
  if (wait) throw new AppError('accounts.mail_limit', { params: wait })
  const corrected = await findPendingMailChange(tx, userId)
  if (!corrected) {
    if (await removeStopReason(tx, { userId, reason: 'bounce' })) await emit(tx, mailsResumed, { userId })
    await sendActivation(context, tx, { userId })
    return email
  }
  await insertMailRequest(tx, { userId, template: 'activation', requestedAt: now })
  await forgetRejection(tx, corrected)
  await context.mail.send(tx, { template: 'mailChange', userId, about: { changeId: corrected.id } })
  return corrected.newEmail
}

interface ActivationRequest {
  userId: number
  /** Returns how many messages the confirmed address pays for. */
  messagesOf(tx: Tx, account: { userId: number; siteId: number }): Promise<number>
}

/**
 * Builds an activation mail when it is sent. There is none when its address is being corrected by now: the
 * mail may have waited for the mail server meanwhile, and its link must not reach a stranger (ACC-24).
 */
export async function buildActivation(
  context: Pick<AppContext, 'config' | 'clock' | 'transaction' | 'sites'>,
  { userId, messagesOf }: ActivationRequest,
): Promise<Email | null> {
  return context.transaction(async (tx) => {
    const recipient = await lockRecipient(tx, userId)
    if (!recipient || (await findPendingMailChange(tx, userId))) return null
    const envelope = mailEnvelope(context, recipient)
    const freeMessages = await messagesOf(tx, { userId, siteId: recipient.siteId })
    const token = await createLink(context, tx, { userId, purpose: 'activation', lifetimeMs: ACTIVATION_LINK_MS })
    return {
      template: 'activation',
      ...envelope,
      props: { name: recipient.name, url: `${envelope.site.url}/${token}`, freeMessages },
    }
  })
}

interface Unconfirmed {
  userId: number
  siteId: number
  confirmedAt: Date | null
}

/**
 * Confirms the address of an account that the caller has locked. Idempotent (ACC-4). Passkeys and codes of an
 * unconfirmed account end: they may be a stranger's who signed up with the owner's address.
 */
export async function confirmAddress(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { userId, siteId, confirmedAt }: Unconfirmed,
) {
  if (confirmedAt) return
  await confirmUser(tx, { userId, at: clock.now() })
  await memberPasskeys.deleteAll(tx, userId)
  await deleteSecondFactor(tx, userId)
  await emit(tx, accountConfirmed, { userId, siteId })
}
