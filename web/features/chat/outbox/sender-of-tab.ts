import type { QueryClient } from '@tanstack/react-query'
import { refetchStored } from '#web/features/chat/conversation/conversation-queries.ts'
import { chatStore } from '#web/features/chat/offline/chat-store.ts'
import { OutboxSender } from './outbox-sender.ts'

let sender: { memberId: string; current: OutboxSender } | undefined

/** Returns the one sender of this tab. The first call sends what was left from before a reload. */
export function senderOfTab(client: QueryClient, memberId: string) {
  if (sender?.memberId === memberId) return sender.current
  sender?.current.stop()
  const current = new OutboxSender({ client, memberId })
  sender = { memberId, current }
  void chatStore(memberId).forgetOthers()
  void current.flushAll()
  addEventListener('online', () => {
    void current.flushAll()
    refetchStored(client)
  })
  return current
}
