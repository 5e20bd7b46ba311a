import { setTimeout as sleep } from 'node:timers/promises'
import type { EmailKind } from '#contract/accounts/notification-kinds.ts'
import type { SkipReason } from '#contract/notifications/notice-kinds.ts'
import { DAY, SECOND } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { MINUTE_RUN_MS } from '#server/platform/jobs/jobs.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import { findRecipients, type Recipient } from '#server/features/notifications/current.ts'
import { hasEnough, mailKindReason, nextDigestAt, reminderOf } from '#server/features/notifications/rules.ts'
import { domainOf } from './addresses.ts'
import { findFigures, type Figures } from './figures.ts'
import { countQueued, insertOnce } from './mail-queries.ts'
import * as queries from './regular-queries.ts'
import { consentingMembers, lockText, nextAllowed, saveProgress } from './text-queries.ts'

/** Members whose mails one transaction queues. */
const BATCH = 50
/** Rest after a batch, in times of what it took: messages of members need the same database. */
const REST_FACTOR = 4
/** Mails that are queued while one is sent, so that sending never waits for them. */
const QUEUED_PER_SENT = 2
/** Queued mails above which no more are added, so that new notices do not wait behind them. */
export const QUEUE_LIMIT = 2000

type Deps = Pick<AppContext, 'transaction' | 'db' | 'clock' | 'sites' | 'config'>

/** A mail that a member gets once by its key, unless a reason prevents it. */
interface Candidate {
  recipient: Recipient
  kind: EmailKind
  key: string
  about: object
  reason: SkipReason | null
  /** From when on it is sent and counts for the day; without it from now on. */
  at?: Date | undefined
}

/**
 * Queues digests, reminders and texts of the operator, batch by batch: each is a transaction that also
 * stores how far it has come, so the next run continues a killed one. Stops while the queue is long. Source:
 * NOTE-11.
 */
export async function queueRegularMails(context: Deps, signal: AbortSignal) {
  const until = context.clock.now().getTime() + MINUTE_RUN_MS
  const isOver = () => signal.aborted || context.clock.now().getTime() >= until
  const mailMs = SECOND / (QUEUED_PER_SENT * context.config.mailsPerSecond)
  for (const queueBatch of [queueDigests, queueReminders, queueText]) {
    while (!isOver() && !(await isQueueLong(context))) {
      const startedAt = performance.now()
      const { members, queued } = await context.transaction((tx) => queueBatch(context, tx))
      if (members < BATCH) break
      const rest = Math.max(REST_FACTOR * (performance.now() - startedAt), mailMs * queued)
      const left = Math.max(0, until - context.clock.now().getTime())
      // A stop ends the rest.
      await sleep(Math.min(rest, left), undefined, { signal }).catch(() => {})
    }
  }
}

async function isQueueLong({ db, clock }: Deps) {
  return (await countQueued(db, { now: clock.now(), limit: QUEUE_LIMIT })) >= QUEUE_LIMIT
}

/** Members of a batch, fewer than `BATCH` at the end, and mails that it queued. */
interface Batch {
  members: number
  queued: number
}

/** Queues the weekly mails of members whose week is over. Without anything new there is none. */
async function queueDigests(context: Deps, tx: Tx): Promise<Batch> {
  const now = context.clock.now()
  const due = await queries.dueDigests(tx, { now, limit: BATCH })
  const members = await loadMembers(tx, { userIds: due.map(({ userId }) => userId), now })
  const key = `weekly:${now.toISOString().slice(0, 10)}`
  const candidates = members.map(({ recipient, figures }): Candidate => {
    const reason = mailKindReason('weekly_updates', recipient) ?? (figures.hasUnseen ? null : 'nothing_new')
    return { recipient, kind: 'weekly_updates', key, about: {}, reason: reason ?? limitReason(recipient) }
  })
  const queued = await queueAll(context, tx, candidates)
  const next = due.map(({ userId, dueAt }) => ({ userId, at: nextDigestAt(now, dueAt) }))
  await queries.saveDigests(tx, next)
  return { members: due.length, queued }
}

