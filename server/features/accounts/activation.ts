import type { Email } from '#contract/emails.ts'
import type { Language } from '#contract/languages.ts'
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
import { linkState } from './rules.ts'
import { startSession } from './service.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'mail' | 'sites'>

interface Recipient {
  userId: number
  siteId: number
  email: string
  name: string
  language: Language
}

/** Creates a link that confirms the email address and mails it, in the transaction of the caller (ACC-4). */
export async function sendActivation({ config, clock, mail, sites }: Deps, tx: Tx, recipient: Recipient) {
  const { userId, siteId, email, name, language } = recipient
  const site = sites.byId(siteId)
  const token = newToken()
  const now = clock.now()
  await queries.insertLink(tx, {
    tokenHash: hashToken(token),
    userId,
    purpose: 'activation',
    createdAt: now,
    expiresAt: new Date(now.getTime() + ACTIVATION_LINK_MS),
  })
  await mail.send(tx, {
    template: 'activation',
    to: email,
    language,
    site: emailSite({ config }, site),
    props: { name, url: `${siteUrl({ config }, site)}/${token}` },
  } satisfies Email)
}

/**
 * Sends the activation mail again, unless the member is confirmed already; earlier links stay valid. Returns the address.
 * @throws AppError `request.too_many` with `{seconds}`: too many mails within a day (ACC-6)
 */
export async function resendActivation(
  context: Deps & Pick<AppContext, 'transaction'>,
  { viewer: { userId, language } }: { viewer: Viewer },
) {
  return context.transaction(async (tx) => {
    const { confirmedAt, ...recipient } = await queries.lockForMail(tx, userId)
    if (confirmedAt) return recipient.email
    const since = new Date(context.clock.now().getTime() - DAY)
    const sent = await queries.countLinks(tx, { userId, since })
    if (sent >= ACTIVATION_MAILS_PER_DAY) throw new AppError('request.too_many', { params: { seconds: DAY / SECOND } })
    await sendActivation(context, tx, { userId, language, ...recipient })
    return recipient.email
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
