import { useRef, type CSSProperties, type PointerEvent, type RefObject } from 'react'
import { cx } from '#web/ui/cx.ts'
import {
  isLowOnTop,
  isSameRange,
  shareOf,
  withThumbAt,
  type Range,
  nearerThumb,
  valueAt,
  type Bounds,
  type Thumb,
} from './range.ts'

type NumberRangeProps = {
  min: number
  max: number
  value: Range
  onValueChange: (value: Range) => void
  /** Called once per gesture, when the thumb is released: the time to search. */
  onValueCommit: (value: Range) => void
  /** Accessible names of the two thumbs, e.g. "Youngest" and "Oldest". */
  lowLabel: string
  highLabel: string
  /** The text above the track, e.g. "25 – 40"; screen readers announce it. */
  formatRange: (low: number, high: number) => string
}

/**
 * A range on one track: two of the browser's sliders on top of each other, so keys, screen readers and forms
 * without JavaScript work. A FieldGroup around it names it.
 */
export function NumberRange({
  min,
  max,
  value,
  onValueChange,
  onValueCommit,
  lowLabel,
  highLabel,
  formatRange,
}: NumberRangeProps) {
  const [low, high] = value
  const bounds = { min, max }
  const lowRef = useRef<HTMLInputElement>(null)
  const highRef = useRef<HTMLInputElement>(null)
  /** The value when the gesture began; null while nothing moves: values from outside are never committed. */
  const before = useRef<Range | null>(null)

  function change(next: Range) {
    before.current ??= value
    onValueChange(next)
  }

  function commit() {
    const isChanged = before.current !== null && !isSameRange(before.current, value)
    before.current = null
    if (isChanged) onValueCommit(value)
  }

  const drag = useRangeDrag({ bounds, value, onValueChange: change, onRelease: commit, lowRef, highRef })
  const shared = { type: 'range', autoComplete: 'off', min, max, onKeyUp: commit, onBlur: commit } as const
  const style: CSSProperties & Record<`--${string}`, number> = {
    '--low': shareOf(low, bounds),
    '--high': shareOf(high, bounds),
  }

  return (
    <div className="flex flex-col">
      <output className="text-lg font-semibold tabular-nums">{formatRange(low, high)}</output>
      <div className="styled-range relative h-11 cursor-pointer touch-pan-y" style={style} {...drag}>
        <div className="range-track" />
        <input
          {...shared}
          ref={lowRef}
          value={low}
          aria-label={lowLabel}
          className={cx(isLowOnTop(value, bounds) && 'z-10')}
          onChange={({ currentTarget }) => change(withThumbAt(value, 'low', currentTarget.valueAsNumber))}
        />
        <input
          {...shared}
          ref={highRef}
          value={high}
          aria-label={highLabel}
          onChange={({ currentTarget }) => change(withThumbAt(value, 'high', currentTarget.valueAsNumber))}
        />
      </div>
    </div>
  )
}

interface RangeDragOptions {
  bounds: Bounds
  value: Range
  onValueChange: (value: Range) => void
  /** Called when the pointer is released. */
  onRelease: () => void
  lowRef: RefObject<HTMLInputElement | null>
  highRef: RefObject<HTMLInputElement | null>
}

/** Pointer handlers for a track: a press moves the nearer thumb there, which follows until the release. */
function useRangeDrag({ bounds, value, onValueChange, onRelease, lowRef, highRef }: RangeDragOptions) {
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
