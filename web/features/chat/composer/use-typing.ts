import { useEffect, useRef, useState } from 'react'
import { TYPING_MS } from '#contract/limits.ts'
import { sendToServer } from '#web/api/realtime/realtime.ts'
import { useRealtimeEvent } from '#web/api/realtime/use-realtime-event.ts'
import { isTypingEventDue } from './typing-rate.ts'

/** Whether the partner is typing: until their message arrives, or no further sign of it comes. */
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

/**
 * Notifies the partner that the viewer is typing: call `typed` on every key, and `sent` after a message,
 * which ends the indicator at the partner, so that the next key sends again.
 */
export function useTypingIndicator(conversationId: string | null) {
  const lastSentAtMs = useRef(0)
  return {
    typed() {
      const nowMs = Date.now()
      if (conversationId === null || !isTypingEventDue({ nowMs, lastSentAtMs: lastSentAtMs.current })) return
      lastSentAtMs.current = nowMs
      sendToServer({ type: 'typing', conversationId })
    },
    sent() {
      lastSentAtMs.current = 0
    },
  }
}
