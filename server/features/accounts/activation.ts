import type { Email } from '#contract/emails.ts'
import { ACTIVATION_LINK_MS, ACTIVATION_MAILS_PER_DAY } from '#contract/limits.ts'
import { emailSite, siteUrl } from '#server/features/settings/views.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from './views.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { DAY, SECOND } from '#contract/time.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { accountConfirmed } from './events.ts'
import * as queries from './queries.ts'
import { linkState, toLanguage } from './rules.ts'
import { startSession } from './service.ts'

type Deps = Pick<AppContext, 'clock' | 'mail'>

/** Requests the mail with the link that confirms the address, in the transaction of the caller (ACC-4). */
export async function sendActivation({ clock, mail }: Deps, tx: Tx, { userId }: { userId: number }) {
  await queries.insertMailRequest(tx, { userId, template: 'activation', requestedAt: clock.now() })
  await mail.send(tx, { template: 'activation', userId })
}

/**
 * Requests the activation mail again, unless the member is confirmed already; earlier links stay valid. Returns the
 * address.
 * @throws AppError `request.too_many` with `{seconds}`: too many mails within a day (ACC-6)
 */
export async function resendActivation(
  context: Deps & Pick<AppContext, 'transaction'>,
  { viewer: { userId } }: { viewer: Viewer },
) {
  return context.transaction(async (tx) => {
    const { confirmedAt, email } = await queries.lockForRequest(tx, userId)
    if (confirmedAt) return email
    const since = new Date(context.clock.now().getTime() - DAY)
    const requested = await queries.countMailRequests(tx, { userId, template: 'activation', since })
    if (requested >= ACTIVATION_MAILS_PER_DAY)
      throw new AppError('request.too_many', { params: { seconds: DAY / SECOND } })
    await sendActivation(context, tx, { userId })
    return email
  })
}

/**
 * Builds an activation mail when it is sent. Its link is created here, so that the token exists in the mail only: the
 * queue does not contain it and the database contains its hash. Each attempt to send creates another link, and the
 * earlier ones stay valid, because an earlier attempt may have reached the member.
 */
export async function buildActivation(
  { config, clock, transaction, sites }: Pick<AppContext, 'config' | 'clock' | 'transaction' | 'sites'>,
  { userId }: { userId: number },
): Promise<Email | null> {
  return transaction(async (tx) => {
    const recipient = await queries.lockRecipient(tx, userId)
    if (!recipient) return null
    const site = sites.byId(recipient.siteId)
    const token = newToken()
    const now = clock.now()
    await queries.insertLink(tx, {
      tokenHash: hashToken(token),
      userId,
      purpose: 'activation',
      createdAt: now,
      expiresAt: new Date(now.getTime() + ACTIVATION_LINK_MS),
    })
    return {
      template: 'activation',
      to: recipient.email,
      language: toLanguage(recipient.language),
      site: emailSite({ config }, site),
      props: { name: recipient.name, url: `${siteUrl({ config }, site)}/${token}` },
    }
  })
}

/**
 * Opens the one-time link of a mail: confirms the account, and starts a session unless the browser has one. A used link
 * does nothing and is no error, because mail programs open links before the member does.
 * Returns the token of the new session, or null.
 * @throws AppError `accounts.link_invalid`: unknown, expired, or the account is disabled or deleted
 */
export async function openLink(
  { transaction, clock }: Pick<AppContext, 'transaction' | 'clock'>,
  { token, viewer }: { token: string; viewer: Viewer | null },
) {
  const tokenHash = hashToken(token)
  const now = clock.now()
  return transaction(async (tx) => {
    const link = await queries.lockLink(tx, tokenHash)
    const state = linkState(link, now)
    if (!link || state === 'invalid') throw new AppError('accounts.link_invalid')
    if (state === 'used') return { sessionToken: null }
    await queries.markUsed(tx, { tokenHash, at: now })
    const { userId, siteId, confirmedAt } = link
    if (!confirmedAt) {
      await queries.confirmUser(tx, { userId, at: now })
      await emit(tx, accountConfirmed, { userId, siteId })
    }
    return { sessionToken: viewer ? null : await startSession({ clock }, tx, userId) }
  })
}
