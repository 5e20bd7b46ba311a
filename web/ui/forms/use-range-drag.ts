import { useRef, type PointerEvent, type RefObject } from 'react'
import { nearerThumb, valueAt, withThumbAt, type Bounds, type Range, type Thumb } from './range.ts'

interface RangeDragOptions {
  bounds: Bounds
  value: Range
  onValueChange: (value: Range) => void
  /** Called when the pointer is released. */
  onRelease: () => void
  lowRef: RefObject<HTMLInputElement | null>
  highRef: RefObject<HTMLInputElement | null>
}

/** Pointer handlers for a track: a press moves the nearer thumb there, which follows the pointer until its release. */
export function useRangeDrag({ bounds, value, onValueChange, onRelease, lowRef, highRef }: RangeDragOptions) {
  const dragged = useRef<Thumb | null>(null)

  function start(event: PointerEvent<HTMLDivElement>) {
    // The browser's own slider handles a press on a thumb.
    if (event.target instanceof HTMLInputElement) return
    const target = valueUnder(event, bounds)
    const thumb = nearerThumb(value, target)
    dragged.current = thumb
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const thumbRef = thumb === 'low' ? lowRef : highRef
    thumbRef.current?.focus()
    onValueChange(withThumbAt(value, thumb, target))
  }

  function move(event: PointerEvent<HTMLDivElement>) {
    if (dragged.current) onValueChange(withThumbAt(value, dragged.current, valueUnder(event, bounds)))
  }

  function end() {
    dragged.current = null
    onRelease()
  }

  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end }
}

function valueUnder({ currentTarget: track, clientX }: PointerEvent<HTMLDivElement>, bounds: Bounds) {
  const { left, width } = track.getBoundingClientRect()
  const isRightToLeft = getComputedStyle(track).direction === 'rtl'
  return valueAt(bounds, { offsetPx: clientX - left, widthPx: width, isRightToLeft })
}
