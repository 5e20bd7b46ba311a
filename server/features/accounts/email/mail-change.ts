import { MAIL_CHANGES_PER_DAY, MAIL_CHANGE_UNDO_DAYS, NEW_ACCOUNT_MS } from '#contract/limits.ts'
import { isSameAsEmail } from '#contract/profiles/names.ts'
import { DAY } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import type { Site } from '#server/features/settings/service.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { hashToken, newPublicId, newToken } from '#server/platform/ids.ts'
import { emit, isUniqueViolation } from '#server/platform/postgres/db.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { confirmAddress, countConfirmationMail, sendActivationAgain } from './activation.ts'
import {
  assertStillConfirmed,
  assertStillLoggedIn,
  confirmPassword,
} from '#server/features/accounts/login/confirm-password.ts'
import { restoreAccount } from '#server/features/accounts/deletion/deletion.ts'
import { changeRejected, emailChanged } from '#server/features/accounts/events.ts'
import type { Opened, Opening } from './link-types.ts'
import { deleteLinks } from './link-queries.ts'
import * as changes from './mail-change-queries.ts'
import { memberPasskeys } from '#server/features/accounts/second-factor/member-passkey-queries.ts'
import { hashPassword } from '#server/features/accounts/recovery/passwords.ts'
import * as queries from '#server/features/accounts/queries.ts'
import { createResetToken, replacePassword } from '#server/features/accounts/recovery/reset.ts'
import { emailKey, nextRequestIn } from '#server/features/accounts/rules.ts'
import { deleteSecondFactorSince } from '#server/features/accounts/second-factor/second-factor-queries.ts'
import { assertEmailFree, endSessions } from '#server/features/accounts/service.ts'
import type { Viewer } from '#server/features/accounts/views.ts'

interface MailChangeInput {
  viewer: Viewer
  site: Site
  email: string
  password: string | undefined
  ip: string
  deviceHash: Buffer | null
}

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail'>

/**
 * Requests a change of the email address: mails a link to the new one, which completes the change, and for a
 * confirmed account a notice to the old one, with a link that undoes it (ACC-14). Withdraws an earlier
 * request. Returns the new address as it was entered. Where the site hides which addresses have an account, a
 * taken address gets the same reply after the same work, and its owner a mail.
 * @throws AppError `accounts.mail_limit` with `{seconds, hours}`, `accounts.login_locked`; at their fields
 * `accounts.password_wrong`, `accounts.email_taken`, `profiles.name_is_email`
 */
export async function requestMailChange(context: Deps, input: MailChangeInput) {
  return requestChecked(context, { ...input, checked: await checkOwnPassword(context, input) })
}

/**
 * Corrects the address of an account that is not confirmed yet, in the same way. The password is needed only
 * once the account is older than `NEW_ACCOUNT_MS`: before that, the person has just entered it (ACC-24).
 * @throws AppError as `requestMailChange`; `accounts.password_required` at the field `password`
 */
export async function correctEmail(context: Deps, input: MailChangeInput) {
  const account = await queries.findLoginById(context.db, input.viewer.userId)
  const isNew = context.clock.now().getTime() - account.createdAt.getTime() < NEW_ACCOUNT_MS
  const needsPassword = account.confirmedAt !== null || !isNew
  if (needsPassword && !input.password) throw fieldError('password', 'accounts.password_required')
  const checked = needsPassword ? await checkOwnPassword(context, input) : null
  const isOwn = account.confirmedAt === null && emailKey(input.email) === emailKey(account.email)
  return isOwn ? withdrawCorrection(context, { ...input, checked }) : requestChecked(context, { ...input, checked })
}

/** An account with the password that was checked. */
type CheckedAccount = Awaited<ReturnType<typeof checkOwnPassword>>

/** A request whose password was checked; null where none is needed. */
type CheckedRequest = Pick<MailChangeInput, 'viewer' | 'site' | 'email'> & { checked: CheckedAccount | null }

async function requestChecked(context: Deps, { viewer, site, email, checked }: CheckedRequest) {
  const { userId, sessionHash } = viewer
  if (!site.settings.hide_account_existence) await assertEmailFree(context, { email, userId })
  await countConfirmationMail(context, { email })
  await context.transaction(async (tx) => {
    const account = await assertMayRequest(tx, { viewer, checked })
    await startMailChange(context, tx, { userId, email, account, sessionHash })
  })
  return email
}

