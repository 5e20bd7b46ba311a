import type { CountryCode } from '#contract/countries.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { isEnabled, isOpen, nameInMail } from '#server/features/accounts/fragments.ts'

interface MailRequest {
  userId: number
  template: 'activation' | 'addressTaken' | 'deletion'
}

export async function insertMailRequest(tx: Tx, request: MailRequest & { requestedAt: Date }) {
  await tx.insertInto('mailRequests').values(request).execute()
}

/** Returns the times of the requests since then, oldest first. */
export async function recentMailRequests(tx: Tx, { userId, template, since }: MailRequest & { since: Date }) {
  const rows = await tx
    .selectFrom('mailRequests')
    .select('requestedAt')
    .where('userId', '=', userId)
    .where('template', '=', template)
    .where('requestedAt', '>', since)
    .orderBy('requestedAt')
    .execute()
  return rows.map(({ requestedAt }) => requestedAt)
}

/**
 * Returns the data of a mail to a member, and prevents the account's deletion until the transaction ends;
 * undefined when it is disabled or deleted. `withDeleted`: also if its member deleted it. `onlyConfirmed`:
 * undefined while the address is unconfirmed, for a mail that could go to a stranger (ACC-4).
 */
export function lockRecipient(tx: Tx, userId: number, { withDeleted = false, onlyConfirmed = false } = {}) {
  return tx
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['users.siteId', 'users.email', 'users.language', 'profiles.country'])
    .select(nameInMail().as('name'))
    .where('users.id', '=', userId)
    .where(withDeleted ? isEnabled() : isOpen())
    .$if(onlyConfirmed, (query) => query.where('users.confirmedAt', 'is not', null))
    .$narrowType<{ country: CountryCode }>()
    .forKeyShare('users')
    .executeTakeFirst()
}
