import type { Email } from '#contract/emails.ts'
import type { AppContext } from '#server/context.ts'
import { mailEnvelope } from '#server/features/settings/views.ts'
import { lockRecipient } from './mail-queries.ts'

interface Notice {
  userId: number
  /** `restored`: the account is as before its deletion. `resetDone`: a link has changed the password. */
  template: 'restored' | 'resetDone'
  /** Of the page that the mail links to. */
  path: string
}

/** Builds a mail that reports a change of an account, when it is sent. */
export async function buildAccountNotice(
  context: Pick<AppContext, 'config' | 'transaction' | 'sites'>,
  { userId, template, path }: Notice,
): Promise<Email | null> {
  const recipient = await context.transaction((tx) => lockRecipient(tx, userId))
  if (!recipient) return null
  const envelope = mailEnvelope(context, recipient)
  return { template, ...envelope, props: { name: recipient.name, url: envelope.site.url + path } }
}
