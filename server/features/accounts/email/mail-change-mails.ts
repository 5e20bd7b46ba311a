import type { Email } from '#contract/emails.ts'
import { ADDRESS_TAKEN_MAILS_PER_DAY, MAIL_CHANGE_LINK_HOURS, MAIL_CHANGE_UNDO_DAYS } from '#contract/limits.ts'
import { DAY, HOUR } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { createLink } from './links.ts'
import * as changes from './mail-change-queries.ts'
import { insertMailRequest, lockRecipient, recentMailRequests } from './mail-queries.ts'
import { findLogin } from '#server/features/accounts/queries.ts'
import { emailKey } from '#server/features/accounts/rules.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'transaction' | 'sites' | 'mail'>

/**
 * Builds the mail to the new address. When the address has an account by now, or always had one and the site
 * hides that, its owner gets another mail instead.
 */
export async function buildMailChange(context: Deps, { userId, about }: EmailRequest): Promise<Email | null> {
  return context.transaction(async (tx) => {
    const pending = await findRequest(tx, { userId, about })
    if (!pending || pending.change.completedAt || pending.change.cancelledAt) return null
    const { change, recipient } = pending
    const owner = await findLogin(tx, emailKey(change.newEmail))
    if (owner) {
      await reportTakenAddress(context, tx, { ownerId: owner.id })
      return null
    }
    const envelope = mailEnvelope(context, { ...recipient, email: change.newEmail })
    const lifetimeMs = MAIL_CHANGE_LINK_HOURS * HOUR
    const token = await createLink(context, tx, {
      userId,
      purpose: 'mail_change',
      lifetimeMs,
      mailChangeId: change.id,
    })
    return {
      template: 'mailChange',
      ...envelope,
      props: { hours: MAIL_CHANGE_LINK_HOURS, url: `${envelope.site.url}/${token}` },
    }
  })
}

/** Builds the notice to the old address, which can undo the change and a later deletion for some days. */
export async function buildMailChangeNotice(context: Deps, { userId, about }: EmailRequest): Promise<Email | null> {
  return context.transaction(async (tx) => {
    const pending = await findRequest(tx, { userId, about }, { withDeleted: true })
    if (!pending || pending.change.undoneAt) return null
    const { change, recipient } = pending
    const envelope = mailEnvelope(context, { ...recipient, email: change.oldEmail })
    const token = await createLink(context, tx, {
      userId,
      purpose: 'mail_change_undo',
      lifetimeMs: MAIL_CHANGE_UNDO_DAYS * DAY,
      mailChangeId: change.id,
    })
    return {
      template: 'mailChangeNotice',
      ...envelope,
      props: {
        name: recipient.name,
        newEmail: change.newEmail,
        days: MAIL_CHANGE_UNDO_DAYS,
        url: `${envelope.site.url}/${token}`,
      },
    }
  })
}

/** Requests the mail to the owner of an address that someone entered, a few times a day at most. */
export async function reportTakenAddress(
  { clock, mail }: Pick<AppContext, 'clock' | 'mail'>,
  tx: Tx,
  { ownerId: userId }: { ownerId: number },
) {
  await mail.send(tx, { template: 'addressTaken', userId, about: { requestedAt: clock.now().toISOString() } })
}

/** Builds that mail. */
export async function buildAddressTaken(context: Deps, { userId }: { userId: number }): Promise<Email | null> {
  const { clock, transaction } = context
  return transaction(async (tx) => {
    const recipient = await lockRecipient(tx, userId)
    if (!recipient) return null
    const now = clock.now()
    const request = { userId, template: 'addressTaken' } as const
    const sent = await recentMailRequests(tx, { ...request, since: new Date(now.getTime() - DAY) })
    if (sent.length >= ADDRESS_TAKEN_MAILS_PER_DAY) return null
    await insertMailRequest(tx, { ...request, requestedAt: now })
    const envelope = mailEnvelope(context, recipient)
    return {
      template: 'addressTaken',
      ...envelope,
      props: {
        name: recipient.name,
        loginUrl: `${envelope.site.url}/login`,
        resetUrl: `${envelope.site.url}/reset-password`,
      },
    }
  })
}

async function findRequest(
  tx: Tx,
  { userId, about }: Pick<EmailRequest, 'userId' | 'about'>,
  options = { withDeleted: false },
) {
  const recipient = await lockRecipient(tx, userId, options)
  const change = await changes.lockMailChange(tx, about['changeId'] ?? '')
  return recipient && change?.userId === userId ? { recipient, change } : null
}
