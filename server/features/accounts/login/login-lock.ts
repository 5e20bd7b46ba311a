import type { Email } from '#contract/emails.ts'
import { LOGIN_LOCK_MINUTES } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import type { EmailRequest } from '#server/platform/mail/mail.ts'
import { lockRecipient } from '#server/features/accounts/email/mail-queries.ts'

/**
 * Builds the mail about a lock when it is sent (ACC-15). There is none for an address that is not confirmed
 * or has no active account, for which it is requested as well. It links to the log-in, which a known device
 * can use at once, and to the reset of the password, which ends the lock.
 */
export async function buildLoginLock(
  context: Pick<AppContext, 'config' | 'transaction' | 'sites'>,
  { userId, about }: EmailRequest,
): Promise<Email | null> {
  const recipient = await context.transaction((tx) => lockRecipient(tx, userId, { onlyConfirmed: true }))
  if (!recipient) return null
  const envelope = mailEnvelope(context, recipient)
  return {
    template: 'loginLock',
    ...envelope,
    props: {
      name: recipient.name,
      wrong: about['wrong'] === 'code' ? 'code' : 'password',
      minutes: LOGIN_LOCK_MINUTES,
      url: `${envelope.site.url}/login`,
      resetUrl: `${envelope.site.url}/reset-password`,
    },
  }
}
