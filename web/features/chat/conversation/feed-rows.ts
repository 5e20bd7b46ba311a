import { MINUTE } from '#contract/time.ts'
import type { Message } from '#contract/chat/schemas.ts'
import { dayOf } from './day-name.ts'
import { isOutgoing } from '#web/features/chat/message/message-status.ts'
import { unacknowledged, type OutboxMessage } from '#web/features/chat/outbox/outbox.ts'

export type FeedMessage = Exclude<Message, { kind: 'system' }> | OutboxMessage
type Notice = Extract<Message, { kind: 'system' }>

export type FeedRow =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'unread'; key: string }
  | { kind: 'notice'; key: string; isMine: boolean; message: Notice }
  | MessageGroupRow

export interface MessageGroupRow {
  kind: 'group'
  key: string
  isMine: boolean
  at: Date
  messages: FeedMessage[]
}

interface FeedInput {
  messages: readonly Message[]
  outgoing: readonly OutboxMessage[]
  ownId: string
  /** Messages that were unread when the conversation was opened; a line marks the first of them. */
  unread: { afterSeq: number; upToSeq: number }
  /** The reader's time zone, which decides where a day begins. */
  timeZone: string
}

/** Groups messages by day, sender and minute, in the order in which they are shown. */
export function feedRows({ messages, outgoing, ownId, unread, timeZone }: FeedInput): FeedRow[] {
  const rows: FeedRow[] = []
  let day = ''
  let latestMs = 0
  let hasUnreadLine = false

  for (const message of [...messages, ...unacknowledged(outgoing, messages)]) {
    // The order is the server's. A device whose clock is behind must not start an earlier day again.
    latestMs = Math.max(latestMs, Date.parse(message.sentAt))
    const at = new Date(latestMs)
    const isMine = isOutgoing(message) || message.senderId === ownId
    if (dayOf(at, timeZone) !== day) {
      day = dayOf(at, timeZone)
      rows.push({ kind: 'day', key: day, at })
    }
    if (!hasUnreadLine && !isMine && isUnread(message.seq, unread)) {
      hasUnreadLine = true
      rows.push({ kind: 'unread', key: 'unread' })
    }
    if (message.kind === 'system') {
      rows.push({ kind: 'notice', key: message.clientId, isMine, message })
      continue
    }
    const last = rows.at(-1)
    if (last?.kind === 'group' && last.isMine === isMine && minuteOf(last.at) === minuteOf(at)) {
      last.messages.push(message)
    } else rows.push({ kind: 'group', key: message.clientId, isMine, at, messages: [message] })
  }
  return rows
}

/** Whether two groups show the same, so that one needs no rendering. Messages are replaced, never changed. */
export function isSameGroup(before: MessageGroupRow, group: MessageGroupRow) {
  return (
    before.isMine === group.isMine &&
    before.at.getTime() === group.at.getTime() &&
    before.messages.length === group.messages.length &&
    before.messages.every((message, index) => message === group.messages[index])
  )
}

function isUnread(seq: number, { afterSeq, upToSeq }: FeedInput['unread']) {
  return seq > afterSeq && seq <= upToSeq
}

function minuteOf(at: Date) {
  return Math.floor(at.getTime() / MINUTE)
}
