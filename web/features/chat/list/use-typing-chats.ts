import { useEffect, useRef, useState } from 'react'
import { TYPING_MS } from '#contract/limits.ts'
import { useRealtimeEvent } from '#web/api/realtime/use-realtime-event.ts'

/** The conversations whose partner is typing now: until a message arrives or the events stop. */
export function useTypingChats(): ReadonlySet<string> {
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  function stop(conversationId: string) {
    clearTimeout(timers.current.get(conversationId))
    timers.current.delete(conversationId)
    setTyping((known) =>
      known.has(conversationId) ? new Set([...known].filter((id) => id !== conversationId)) : known,
    )
  }
  useRealtimeEvent('typing', ({ conversationId }) => {
    clearTimeout(timers.current.get(conversationId))
    timers.current.set(
      conversationId,
      setTimeout(() => stop(conversationId), TYPING_MS),
    )
    setTyping((known) => (known.has(conversationId) ? known : new Set([...known, conversationId])))
  })
  useRealtimeEvent('message', ({ message }) => stop(message.conversationId))
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending.values()) clearTimeout(timer)
    }
  }, [])
  return typing
}
