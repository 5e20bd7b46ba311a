import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import { gestureOf, LONG_PRESS_MS, swipeOffset } from './message-gesture.ts'

interface Options {
  onLongPress: () => void
  /** Undefined where one cannot answer. */
  onSwipe: (() => void) | undefined
}

interface Press {
  start: { x: number; y: number }
  timer: ReturnType<typeof setTimeout>
  /** Letting go answers the message. */
  isReady: boolean
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/**
 * Handlers of a message for fingers: a long press opens its menu, a swipe answers it when the finger lets go.
 * Mice and keyboards have a button. The element needs `touch-action: pan-y`: once the browser scrolls, it
 * cancels the pointer.
 */
export function useMessageGestures({ onLongPress, onSwipe }: Options) {
  const press = useRef<Press | null>(null)
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  function end({ currentTarget }: { currentTarget: Element }) {
    clearTimeout(press.current?.timer)
    press.current = null
    if (currentTarget instanceof HTMLElement) moveBack(currentTarget)
  }

  return {
    onPointerDown({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) {
      clearTimeout(press.current?.timer)
      press.current = null
      // A finger on the slider of a voice message moves its position.
      if (pointerType !== 'touch' || !isPrimary || target instanceof HTMLInputElement) return
      press.current = { start: { x, y }, timer: setTimeout(onLongPress, LONG_PRESS_MS), isReady: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { currentTarget, clientX: x, clientY: y } = event
      if (!press.current) return
      const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
      const movement = { start: press.current.start, end: { x, y }, isRtl }
      const gesture = gestureOf(movement)
      if (gesture === 'pressing') return
      clearTimeout(press.current.timer)
      if (gesture === 'none' || !onSwipe) return end(event)
      press.current.isReady = gesture === 'reply'
      currentTarget.dataset['swipe'] = press.current.isReady ? 'ready' : 'begun'
      if (!matchMedia(REDUCED_MOTION).matches) currentTarget.style.translate = `${swipeOffset(movement)}px`
    },
    onPointerUp(event: PointerEvent) {
      if (press.current?.isReady) onSwipe?.()
      end(event)
    },
    onPointerCancel: end,
    // A long press on Android would open the browser's menu over ours.
    onContextMenu(event: MouseEvent) {
      if (press.current) event.preventDefault()
    },
  }
}

/** Lets a message that followed the finger return to its place. */
function moveBack(element: HTMLElement) {
  delete element.dataset['swipe']
  const { translate } = element.style
  if (translate === '') return
  element.style.translate = ''
  element.animate({ translate: [translate, '0px'] }, { duration: 180, easing: 'ease-out' })
}
