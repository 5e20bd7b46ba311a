import { useEffect, useEffectEvent } from 'react'
import type { RealtimeEvent } from '#contract/realtime.ts'
import { listen } from './realtime.ts'

/** Hears frames of one kind while a component is on the screen: `useFrame('typing', (frame) => …)`. */
export function useRealtimeEvent<Type extends RealtimeEvent['type']>(
  type: Type,
  onEvent: (event: Extract<RealtimeEvent, { type: Type }>) => void,
) {
  const listener = useEffectEvent((event: RealtimeEvent) => {
    // Narrowed by the line itself; a generic union member cannot be narrowed by the compiler.
    if (event.type === type) onEvent(event as Extract<RealtimeEvent, { type: Type }>)
  })
  useEffect(() => listen((event) => listener(event)), [])
}
