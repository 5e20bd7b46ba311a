import { replaceEqualDeep } from '@tanstack/react-query'
import type { getConversation, getMessages } from '#contract/chat/calls.ts'
import type { Message } from '#contract/chat/schemas.ts'
import type { ReplyOf } from '#contract/endpoint.ts'

export type OpenConversation = ReplyOf<typeof getConversation>

/** How far one side has received or read a conversation. */
type Position = 'readSeq' | 'partnerDeliveredSeq' | 'partnerReadSeq'

/**
 * Merges two lists of messages: each once, in the server's order. One deleted for both stays so: a reply may
 * be older than the event.
 */
export function mergeMessages(known: readonly Message[], added: readonly Message[]): Message[] {
  const bySeq = new Map<number, Message>()
  for (const message of [...known, ...added])
    if (bySeq.get(message.seq)?.kind !== 'deleted') bySeq.set(message.seq, message)
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/**
 * Merges a conversation that was fetched again into the cached one. Older messages stay if they connect to
 * the fetched ones, as do those that arrived during the fetch. Read positions never move back.
 */
export function mergeFetched(known: OpenConversation | undefined, fetched: OpenConversation): OpenConversation {
  if (!known || known.conversation.id !== fetched.conversation.id) return fetched
  const older = connectedOlderMessages(known, fetched)
  const newer = known.messages.filter(({ seq }) => seq > fetched.conversation.lastSeq)
  const highest = (key: Position | 'lastSeq') => Math.max(known.conversation[key], fetched.conversation[key])
  return replaceEqualDeep(known, {
    ...fetched,
    conversation: {
      ...fetched.conversation,
      readSeq: highest('readSeq'),
      partnerDeliveredSeq: highest('partnerDeliveredSeq'),
      partnerReadSeq: highest('partnerReadSeq'),
      lastSeq: highest('lastSeq'),
    },
    messages: mergeMessages([...older, ...newer], fetched.messages),
    // Where a part was dropped, or nothing was there, the server has the messages before.
    hasMore: older.length > 0 && older[0] === known.messages[0] ? known.hasMore : fetched.hasMore,
  })
}

/** Cached messages before the fetched ones, as far as no message is missing up to them. */
function connectedOlderMessages(known: OpenConversation, fetched: OpenConversation) {
  const firstSeq = fetched.messages[0]?.seq
  // Without `hasMore` the server has nothing older: what the cache holds there is hidden by now (CHAT-10).
  if (firstSeq === undefined || !fetched.hasMore) return []
  const older = known.messages.filter(({ seq }) => seq < firstSeq)
  // Numbers have no gaps, but a message that was announced after missed ones leaves one in the cache.
  const beforeGap = older.findLastIndex(({ seq }, index) => seq + 1 !== (older[index + 1]?.seq ?? firstSeq))
  return older.slice(beforeGap + 1)
}

/**
 * Adds a page of older messages. One that does not reach the first known message was requested before a
 * refetch of the conversation, and would leave a gap.
 */
export function mergeOlderMessages(open: OpenConversation, page: ReplyOf<typeof getMessages>): OpenConversation {
  const [last, first] = [page.messages.at(-1)?.seq, open.messages[0]?.seq]
  if (last !== undefined && first !== undefined && last + 1 < first) return open
  return { ...open, hasMore: page.hasMore, messages: mergeMessages(page.messages, open.messages) }
}

/** Adds a message that was just sent or received. */
export function appendMessage(open: OpenConversation, message: Message): OpenConversation {
  const { conversation, messages } = open
  return {
    ...open,
    messages: mergeMessages(messages, [message]),
    conversation: {
      ...conversation,
      id: message.conversationId,
      lastSeq: Math.max(conversation.lastSeq, message.seq),
    },
  }
}

/**
 * Whether a new message does not suffice to update the conversation. The first changes who may write and at
 * which price, and a jump in the numbers means that another was missed.
 */
export function needsRefetch({ conversation: { id, lastSeq } }: OpenConversation, message: Pick<Message, 'seq'>) {
  return id === null || message.seq > lastSeq + 1
}

/** Replaces a message that was deleted or has another reaction. One not loaded is not added: a gap may be. */
export function replaceMessage(open: OpenConversation, message: Message): OpenConversation {
  const isKnown = open.messages.some(({ seq }) => seq === message.seq)
  return isKnown ? { ...open, messages: mergeMessages(open.messages, [message]) } : open
}

/** Shows whether the partner is online. One who went offline was active just now. */
export function withPresence(open: OpenConversation, isOnline: boolean): OpenConversation {
  const { conversation } = open
  const profile = { ...conversation.profile, isOnline }
  return { ...open, conversation: { ...conversation, profile, lastSeen: isOnline ? 'online' : 'today' } }
}

/** Moves positions forward, never back. */
export function movePositions(open: OpenConversation, positions: Partial<Record<Position, number>>): OpenConversation {
  const { conversation } = open
  const moved = { ...conversation }
  // The keys of the object are those of its type.
  for (const [key, seq] of Object.entries(positions) as [Position, number][]) moved[key] = Math.max(moved[key], seq)
  return { ...open, conversation: moved }
}

/** Input of the call for the messages before the first known one, or null if there are none. */
export function olderMessagesInput({ conversation: { id }, messages, hasMore }: OpenConversation) {
  const before = messages[0]?.seq
  return hasMore && id !== null && before !== undefined ? { conversationId: id, before } : null
}
