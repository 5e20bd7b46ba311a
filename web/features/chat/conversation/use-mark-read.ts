import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { markRead } from '#contract/chat/calls.ts'
import type { Message } from '#contract/chat/schemas.ts'
import { call } from '#web/api/call.ts'
import { patchUnread } from '#web/features/chat/list/chats-cache.ts'
import { updateConversation } from './conversation-cache.ts'
import { movePositions, type OpenConversation } from './conversation-merge.ts'
import { createSeenMessages, type SeenMessages } from './seen-messages.ts'

/**
 * Marks seen messages as read (CHAT-11). `feed` contains an element for each message of the partner, with its
 * number in `data-seq`.
 */
export function useMarkRead({ conversation, messages }: OpenConversation, feed: RefObject<HTMLElement | null>) {
  const client = useQueryClient()
  const { id: conversationId, readSeq } = conversation
  const observer = useRef<IntersectionObserver | null>(null)

  const store = useEffectEvent(async (id: string, { seq, seen }: { seq: number; seen: SeenMessages }) => {
    try {
      const { num_unread_messages: unread } = await call(markRead, { params: { conversationId: id }, body: { seq } })
      updateConversation(client, id, (open) => movePositions(open, { readSeq: seq }))
      patchUnread(client, { conversationId: id, seq, unread })
    } catch {
      // Without a connection it is marked when the connection is back.
      seen.retry(seq)
    }
  })
  const observeNew = useEffectEvent((shown: readonly Message[]) => {
    for (const { seq } of shown) {
      const element = seq > readSeq && feed.current?.querySelector(`[data-seq="${seq}"]`)
      if (element) observer.current?.observe(element)
    }
  })

  useEffect(() => {
    if (conversationId === null) return undefined
    const seen = createSeenMessages({ onSeen: (seq) => void store(conversationId, { seq, seen }) })
    const current = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) seen.show(seqOf(target), isIntersecting)
    })
    observer.current = current
    const attend = () => seen.attend(document.visibilityState === 'visible' && document.hasFocus())
    attend()
    const stop = listenTo(attend)
    return () => {
      stop()
      current.disconnect()
    }
  }, [conversationId])

  // A conversation gets its id together with its first message.
  useEffect(() => observeNew(messages), [messages])
}

function seqOf(element: Element) {
  return Number(element.getAttribute('data-seq'))
}

/** Calls a function when the page may have got or lost the reader's attention, or the connection returns. */
function listenTo(onChange: () => void) {
  const types = ['focus', 'blur', 'online', 'pageshow']
  document.addEventListener('visibilitychange', onChange)
  for (const type of types) addEventListener(type, onChange)
  return () => {
    document.removeEventListener('visibilitychange', onChange)
    for (const type of types) removeEventListener(type, onChange)
  }
}
