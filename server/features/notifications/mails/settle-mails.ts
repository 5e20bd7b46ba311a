import type { EmailKind } from '#contract/accounts/notification-kinds.ts'
import { switchesOf, type NoticeKind, type SkipReason } from '#contract/notifications/notice-kinds.ts'
import { isOnline } from '#server/features/profiles/rules.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/tx.ts'
import type { AppContext } from '#server/context.ts'
import { isQuiet, quietUntil } from '#server/features/notifications/quiet-hours.ts'
import type { NoticeState, Recipient } from '#server/features/notifications/current.ts'
import { insertEntry } from '#server/features/notifications/queries.ts'
import { hasEnough, waitingReason } from '#server/features/notifications/rules.ts'
import { deleteMail, insertMail } from './mail-queries.ts'
import { domainOf } from './addresses.ts'

type Deps = Pick<AppContext, 'clock' | 'config'>

/** A notice that waits, and what is true of it. */
export interface WaitingMail {
  waiting: { kind: NoticeKind; otherId: number; seq: number; happenedAt: Date; mailAt: Date | null }
  state: NoticeState | undefined
}

/** The first message of a conversation stands for later ones, so that no mail repeats another. */
const order: NoticeKind[] = ['conversation', 'message', 'match', 'like', 'photo_request']

/**
 * Decides about the due mails of a member (NOTE-3), and sets `mailAt` of each notice: one mail for each
 * switch of the settings, in which each conversation is named once.
 */
export async function settleMails(
  context: Deps,
  tx: Tx,
  { now, recipient, notices }: { now: Date; recipient: Recipient; notices: readonly WaitingMail[] },
) {
  const due = notices
    .filter(({ waiting: { mailAt } }) => mailAt !== null && mailAt <= now)
    .toSorted((a, b) => order.indexOf(a.waiting.kind) - order.indexOf(b.waiting.kind))
  const later = mailLater(context, recipient, now)
  const mails = new Map<EmailKind, WaitingMail[]>()
  const conversations = new Set<number>()
  for (const notice of due) {
    const { kind, otherId, happenedAt } = notice.waiting
    const isMessage = kind === 'message' || kind === 'conversation'
    const reason =
      waitingReason('mail', { now, recipient, happenedAt, state: notice.state }) ??
      (isMessage && conversations.has(otherId) ? 'repeated' : null)
    notice.waiting.mailAt = reason ? null : later
    if (reason) await log(context, tx, { now, recipient, notice, reason, mailId: null })
    if (reason || later) continue
    if (isMessage) conversations.add(otherId)
    const { mail } = switchesOf[kind]
    mails.set(mail, [...(mails.get(mail) ?? []), notice])
  }
  for (const [kind, contents] of mails) await queueMail(context, tx, { now, recipient, kind, contents })
}

/**
 * Returns when a mail to a member can be sent who is online, where the pages show it, or within the quiet
 * hours; null: now.
 */
export function mailLater({ config }: Pick<AppContext, 'config'>, recipient: Recipient, now: Date) {
  const { lastActiveAt, quietHours: hours, timeZone } = recipient
  const quietEnd = quietUntil(now, { hours, timeZone })
  if (quietEnd || !lastActiveAt || !isOnline(lastActiveAt, now)) return quietEnd
  const later = new Date(now.getTime() + config.noticeWaitMs)
  return hours && timeZone && isQuiet(later, { hours, timeZone }) ? quietUntil(later, { hours, timeZone }) : later
}

interface NewMail {
  now: Date
  recipient: Recipient
  kind: EmailKind
  contents: readonly WaitingMail[]
}

/** Queues a mail with what is not in an earlier one: the log has each notice once. */
async function queueMail(context: Deps, tx: Tx, { now, recipient, kind, contents }: NewMail) {
  if (hasEnough('mail', recipient)) {
    for (const notice of contents)
      await log(context, tx, { now, recipient, notice, reason: 'daily_limit', mailId: null })
    return
  }
  const mailId = newId(context.clock)
  await insertMail(tx, {
    id: mailId,
    userId: recipient.userId,
    kind,
    domain: domainOf(recipient.email),
    createdAt: now,
  })
  let isNew = false
  for (const notice of contents)
    isNew = (await log(context, tx, { now, recipient, notice, reason: null, mailId })) || isNew
  if (!isNew) return deleteMail(tx, mailId)
  recipient.mails += 1
}

interface Entry {
  now: Date
  recipient: Recipient
  notice: WaitingMail
  reason: SkipReason | null
  mailId: number | null
}

function log({ clock }: Deps, tx: Tx, { now, recipient, notice: { waiting, state }, reason, mailId }: Entry) {
  return insertEntry(tx, {
    id: newId(clock),
    userId: recipient.userId,
    kind: waiting.kind,
    otherId: waiting.otherId,
    seq: state?.latestSeq ?? waiting.seq,
    channel: 'mail',
    reason,
    mailId,
    decidedAt: now,
  })
}
