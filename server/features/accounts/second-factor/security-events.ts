import { z } from 'zod'
import type { Email, SecurityNotice } from '#contract/emails.ts'
import type { AppContext } from '#server/context.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import { lockRecipient } from '#server/features/accounts/email/mail-queries.ts'
import { mailLocale } from '#server/features/accounts/rules.ts'
import { findSecurityEvent, insertSecurityEvent } from './security-event-queries.ts'
import type { Device } from '#server/features/accounts/login/user-agent.ts'

export const securityNotices = [
  'passwordChanged',
  'newDevice',
  'secondFactorOn',
  'secondFactorOff',
  'passkeyAdded',
] as const satisfies SecurityNotice[]

/** Records what happened to the security of an account, and mails its owner (ACC-20). */
export async function recordSecurityEvent(
  { clock, mail }: Pick<Context, 'clock' | 'mail'>,
  tx: Tx,
  { userId, kind, device }: { userId: number; kind: SecurityNotice; device: Device },
) {
  const id = await insertSecurityEvent(tx, { userId, kind, ...device, happenedAt: clock.now() })
  await mail.send(tx, { template: kind, userId, about: { eventId: id } })
}

const About = z.object({ eventId: z.uuid() })

/** Builds the mail about an event when it is sent: none for an inactive or unconfirmed account. */
export async function buildSecurityNotice(
  context: Pick<AppContext, 'config' | 'transaction' | 'sites'>,
  { template, userId, about }: { template: SecurityNotice; userId: number; about: Record<string, string> },
): Promise<Email | null> {
  const { eventId } = About.parse(about)
  return context.transaction(async (tx) => {
    const recipient = await lockRecipient(tx, userId, { onlyConfirmed: true })
    const event = await findSecurityEvent(tx, { id: eventId, userId })
    if (!recipient || !event) return null
    const envelope = mailEnvelope(context, recipient)
    // The sessions of the owner have ended, and the former password opens no other one.
    const path = template === 'passwordChanged' ? '/reset-password' : '/notifications/account#security'
    return {
      template,
      ...envelope,
      props: {
        name: recipient.name,
        at: event.happenedAt.toISOString(),
        browser: event.browser,
        system: event.system,
        url: envelope.site.url + path,
        locale: mailLocale(recipient),
      },
    }
  })
}