/** Queues reminders. Each member is looked at once a day. */
async function queueReminders(context: Deps, tx: Tx): Promise<Batch> {
  const now = context.clock.now()
  const userIds = await queries.claimReminders(tx, { now, next: new Date(now.getTime() + DAY), limit: BATCH })
  const members = await loadMembers(tx, { userIds, now })
  const candidates = members.flatMap(({ recipient, figures }): Candidate[] => {
    const price = context.sites.byId(recipient.siteId).settings.message_credits
    const reminder = reminderOf({ ...figures, lastActiveAt: recipient.lastActiveAt }, { now, price })
    if (!reminder) return []
    const reason = mailKindReason(reminder.kind, recipient) ?? limitReason(recipient)
    return [{ recipient, ...reminder, reason }]
  })
  return { members: userIds.length, queued: await queueAll(context, tx, candidates) }
}

/** Queues the next mails of a text of the operator (NOTE-10). One that is one too many waits (NOTE-5). */
async function queueText(context: Deps, tx: Tx): Promise<Batch> {
  const text = await lockText(tx)
  if (!text) return { members: 0, queued: 0 }
  const now = context.clock.now()
  const { id, siteId, lastUserId: after } = text
  // The check of the table.
  const kind = text.kind as 'news' | 'promotions'
  const userIds = await consentingMembers(tx, { kind, siteId, after, limit: BATCH })
  const members = await loadMembers(tx, { userIds, now })
  const limited = members.filter(({ recipient }) => hasEnough('mail', recipient))
  const allowed = await nextAllowed(tx, { userIds: limited.map(({ recipient }) => recipient.userId), now })
  const candidates = members.map(({ recipient }): Candidate => {
    const reason = mailKindReason(kind, recipient)
    const at = allowed.get(recipient.userId)
    return { recipient, kind, key: `text:${text.key}`, about: { textId: id }, reason, at }
  })
  const queued = await queueAll(context, tx, candidates)
  const isLast = userIds.length < BATCH
  await saveProgress(tx, { id, lastUserId: userIds.at(-1) ?? after, endedAt: isLast ? now : null })
  // After the last of one text the next one follows.
  return { members: BATCH, queued }
}

async function loadMembers(tx: Tx, { userIds, now }: { userIds: readonly number[]; now: Date }) {
  if (userIds.length === 0) return []
  const recipients = await findRecipients(tx, { userIds, today: new Date(now.getTime() - DAY) })
  const figures = await findFigures(tx, userIds)
  return userIds.flatMap((userId): { recipient: Recipient; figures: Figures }[] => {
    const member = { recipient: recipients.get(userId), figures: figures.get(userId) }
    return member.recipient && member.figures ? [{ recipient: member.recipient, figures: member.figures }] : []
  })
}

function limitReason(recipient: Recipient): SkipReason | null {
  return hasEnough('mail', recipient) ? 'daily_limit' : null
}

/**
 * Queues the mails to which nothing is opposed, logs why the others are not sent, and returns how many it
 * queued.
 */
async function queueAll({ clock }: Pick<Deps, 'clock'>, tx: Tx, candidates: readonly Candidate[]) {
  const now = clock.now()
  const mails = candidates.flatMap(({ recipient, kind, key, about, reason, at }) =>
    reason
      ? []
      : [
          {
            id: newId(clock),
            userId: recipient.userId,
            kind,
            key,
            about,
            domain: domainOf(recipient.email),
            createdAt: at ?? now,
          },
        ],
  )
  await insertOnce(tx, mails)
  // Of an account that is gone or was never confirmed there is nothing to explain.
  const skipped = candidates.flatMap(({ recipient, kind, reason }) =>
    reason && reason !== 'gone' && reason !== 'unconfirmed' && reason !== 'fictional'
      ? [{ id: newId(clock), userId: recipient.userId, kind, reason, decidedAt: now }]
      : [],
  )
  await queries.logSkipped(tx, skipped)
  return mails.length
}