/**
 * Returns to the address of the account, which a correction had replaced by mistake: the link that was mailed
 * to the other address ends, and the activation is mailed again. Before that is counted, because the other
 * address may be a stranger's, who could confirm the account.
 * @throws AppError as `sendActivationAgain`; `authentication_required`, at their fields
 * `accounts.password_wrong`, `accounts.password_required`
 */
async function withdrawCorrection(
  context: Deps,
  { viewer, email, checked }: Pick<CheckedRequest, 'viewer' | 'email' | 'checked'>,
) {
  const { userId } = viewer
  await context.transaction(async (tx) => {
    await assertMayRequest(tx, { viewer, checked })
    await changes.cancelMailChanges(tx, { userId, at: context.clock.now() })
    await deleteLinks(tx, { userId, purposes: ['mail_change'] })
    // It can be written another way.
    await changes.saveEmail(tx, { userId, email, key: emailKey(email) })
  })
  await countConfirmationMail(context, { email })
  return context.transaction((tx) => sendActivationAgain(context, tx, { userId }))
}

/** Locks the account and returns it, unless its password, session or state has changed since the check. */
async function assertMayRequest(tx: Tx, { viewer, checked }: Pick<CheckedRequest, 'viewer' | 'checked'>) {
  if (checked) await assertStillConfirmed(tx, checked)
  const account = await assertStillLoggedIn(tx, viewer)
  // The owner of the address may have confirmed it since, and then the password is needed.
  if (!checked && account.confirmedAt) throw fieldError('password', 'accounts.password_required')
  return account
}

/**
 * Starts a change of the address by an operator, in the transaction of the caller: the member opens the link
 * in the mail to the new address, as in a change of their own. `assertEmailFree` and `countConfirmationMail`
 * come before.
 * @throws AppError `accounts.mail_limit`; `profiles.name_is_email` at the field `email`
 */
export async function startMailChangeFor(
  context: Pick<Deps, 'clock' | 'mail'>,
  tx: Tx,
  { userId, email }: { userId: number; email: string },
) {
  const account = await queries.lockAccount(tx, userId)
  // No browser of the member has asked for it, so that every session ends with the change.
  await startMailChange(context, tx, { userId, email, account, sessionHash: hashToken(newToken()) })
}

/** Returns the address that a member waits to confirm, or null. */
export async function pendingAddress(db: Queryable, userId: number) {
  return (await changes.findPendingMailChange(db, userId))?.newEmail ?? null
}

/**
 * Sends the mail to a new address again, in the transaction of the caller. Returns whether a change waits.
 * `countConfirmationMail` comes before.
 */
export async function sendMailChangeAgain({ mail }: Pick<Deps, 'mail'>, tx: Tx, { userId }: { userId: number }) {
  const pending = await changes.findPendingMailChange(tx, userId)
  if (!pending) return false
  await changes.forgetRejection(tx, pending)
  await mail.send(tx, { template: 'mailChange', userId, about: { changeId: pending.id } })
  return true
}

/** Stores that mails to an address come back, for the members who wait to confirm it (ACC-24). */
export async function rejectNewAddress({ clock }: Pick<Deps, 'clock'>, tx: Tx, { email }: { email: string }) {
  for (const userId of await changes.rejectPending(tx, { key: emailKey(email), at: clock.now() }))
    await emit(tx, changeRejected, { userId })
}

async function startMailChange(
  { clock, mail }: Pick<Deps, 'clock' | 'mail'>,
  tx: Tx,
  {
    userId,
    email,
    account,
    sessionHash,
  }: { userId: number; email: string; account: { email: string; confirmedAt: Date | null }; sessionHash: Buffer },
) {
  const now = clock.now()
  const recent = await changes.recentMailChanges(tx, { userId, since: new Date(now.getTime() - DAY) })
  if (isSameAsEmail({ name: await changes.findName(tx, userId), email }))
    throw fieldError('email', 'profiles.name_is_email')
  const wait = nextRequestIn({ recent, max: MAIL_CHANGES_PER_DAY, now })
  if (wait) throw new AppError('accounts.mail_limit', { params: wait })
  await changes.cancelMailChanges(tx, { userId, at: now })
  await deleteLinks(tx, { userId, purposes: ['mail_change'] })
  // A mistyped address may be a stranger's, who could confirm the account until now.
  if (!account.confirmedAt) await deleteLinks(tx, { userId, purposes: ['activation', 'reset'] })
  const id = newPublicId()
  await changes.insertMailChange(tx, {
    id,
    userId,
    oldEmail: account.email,
    oldEmailKey: account.confirmedAt ? emailKey(account.email) : null,
    newEmail: email,
    sessionHash,
    requestedAt: now,
  })
  const about = { changeId: id }
  await mail.send(tx, { template: 'mailChange', userId, about })
  if (account.confirmedAt) await mail.send(tx, { template: 'mailChangeNotice', userId, about })
}

