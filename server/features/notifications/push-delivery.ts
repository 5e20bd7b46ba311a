import { PUSH_TTL_MS } from '#contract/limits.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { NoticeKey } from './current.ts'
import { findBrowsers } from './push/push-queries.ts'
import { sendPush } from './push/send-push.ts'

/**
 * Queues a push message to the browsers of a member, in the transaction `db` that logs it: called once for a
 * notice. Returns to how many.
 */
export async function deliverPush(
  { db, jobs, clock }: { db: Tx; jobs: Context['jobs']; clock: Context['clock'] },
  { userId, kind, otherId, seq }: NoticeKey,
) {
  const browsers = await findBrowsers(db, userId)
  const expiresAt = new Date(clock.now().getTime() + PUSH_TTL_MS).toISOString()
  const notice = { userId, kind, otherId, seq, expiresAt, attempt: 1 }
  for (const endpointHash of browsers) await jobs.enqueue(db, sendPush, { ...notice, endpointHash })
  return browsers.length
}
