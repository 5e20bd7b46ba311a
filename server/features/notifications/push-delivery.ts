import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { PushNotice } from './push-notice.ts'

/**
 * Queues a push message to the browsers of a member, in the transaction `db` that logs it: called once for a
 * notice. Returns whether there is a browser to send it to.
 */
export async function deliverPush(
  { db }: { db: Tx; jobs: Context['jobs']; clock: Context['clock'] },
  { userId }: PushNotice,
): Promise<'queued' | 'no_subscription'> {
  await db.selectFrom('pushSubscriptions').select('endpointHash').where('userId', '=', userId).execute()
  // ○ No push service is called yet, so nothing may be logged as sent.
  return 'no_subscription'
}
