import { useEffect, useEffectEvent } from 'react'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { listen } from './listeners.ts'

/** Handles events of one type while a component is mounted: `useRealtimeEvent('typing', (event) => …)`. */
export function useRealtimeEvent<Type extends RealtimeEvent['type']>(
  type: Type,
  onEvent: (event: Extract<RealtimeEvent, { type: Type }>) => void,
) {
  const listener = useEffectEvent((event: RealtimeEvent) => {
    // Narrowed by the comparison; the compiler cannot narrow by a generic type.
    if (event.type === type) onEvent(event as Extract<RealtimeEvent, { type: Type }>)
  })
  // The socket's module is not in the page's first scripts: the listener is there before its first event.
  useEffect(() => listen((event) => listener(event)), [])
}
