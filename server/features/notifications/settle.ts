import { CONVERSATION_MAIL_MS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { isOnline } from '#server/features/profiles/rules.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findRecipients, noticeStates, type NoticeState, type Recipient } from './current.ts'
import { settleMails } from './mails/settle-mails.ts'
import { saveNotPushed } from './push/push-queries.ts'
import { deliverPush } from './push/send-push.ts'
import * as queries from './queries.ts'
import { quietUntil } from './quiet-hours.ts'
import { hasEnough, waitingReason } from './rules.ts'

export type SettleDeps = Pick<AppContext, 'transaction' | 'clock' | 'jobs' | 'sites' | 'config'>

type Waiting = Awaited<ReturnType<typeof queries.waitingNotices>>[number] & { kind: NoticeState['kind'] }

/** A notice, its recipient and its time. */
interface Settling {
  now: Date
  recipient: Recipient
  waiting: Waiting
  state: NoticeState | undefined
}

/**
 * Decides about the due notices of members: each is sent, skipped with its reason, or postponed (NOTE-3). In
 * one transaction, so each is decided once, on whatever node.
 */
export async function settleMembers(context: SettleDeps, userIds: readonly number[]) {
  const { transaction, clock } = context
  const now = clock.now()
  await transaction(async (tx) => {
    await queries.lockMembers(tx, { userIds, now })
    const waiting = (await queries.waitingNotices(tx, userIds)) as Waiting[]
    if (waiting.length === 0) return
    const recipients = await findRecipients(tx, { userIds, today: new Date(now.getTime() - DAY) })
    const repeatedSince = new Date(now.getTime() - CONVERSATION_MAIL_MS)
    const states = new Map(
      (await noticeStates(tx, { keys: waiting, repeatedSince })).map((state) => [keyOf(state), state]),
    )
    const skipped: queries.NewEntry[] = []
    for (const [userId, notices] of Map.groupBy(waiting, (notice) => notice.userId)) {
      const recipient = recipients.get(userId)
      if (!recipient) continue
      const settlings = notices.map((each): Settling => ({
        now,
        recipient,
        waiting: each,
        state: states.get(keyOf(each)),
      }))
      for (const settling of settlings) {
        const entry = await settlePush(context, tx, settling)
        if (entry) skipped.push(entry)
      }
      await settleMails(context, tx, { now, recipient, notices: settlings })
    }
    await queries.insertEntries(tx, skipped)
    await queries.saveDue(tx, waiting)
  })
}

function keyOf({ userId, kind, otherId }: Pick<NoticeState, 'userId' | 'kind' | 'otherId'>) {
  return `${userId} ${kind} ${otherId}`
}

/** Decides whether a notice is pushed. Sets its `pushAt`. Returns the entry of the log if it is not. */
async function settlePush(context: SettleDeps, tx: Tx, settling: Settling): Promise<queries.NewEntry | null> {
  const { now, recipient, waiting, state } = settling
  if (waiting.pushAt === null || waiting.pushAt > now) return null
  const postponed = quietUntil(now, { hours: recipient.quietHours, timeZone: recipient.timeZone })
  const { userId, kind, otherId, seq, happenedAt } = waiting
  const reason =
    waitingReason('push', { now, recipient, happenedAt, state }) ??
    (hasEnough('push', recipient) ? 'daily_limit' : null)
  if (postponed && !reason) {
    waiting.pushAt = postponed
    return null
  }
  waiting.pushAt = null
  // The pages of who came back meanwhile show it.
  if (recipient.lastActiveAt && isOnline(recipient.lastActiveAt, now)) return null
  const isOffered = context.sites.byId(recipient.siteId).settings.push_public_key !== ''
  const skipped = reason ?? (isOffered && recipient.isSubscribed ? null : 'no_subscription')
  const id = newId(context.clock)
  if (skipped) return { id, userId, kind, otherId, seq, channel: 'push', reason: skipped, mailId: null, decidedAt: now }
  if (state && (await push(context, tx, state))) recipient.pushes += 1
  return null
}

/** Queues a push message, and logs it. A notice that was pushed before is not pushed again. */
async function push(context: SettleDeps, tx: Tx, { userId, kind, otherId, seq }: NoticeState) {
  const { clock, jobs } = context
  const notice = { userId, kind, otherId, seq }
  const entry = { ...notice, id: newId(clock), channel: 'push' as const, mailId: null, decidedAt: clock.now() }
  if (!(await queries.insertEntry(tx, { ...entry, reason: null }))) return false
  if ((await deliverPush({ db: tx, jobs, clock }, notice)) > 0) return true
  // The browser was removed meanwhile.
  await saveNotPushed(tx, { ...notice, at: entry.decidedAt, reason: 'no_subscription' })
  return false
}
