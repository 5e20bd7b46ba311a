import type { QueryClient } from '@tanstack/react-query'
import type { getChats } from '#contract/chat/calls.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { onGreeting, sendToServer } from '#web/api/realtime/realtime.ts'
import { allChatsKey } from '#web/features/chat/queries.ts'

/** Time between two messages to the server, which closes a socket that sends many. */
const INTERVAL_MS = 400
/** What was sent within this time before a new connection may be lost: a dead one is noticed that late. */
const UNCERTAIN_MS = 60_000

/** Up to which number each conversation has arrived here, and the server does not know. The oldest first. */
const waiting = new Map<string, number>()
/** The same of what was sent lately, with the time. The oldest first. */
const sent = new Map<string, { seq: number; at: number }>()
let timer: ReturnType<typeof setTimeout> | undefined

onGreeting(() => {
  forgetOld()
  for (const [conversationId, { seq }] of sent) add(conversationId, seq)
  sent.clear()
  if (waiting.size > 0) timer ??= setTimeout(sendNext, INTERVAL_MS)
})

/** Reports to the server that the partner's messages arrived here. Later ones of the conversation join it. */
export function reportReceived(conversationId: string, seq: number) {
  add(conversationId, seq)
  timer ??= setTimeout(sendNext, INTERVAL_MS)
}

/** Reports to the server the messages that arrived with the lists of conversations: sent meanwhile. */
export function reportReceivedInLists(client: QueryClient) {
  for (const [, list] of client.getQueriesData<ReplyOf<typeof getChats>>({ queryKey: allChatsKey })) {
    for (const { conversation, num_unread_messages: unread, last_message: last } of list?.chats ?? []) {
      // Where the latest message is the member's own, the unread ones are before it.
      if (unread > 0) reportReceived(conversation.id, last.seq)
    }
  }
}

function add(conversationId: string, seq: number) {
  waiting.set(conversationId, Math.max(seq, waiting.get(conversationId) ?? 0))
}

function forgetOld() {
  for (const [conversationId, { at }] of sent) {
    if (performance.now() - at < UNCERTAIN_MS) return
    sent.delete(conversationId)
  }
}

function sendNext() {
  timer = undefined
  const [next] = waiting
  if (!next) return
  const [conversationId, seq] = next
  // Without a connection all wait for the next one.
  if (!sendToServer({ type: 'received', conversationId, seq })) return
  waiting.delete(conversationId)
  sent.delete(conversationId)
  sent.set(conversationId, { seq, at: performance.now() })
  forgetOld()
  if (waiting.size > 0) timer = setTimeout(sendNext, INTERVAL_MS)
}
