import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import { gestureOf, LONG_PRESS_MS } from './message-gesture.ts'

interface Options {
  onLongPress: () => void
  /** Undefined where one cannot answer. */
  onSwipe: (() => void) | undefined
}

/** Handlers of a message for fingers: a long press opens its menu, a swipe answers it. A mouse has the button beside it. */
export function useMessageGestures({ onLongPress, onSwipe }: Options) {
  const press = useRef<{ start: { x: number; y: number }; timer: ReturnType<typeof setTimeout> } | null>(null)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y }: PointerEvent) {
      end()
      if (pointerType !== 'touch') return
      press.current = { start: { x, y }, timer: setTimeout(onLongPress, LONG_PRESS_MS) }
    },
    onPointerMove({ currentTarget, clientX: x, clientY: y }: PointerEvent) {
      if (!press.current) return
      const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
      const gesture = gestureOf({ start: press.current.start, end: { x, y }, isRtl })
      if (gesture === 'pressing') return
      clearTimeout(press.current.timer)
      if (gesture === 'moving') return
      if (gesture === 'reply') onSwipe?.()
      end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // A long press on Android would open the browser's menu over ours.
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
  }
}
