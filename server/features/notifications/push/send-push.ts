import { z } from 'zod'
import { noticeKinds, type SkipReason } from '#contract/notifications/notice-kinds.ts'
import { PUSH_ATTEMPTS, PUSH_TTL_MS } from '#contract/limits.ts'
import { SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { dropSubscription } from '#server/features/accounts/notifications/push-subscriptions.ts'
import {
  findRecipients,
  noticeStates,
  type NoticeKey,
  type NoticeState,
  type Recipient,
} from '#server/features/notifications/current.ts'
import { pathOf, pushText, tagOf } from '#server/features/notifications/push-notice.ts'
import { quietUntil } from '#server/features/notifications/quiet-hours.ts'
import { skipReason } from '#server/features/notifications/rules.ts'
import type { Context } from '#server/platform/context.ts'
import { defineJob } from '#server/platform/jobs/jobs.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { topicOf, urgencyOf, type PushContent } from './push-content.ts'
import { countUnread, findBrowsers, findSubscription, saveNotPushed, savePushed } from './push-queries.ts'

/** What is sent to one browser: no text, which is made when it is sent. */
const Payload = z.object({
  userId: z.int(),
  /** SHA-256 of the browser's endpoint, in hexadecimal. */
  endpointHash: z.string(),
  kind: z.enum(noticeKinds),
  otherId: z.int(),
  seq: z.int(),
  /** From then on it is not worth showing. */
  expiresAt: z.iso.datetime(),
  attempt: z.int().positive(),
})
type Payload = z.output<typeof Payload>

/** Sends a notice to one browser. */
export const sendPush = defineJob('notifications.send_push', Payload, 'background')

/** The wait after the first attempt; it doubles with each further one. */
const FIRST_WAIT_MS = 30 * SECOND

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

export function pushJobs(context: AppContext) {
  context.jobs.handle(sendPush, async (payload) => {
    const { userId, kind, otherId, seq } = payload
    const key = { userId, kind, otherId, seq }
    const outcome = await send(context, payload)
    const at = context.clock.now()
    if (outcome === 'sent') await savePushed(context.db, { ...key, at })
    else if (outcome !== 'later') await saveNotPushed(context.db, { ...key, at, reason: outcome })
  })
}

/**
 * Sends a notice, if it is still due, with the text that is true then (NOTE-8). Returns what became of it.
 * After a crash it is sent again: the second one replaces the first on the screen.
 */
async function send(context: AppContext, payload: Payload): Promise<'sent' | 'later' | SkipReason> {
  const { db, clock, push, config } = context
  const { userId, endpointHash } = payload
  const leftMs = Date.parse(payload.expiresAt) - clock.now().getTime()
  if (leftMs <= 0) return 'expired'
  const subscription = await findSubscription(db, { userId, endpointHash })
  const current = await currentOf(context, payload)
  if (typeof current === 'string') return current
  const { settings } = context.sites.byId(current.recipient.siteId)
  // A site can turn push messages off while there are subscriptions.
  if (!subscription || settings.push_public_key === '') return 'no_subscription'
  // Of a former key: the browser subscribes with the present one when its member next opens a page.
  if (subscription.vapidKey !== push.publicKey) {
    await dropSubscription(db, endpointHash)
    return 'no_subscription'
  }
  const { state, recipient } = current
  // They may have begun since the first attempt.
  const quietEnd = quietUntil(clock.now(), { hours: recipient.quietHours, timeZone: recipient.timeZone })
  if (quietEnd) {
    // A little later, as the clock of the queue may be ahead.
    const runAt = new Date(quietEnd.getTime() + FIRST_WAIT_MS)
    await context.jobs.enqueue(db, sendPush, payload, { runAt })
    return 'later'
  }
  const tag = tagOf(state)
  const text = pushText(state, { recipient, site: settings.mail_name })
  const content: PushContent = { ...text, path: pathOf(state), tag, badge: await countUnread(db, userId) }
  const outcome = await push.send(subscription, {
    content,
    ttlSeconds: Math.ceil(leftMs / SECOND),
    urgency: urgencyOf(state.kind),
    topic: topicOf(config, { tag, endpointHash }),
  })
  if (outcome.type === 'later') return sendLater(context, { payload, afterMs: outcome.afterMs })
  if (outcome.type !== 'gone') return outcome.type
  await dropSubscription(db, endpointHash)
  return 'no_subscription'
}

/** Waits longer each time, and as long as the service asks for. */
async function sendLater(
  { jobs, db, clock, log }: AppContext,
  { payload, afterMs }: { payload: Payload; afterMs: number | null },
) {
  const { attempt } = payload
  if (attempt >= PUSH_ATTEMPTS) {
    log.warn('push message given up')
    return 'expired' as const
  }
  const waitMs = Math.max(afterMs ?? 0, FIRST_WAIT_MS * 2 ** (attempt - 1))
  const runAt = new Date(clock.now().getTime() + waitMs)
  await jobs.enqueue(db, sendPush, { ...payload, attempt: attempt + 1 }, { runAt })
  return 'later' as const
}

/** Returns what is true now of a notice and its recipient, or why it may not be sent any more. */
async function currentOf(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { userId, kind, otherId, seq }: Payload,
): Promise<{ state: NoticeState; recipient: Recipient } | SkipReason> {
  const now = clock.now()
  const [state] = await noticeStates(db, { keys: [{ userId, kind, otherId, seq }], repeatedSince: now })
  const recipient = (await findRecipients(db, { userIds: [userId], today: now })).get(userId)
  if (!recipient) return 'gone'
  if (!state) return 'hidden'
  return skipReason('push', { recipient, state }) ?? { state, recipient }
}
