import { RESET_LINK_HOURS, RESET_MAILS_PER_DAY } from '#contract/limits.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { Email } from '#contract/emails.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { Site } from '#server/features/settings/service.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { confirmAddress } from '#server/features/accounts/email/activation.ts'
import { clearLock } from '#server/features/accounts/login/attempts.ts'
import { buildDeletion } from '#server/features/accounts/deletion/deletion.ts'
import { deleteDevices } from '#server/features/accounts/login/device-queries.ts'
import { table } from '#server/features/accounts/login/failure-counter.ts'
import { keyedHash } from '#server/features/accounts/keyed-hash.ts'
import {
  deleteLinks,
  lockLink,
  markUsed,
  peekLink,
  type LinkRow,
} from '#server/features/accounts/email/link-queries.ts'
import { createLink } from '#server/features/accounts/email/links.ts'
import { isBeingCorrected, withdrawStarted } from '#server/features/accounts/email/mail-change-queries.ts'
import { isGuessable } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { lockRecipient } from '#server/features/accounts/email/mail-queries.ts'
import { findLogin, savePassword } from '#server/features/accounts/queries.ts'
import { emailKey, linkState } from '#server/features/accounts/rules.ts'
import { secondFactorOf } from '#server/features/accounts/second-factor/second-factor.ts'
import { endSessions, startSession } from '#server/features/accounts/service.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'

/**
 * Mails a link with which the owner of an address can choose another password (ACC-12). Where the site hides
 * accounts, every address gets the same reply after the same work; a mail to no one is dropped when built. A
 * deleted account gets the link that restores it: its member may have lost mail and password.
 * @throws AppError `accounts.reset_limit`; `accounts.email_not_found` unless the site hides accounts
 */
export async function requestReset(
  context: Pick<AppContext, 'config' | 'db' | 'limiters' | 'mail'>,
  { site, email }: { site: Site; email: string },
) {
  const { db, mail } = context
  // Counted before the address is looked up, so that the limit is the same for addresses without an account.
  await countReset(context, { email })
  const account = await findLogin(db, emailKey(email))
  const isOpen = account !== undefined && !account.disabledAt
  if (!isOpen && !site.settings.hide_account_existence) throw fieldError('email', 'accounts.email_not_found')
  await mail.send(db, { template: 'passwordReset', userId: isOpen ? account.id : 0 })
}

/**
 * Counts a mail with a link to choose another password.
 * @throws AppError `accounts.reset_limit` with `{seconds}`
 */
export async function countReset(context: Pick<AppContext, 'config' | 'limiters'>, { email }: { email: string }) {
  const requests = context.limiters.of({ name: 'reset', table, points: RESET_MAILS_PER_DAY, durationMs: DAY })
  const { consumedPoints, msBeforeNext } = await requests.penalty(keyedHash(context, `reset:${emailKey(email)}`))
  if (consumedPoints > RESET_MAILS_PER_DAY)
    throw new AppError('accounts.reset_limit', { params: { seconds: Math.ceil(msBeforeNext / 1000) } })
}

/**
 * Builds the mail with the link to choose another password, or about the account's deletion (ACC-12). An
 * address that is being corrected gets none: a stranger may own it, and must not get in (ACC-24).
 */
export async function buildReset(
  context: Pick<AppContext, 'config' | 'clock' | 'transaction' | 'sites'>,
  { userId }: { userId: number },
): Promise<Email | null> {
  const reset = await context.transaction(async (tx): Promise<Email | null> => {
    const recipient = await lockRecipient(tx, userId)
    if (!recipient || (await isBeingCorrected(tx, userId))) return null
    const envelope = mailEnvelope(context, recipient)
    const token = await createResetToken(context, tx, userId)
    return {
      template: 'passwordReset',
      ...envelope,
      props: { name: recipient.name, hours: RESET_LINK_HOURS, url: `${envelope.site.url}/${token}` },
    }
  })
  return reset ?? buildDeletion(context, { userId })
}

/** Returns a new token with which the member can choose another password. */
export function createResetToken({ clock }: Pick<AppContext, 'clock'>, tx: Tx, userId: number) {
  return createLink({ clock }, tx, { userId, purpose: 'reset', lifetimeMs: RESET_LINK_HOURS * HOUR })
}

type Deps = Pick<AppContext, 'config' | 'db' | 'transaction' | 'clock' | 'limiters' | 'mail' | 'sites'>

/**
 * Uses a link of `requestReset`: sets the password, ends all sessions and their sockets, and withdraws what
 * the old password may have started. The opened mail confirms the address. Returns the owner and the token of
 * a new session, or null for a member with a second factor, which a link alone does not pass.
 * @throws AppError `accounts.link_invalid`; `accounts.password_too_common` at the field `password`
 */
export async function resetPassword(
  context: Deps,
  { token, password, device }: { token: string; password: string; device: Device },
) {
  const { transaction, clock, mail, sites } = context
  const tokenHash = hashToken(token)
  // Checked before the password is hashed, which is slow.
  const { email, name, siteId } = await peekLink(context.db, tokenHash).then((link) => assertFresh(link, clock.now()))
  const personalTexts = [name, email, sites.byId(siteId).settings.name]
  if (await isGuessable(password, { personalTexts })) throw fieldError('password', 'accounts.password_too_common')
  const passwordHash = await hashPassword(password)
  const session = await transaction(async (tx) => {
    const link = assertFresh(await lockLink(tx, tokenHash), clock.now())
    const { userId } = link
    await markUsed(tx, { tokenHash, at: clock.now() })
    await replacePassword(context, tx, { link, passwordHash })
    await confirmAddress(context, tx, link)
    await mail.send(tx, { template: 'resetDone', userId })
    const startsSession = !(await secondFactorOf(tx, userId))
    return { userId, sessionToken: startsSession ? await startSession(context, tx, userId, device) : null }
  })
  await clearLock(context, { email })
  return session
}

/** Sets the password and ends what the old one started: sessions, devices, links, a change of address. */
export async function replacePassword(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Tx,
  { link: { userId }, passwordHash }: { link: Pick<LinkRow, 'userId'>; passwordHash: string },
) {
  await savePassword(tx, { userId, passwordHash })
  await withdrawStarted(tx, { userId, at: clock.now() })
  await deleteLinks(tx, { userId, purposes: ['activation'] })
  await deleteDevices(tx, userId)
  await endSessions(tx, { userId, except: [] })
}

/** @throws AppError `accounts.link_invalid` */
function assertFresh<Link extends Pick<LinkRow, 'expiresAt' | 'usedAt' | 'purpose' | 'deletedAt'>>(
  link: Link | undefined,
  now: Date,
) {
  if (link?.purpose !== 'reset' || link.deletedAt || linkState(link, now) !== 'fresh')
    throw new AppError('accounts.link_invalid', { params: { purpose: 'reset' } })
  return link
}