/**
 * Checks the member's own password and returns the account. Wrong ones count as at the log-in.
 * @throws AppError `accounts.login_locked`; `accounts.password_wrong` at the field `password`
 */
async function checkOwnPassword(context: Deps, { viewer, password = '', ip, deviceHash }: MailChangeInput) {
  const { account, attempt } = await confirmPassword(context, { userId: viewer.userId, password, ip, deviceHash })
  await attempt.succeed()
  return account
}

/**
 * Completes a change by the link mailed to the new address. All sessions end except those of the browser that
 * requested it and the one that opens the link. Logs in only where the link replaces an activation.
 * @throws AppError `accounts.link_invalid`; `accounts.email_taken`: someone else has the address by now
 */
export async function completeMailChange(context: AppContext, tx: Tx, { link, viewer }: Opening): Promise<Opened> {
  const { userId, siteId } = link
  const change = link.mailChangeId ? await changes.lockMailChange(tx, link.mailChangeId) : undefined
  if (!change || change.completedAt || change.cancelledAt) throw invalid('mail_change')
  const at = context.clock.now()
  await claimEmail(tx, { userId, email: change.newEmail })
  await changes.completeMailChange(tx, { id: change.id, at })
  await deleteLinks(tx, { userId, purposes: ['activation', 'reset'] })
  await confirmAddress(context, tx, link)
  await emit(tx, emailChanged, { userId, siteId })
  const own = viewer?.userId === userId ? [viewer.sessionHash] : []
  await endSessions(tx, { userId, except: [change.sessionHash, ...own] })
  return { logsIn: !link.confirmedAt }
}

/**
 * Undoes a change and all later ones by the link that was mailed to the old address, and what may have been
 * done since by the person who requested it: a deletion, a passkey, codes. That person knew the password, so
 * it no longer works: all sessions end, and the owner chooses another one.
 * @throws AppError `accounts.link_invalid`
 */
export async function undoMailChange(context: AppContext, tx: Tx, { link }: Opening): Promise<Opened> {
  const { userId, siteId } = link
  const change = link.mailChangeId ? await changes.lockMailChange(tx, link.mailChangeId) : undefined
  if (!change || change.undoneAt) throw invalid('mail_change_undo')
  const at = context.clock.now()
  await claimEmail(tx, { userId, email: change.oldEmail })
  const since = change.requestedAt
  await changes.undoFrom(tx, { userId, since, at })
  if (link.deletedAt) await restoreAccount(context, tx, { userId })
  await memberPasskeys.deleteSince(tx, { ownerId: userId, since })
  await deleteSecondFactorSince(tx, { userId, since })
  await replacePassword(context, tx, { link, passwordHash: await hashPassword(newToken()) })
  await emit(tx, emailChanged, { userId, siteId })
  return { logsIn: false, resetToken: await createResetToken(context, tx, userId) }
}

/** @throws AppError `accounts.email_taken`, also when a concurrent sign-up or change claims the address */
async function claimEmail(tx: Tx, { userId, email }: { userId: number; email: string }) {
  const key = emailKey(email)
  try {
    await changes.saveEmail(tx, { userId, email, key })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('accounts.email_taken', { cause: error }) : error
  }
  if (await changes.isReserved(tx, { key, userId })) throw new AppError('accounts.email_taken')
}

function invalid(purpose: 'mail_change' | 'mail_change_undo') {
  return new AppError('accounts.link_invalid', { params: { purpose } })
}

/** How long a row is stored: while the change can be undone, and a day more for mails sent late. */
export const MAIL_CHANGE_STORED_MS = (MAIL_CHANGE_UNDO_DAYS + 1) * DAY
