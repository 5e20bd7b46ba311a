import type { QueryClient } from '@tanstack/react-query'
import type { getChats } from '#contract/chat.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { sendToServer } from '#web/api/realtime.ts'
import { allChatsKey } from './queries.ts'

/** Time between two messages to the server, which closes a socket that sends many. */
const INTERVAL_MS = 400

/** Up to which number each conversation has arrived here, and the server does not know. The oldest first. */
const waiting = new Map<string, number>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Reports to the server that messages of the partner arrived on this device. Later ones of the conversation join it. */
export function reportReceived(conversationId: string, seq: number) {
  waiting.set(conversationId, Math.max(seq, waiting.get(conversationId) ?? 0))
  timer ??= setTimeout(sendNext, INTERVAL_MS)
}

/** Reports to the server the messages that arrived with the lists of conversations: those that were sent meanwhile. */
export function reportReceivedInLists(client: QueryClient) {
  for (const [, list] of client.getQueriesData<ReplyOf<typeof getChats>>({ queryKey: allChatsKey })) {
    for (const { conversation, num_unread_messages: unread, last_message: last } of list?.chats ?? []) {
      if (unread > 0 && !last.isMine) reportReceived(conversation.id, last.seq)
    }
  }
}

function sendNext() {
  timer = undefined
  const [next] = waiting
  if (!next) return
  const [conversationId, seq] = next
  waiting.delete(conversationId)
  sendToServer({ type: 'received', conversationId, seq })
  if (waiting.size > 0) timer = setTimeout(sendNext, INTERVAL_MS)
}
