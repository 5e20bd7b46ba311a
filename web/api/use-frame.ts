import { useEffect, useEffectEvent } from 'react'
import type { Frame } from '#contract/realtime.ts'
import { listen } from './realtime.ts'

/** Hears frames of one kind while a component is on the screen: `useFrame('typing', (frame) => …)`. */
export function useFrame<Type extends Frame['type']>(
  type: Type,
  onFrame: (frame: Extract<Frame, { type: Type }>) => void,
) {
  const hear = useEffectEvent((frame: Frame) => {
    // Narrowed by the line itself; a generic union member cannot be narrowed by the compiler.
    if (frame.type === type) onFrame(frame as Extract<Frame, { type: Type }>)
  })
  useEffect(() => listen((frame) => hear(frame)), [])
}
