import { z } from 'zod'
import { noticeKinds } from '#contract/notifications/notice-kinds.ts'
import { PUSH_ATTEMPTS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { dropSubscription } from '#server/features/accounts/notifications/push-subscriptions.ts'
import { findRecipients, noticeStates, type NoticeKey } from '#server/features/notifications/current.ts'
import { skipReason } from '#server/features/notifications/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import { topicOf, urgencyOf, type PushContent } from './push-content.ts'
import { countUnread, findSubscription } from './push-queries.ts'

const Payload = z.object({
  userId: z.int(),
  /** SHA-256 of the browser's endpoint, in hexadecimal. */
  endpointHash: z.string(),
  kind: z.enum(noticeKinds),
  otherId: z.int(),
  seq: z.int(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  tag: z.string(),
  /** From then on it is not worth showing. */
  expiresAt: z.iso.datetime(),
  attempt: z.int().positive(),
})
type Payload = z.output<typeof Payload>

/** Sends a notice to one browser. */
export const sendPush = defineJob('notifications.send_push', Payload, 'background')

/** The wait after the first attempt; it doubles with each further one. */
const FIRST_WAIT_MS = 30 * SECOND

export function pushJobs(context: AppContext) {
  context.jobs.handle(sendPush, (payload) => send(context, payload))
}

/**
 * Sends a notice, if it is still due (NOTE-8). After a crash it is sent again: the second one replaces the
 * first on the screen.
 */
async function send(context: AppContext, payload: Payload) {
  const { db, clock, push, config } = context
  const { userId, endpointHash, kind, title, body, path, tag } = payload
  const leftMs = Date.parse(payload.expiresAt) - clock.now().getTime()
  if (leftMs <= 0) return
  const subscription = await findSubscription(db, { userId, endpointHash })
  if (!subscription || !(await isStillDue(context, payload))) return
  // Of a former key: the browser subscribes with the present one when its member next opens a page.
  if (subscription.vapidKey !== push.publicKey) return dropSubscription(db, endpointHash)
  const content: PushContent = { title, body, path, tag, badge: await countUnread(db, userId) }
  const outcome = await push.send(subscription, {
    content,
    ttlSeconds: Math.ceil(leftMs / SECOND),
    urgency: urgencyOf(kind),
    topic: topicOf(config, { tag, endpointHash }),
  })
  if (outcome.type === 'gone') await dropSubscription(db, endpointHash)
  if (outcome.type === 'later') await sendLater(context, { payload, afterMs: outcome.afterMs })
}

/** Waits longer each time, and as long as the service asks for. */
async function sendLater(
  { jobs, db, clock, log }: AppContext,
  { payload, afterMs }: { payload: Payload; afterMs: number | null },
) {
  const { attempt } = payload
  if (attempt >= PUSH_ATTEMPTS) return log.warn('push message given up')
  const waitMs = Math.max(afterMs ?? 0, FIRST_WAIT_MS * 2 ** (attempt - 1))
  const runAt = new Date(clock.now().getTime() + waitMs)
  await jobs.enqueue(db, sendPush, { ...payload, attempt: attempt + 1 }, { runAt })
}

/** Whether a push message may still be sent: not seen, blocked, paused, erased or switched off meanwhile. */
async function isStillDue({ db, clock }: Pick<Context, 'db' | 'clock'>, key: NoticeKey) {
  const now = clock.now()
  const [state] = await noticeStates(db, { keys: [key], repeatedSince: now })
  const recipient = (await findRecipients(db, { userIds: [key.userId], today: now })).get(key.userId)
  return recipient !== undefined && state !== undefined && skipReason('push', { recipient, state }) === null
}
