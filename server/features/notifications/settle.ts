import { CONVERSATION_MAIL_MS } from '#contract/limits.ts'
import { DAY } from '#contract/time.ts'
import { isOnline } from '#server/features/profiles/rules.ts'
import type { AppContext } from '#server/context.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findRecipients, noticeStates, type NoticeState, type Recipient } from './current.ts'
import { deliverPush } from './push-delivery.ts'
import { settleMails } from './mails/settle-mails.ts'
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
 * Decides about the due notices of a member: each is sent, skipped with its reason, or postponed (NOTE-3). In
 * one transaction, so each is decided once, on whatever node.
 */
export async function settleMember(context: SettleDeps, userId: number) {
  const { transaction, clock } = context
  const now = clock.now()
  await transaction(async (tx) => {
    await queries.insertMember(tx, { userId, digestAt: now, reminderAt: now })
    await queries.lockMember(tx, userId)
    const waiting = (await queries.waitingNotices(tx, userId)) as Waiting[]
    const recipient = (await findRecipients(tx, { userIds: [userId], today: new Date(now.getTime() - DAY) })).get(
      userId,
    )
    if (waiting.length === 0 || !recipient) return
    const repeatedSince = new Date(now.getTime() - CONVERSATION_MAIL_MS)
    const states = await noticeStates(tx, { keys: waiting, repeatedSince })
    const settlings = waiting.map((each): Settling => ({
      now,
      recipient,
      waiting: each,
      state: states.find(({ kind, otherId }) => kind === each.kind && otherId === each.otherId),
    }))
    for (const settling of settlings) await settlePush(context, tx, settling)
    await settleMails(context, tx, { now, recipient, notices: settlings })
    for (const { waiting: each } of settlings) await queries.saveDue(tx, each)
  })
}

/** Decides whether a notice is pushed. Sets its `pushAt`. */
async function settlePush(context: SettleDeps, tx: Tx, settling: Settling) {
  const { now, recipient, waiting, state } = settling
  if (waiting.pushAt === null || waiting.pushAt > now) return
  const postponed = quietUntil(now, { hours: recipient.quietHours, timeZone: recipient.timeZone })
  const { kind, otherId, seq, happenedAt } = waiting
  const reason =
    waitingReason('push', { now, recipient, happenedAt, state }) ??
    (hasEnough('push', recipient) ? 'daily_limit' : null)
  if (postponed && !reason) {
    waiting.pushAt = postponed
    return
  }
  waiting.pushAt = null
  // The pages of who came back meanwhile show it.
  if (recipient.lastActiveAt && isOnline(recipient.lastActiveAt, now)) return
  const isSent = !reason && state ? await push(context, tx, { recipient, state }) : false
  if (isSent) recipient.pushes += 1
  if (!reason) return
  const entry = { id: newId(context.clock), userId: recipient.userId, kind, otherId, seq, decidedAt: now }
  await queries.insertEntry(tx, { ...entry, channel: 'push', reason, mailId: null })
}

/** Queues a push message, and logs it. A notice that was pushed before is not pushed again. */
async function push(context: SettleDeps, tx: Tx, { recipient, state }: { recipient: Recipient; state: NoticeState }) {
  const { clock, sites, jobs } = context
  const { userId, siteId } = recipient
  const { kind, otherId, seq } = state
  const entry = { userId, kind, otherId, seq, channel: 'push' as const, mailId: null, decidedAt: clock.now() }
  if (!(await queries.insertEntry(tx, { ...entry, id: newId(clock), reason: null }))) return false
  const isOffered = sites.byId(siteId).settings.push_public_key !== ''
  const notice = { userId, kind, otherId, seq }
  if (isOffered && (await deliverPush({ db: tx, jobs, clock }, notice)) === 'queued') return true
  await queries.saveReason(tx, { ...entry, reason: 'no_subscription' })
  return false
}
