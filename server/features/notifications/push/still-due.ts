import { findRecipients, noticeStates, type NoticeKey } from '#server/features/notifications/current.ts'
import { skipReason } from '#server/features/notifications/rules.ts'
import type { Context } from '#server/platform/context.ts'

/** Whether a push message may still be sent: not seen, blocked, paused, erased or switched off meanwhile. */
export async function isStillDue({ db, clock }: Pick<Context, 'db' | 'clock'>, key: NoticeKey) {
  const now = clock.now()
  const [state] = await noticeStates(db, { keys: [key], repeatedSince: now })
  const recipient = (await findRecipients(db, { userIds: [key.userId], today: now })).get(key.userId)
  return recipient !== undefined && state !== undefined && skipReason('push', { recipient, state }) === null
}
