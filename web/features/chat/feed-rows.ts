import { MINUTE } from '#contract/time.ts'
import type { Message } from '#contract/chat.ts'

/** A message of one's own that the server has not acknowledged yet. */
export interface OutgoingMessage {
  clientId: string
  body: string
  sentAt: string
  /** The refusal in words; null while it is under way. */
  problem: string | null
  /** Refused for want of credits. */
  isUnpaid?: boolean
}

export type FeedRow =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'unread'; key: string }
  | { kind: 'group'; key: string; isMine: boolean; at: Date; messages: (Message | OutgoingMessage)[] }

interface Feed {
  messages: readonly Message[]
  outgoing: readonly OutgoingMessage[]
  ownId: string
  /** What was unread when the conversation was opened; a line stands before it. What comes later is seen coming. */
  unread: { afterSeq: number; upToSeq: number }
  /** The reader's, for where a day begins. */
  timeZone: string
}

/** Messages as the eye reads them: by day, by sender, by minute. */
export function feedRows({ messages, outgoing, ownId, unread, timeZone }: Feed): FeedRow[] {
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const acknowledged = new Set(messages.map(({ clientId }) => clientId))
  const rows: FeedRow[] = []
  let day = ''
  let latest = 0
  let hasUnreadLine = false

  for (const message of [...messages, ...outgoing.filter(({ clientId }) => !acknowledged.has(clientId))]) {
    // The order is the server's; a clock that is behind must not bring back a day that is over.
    latest = Math.max(latest, Date.parse(message.sentAt))
    const at = new Date(latest)
    const isMine = !('senderId' in message) || message.senderId === ownId
    if (dayOf.format(at) !== day) {
      day = dayOf.format(at)
      rows.push({ kind: 'day', key: day, at })
    }
    if (!hasUnreadLine && !isMine && 'seq' in message && isWithin(message.seq, unread)) {
      hasUnreadLine = true
      rows.push({ kind: 'unread', key: 'unread' })
    }
    const last = rows.at(-1)
    const isSameGroup =
      last?.kind === 'group' &&
      last.isMine === isMine &&
      Math.floor(last.at.getTime() / MINUTE) === Math.floor(at.getTime() / MINUTE)
    if (isSameGroup) last.messages.push(message)
    else rows.push({ kind: 'group', key: message.clientId, isMine, at, messages: [message] })
  }
  return rows
}

function isWithin(seq: number, { afterSeq, upToSeq }: Feed['unread']) {
  return seq > afterSeq && seq <= upToSeq
}
