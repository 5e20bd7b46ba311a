import { textLanguage } from '#contract/languages.ts'
import type { Email } from '#contract/emails.ts'
import { LOGIN_LOCK_MINUTES } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { emailSite, siteUrl } from '#server/features/settings/views.ts'
import { lockRecipient } from './mail-queries.ts'

/**
 * Builds the mail about a lock when it is sent (ACC-15). There is none for an address without an active account, for which
 * it is requested as well. It links to the log-in, which a known device can use at once, and to
 * the reset of the password, which ends the lock.
 */
export async function buildLoginLock(
  { config, transaction, sites }: Pick<AppContext, 'config' | 'transaction' | 'sites'>,
  { userId }: { userId: number },
): Promise<Email | null> {
  const recipient = await transaction((tx) => lockRecipient(tx, userId))
  if (!recipient) return null
  const site = sites.byId(recipient.siteId)
  return {
    template: 'loginLock',
    to: recipient.email,
    language: textLanguage(recipient.language),
    site: emailSite({ config }, site),
    props: {
      name: recipient.name,
      minutes: LOGIN_LOCK_MINUTES,
      url: `${siteUrl({ config }, site)}/login`,
      resetUrl: `${siteUrl({ config }, site)}/reset-password`,
    },
  }
}
