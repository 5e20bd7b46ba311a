import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { useRealtimeEvent } from '#web/api/realtime/use-realtime-event.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { isAnnounced } from './message-toast-rules.ts'

const MessageToasts = lazyPart(async () => (await import('./message-toasts.tsx')).MessageToasts)

type MessageEvent = Extract<RealtimeEvent, { type: 'message' }>
type Listener = (event: MessageEvent) => void

/** Announces messages that arrive while another page is shown. The code is loaded with the first of them. */
export function MessageNotices() {
  const { pathname } = useLocation()
  const [isNeeded, setIsNeeded] = useState(false)
  const [queue] = useState(() => new Queue())
  useRealtimeEvent('message', (event) => {
    if (!isAnnounced(event, { pathname, isVisible: document.visibilityState === 'visible' })) return
    setIsNeeded(true)
    queue.push(event)
  })
  return (
    isNeeded && (
      <Suspense>
        <MessageToasts subscribe={queue.subscribe} />
      </Suspense>
    )
  )
}

/** Holds the messages that arrive before the code for them. */
class Queue {
  #waiting: MessageEvent[] = []
  #listener: Listener | null = null

  push(event: MessageEvent) {
    if (this.#listener) this.#listener(event)
    else this.#waiting.push(event)
  }

  subscribe = (listener: Listener) => {
    this.#listener = listener
    for (const event of this.#waiting.splice(0)) listener(event)
    return () => {
      this.#listener = null
    }
  }
}
