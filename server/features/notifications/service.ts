import { mailsResumed } from '#server/features/accounts/events.ts'
import { removeStopReason } from '#server/features/accounts/notifications/notifications.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/platform/postgres/db.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { addressHash } from './mails/addresses.ts'
import { findEmail, saveAddress } from './reports/report-queries.ts'

/**
 * Forgets that a member reported a mail as spam, who asks for mails now (NOTE-14). Returns false if there is
 * no such report.
 */
export async function liftComplaint({ config }: Pick<AppContext, 'config'>, tx: Tx, { userId }: { userId: number }) {
  const email = await findEmail(tx, userId)
  if (email !== undefined) await saveAddress(tx, addressHash(config, email), { complainedAt: null })
  const isRemoved = await removeStopReason(tx, { userId, reason: 'fbl' })
  if (isRemoved) await emit(tx, mailsResumed, { userId })
  return isRemoved
}
