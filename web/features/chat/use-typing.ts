import { useEffect, useRef, useState } from 'react'
import { TYPING_MS } from '#contract/limits.ts'
import { useRealtimeEvent } from '#web/api/use-realtime-event.ts'

/** Whether the other side is typing: until her message is there, or she has paused. */
export function usePartnerTyping({ conversationId, lastSeq }: { conversationId: string | null; lastSeq: number }) {
  const [typing, setTyping] = useState<{ afterSeq: number } | null>(null)
  useRealtimeEvent('typing', (event) => {
    if (event.conversationId === conversationId) setTyping({ afterSeq: lastSeq })
  })
  useEffect(() => {
    if (!typing) return undefined
    const pause = setTimeout(() => setTyping(null), TYPING_MS)
    return () => clearTimeout(pause)
  }, [typing])
  return typing !== null && typing.afterSeq === lastSeq
}

/** Says that one is typing, at most twice in the time that the other side shows it. */
export function useSayTyping(conversationId: string | null) {
  const lastSaidAt = useRef(0)
  return () => {
    const now = Date.now()
    if (conversationId === null || now - lastSaidAt.current < TYPING_MS / 2) return
    lastSaidAt.current = now
    // Comes with the socket, after the page stands.
    void import('#web/api/realtime.ts').then(({ sendToServer }) => sendToServer({ type: 'typing', conversationId }))
  }
}
