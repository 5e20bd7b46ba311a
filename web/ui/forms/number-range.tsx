import { useRef, type CSSProperties, type PointerEvent } from 'react'
import { cx } from '#web/ui/cx.ts'

/** As in theme.css: the middle of a thumb stays half a thumb away from the ends. */
const THUMB_PX = 28

type Range = readonly [low: number, high: number]

type NumberRangeProps = {
  min: number
  max: number
  step?: number
  value: Range
  onValueChange: (value: Range) => void
  /** Once per gesture, when the thumb is let go: the moment to search. */
  onValueCommit?: ((value: Range) => void) | undefined
  /** Names of the two thumbs, e.g. "Youngest" and "Oldest". */
  lowLabel: string
  highLabel: string
  /** Form field names. */
  lowName?: string | undefined
  highName?: string | undefined
  /** What stands above the track, e.g. "25 – 40"; also read out. */
  formatRange?: (low: number, high: number) => string
  className?: string | undefined
}

/**
 * From–to on one track: two of the browser's own sliders on top of each other, so keys, screen readers and forms
 * without JavaScript work by themselves. Needs a FieldGroup around it, which names it.
 */
export function NumberRange({
  min,
  max,
  step = 1,
  value,
  onValueChange,
  onValueCommit,
  lowLabel,
  highLabel,
  lowName,
  highName,
  formatRange = (from, to) => `${from} – ${to}`,
  className,
}: NumberRangeProps) {
  const [low, high] = value
  const lowRef = useRef<HTMLInputElement>(null)
  const highRef = useRef<HTMLInputElement>(null)
  const committed = useRef(value)
  const grabbed = useRef<'low' | 'high' | null>(null)

  function commit() {
    if (committed.current[0] === low && committed.current[1] === high) return
    committed.current = value
    onValueCommit?.(value)
  }

  function valueAt(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const fromLeft = (event.clientX - box.left - THUMB_PX / 2) / (box.width - THUMB_PX)
    const share = getComputedStyle(event.currentTarget).direction === 'rtl' ? 1 - fromLeft : fromLeft
    return Math.min(max, Math.max(min, min + Math.round((share * (max - min)) / step) * step))
  }

  /** A press on the track brings the nearer thumb there, and it follows until it is let go. */
  function grab(event: PointerEvent<HTMLDivElement>) {
    if (event.target instanceof HTMLInputElement) return
    const target = valueAt(event)
    const movesLow = target < low || (target < high && target - low < high - target)
    grabbed.current = movesLow ? 'low' : 'high'
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    ;(movesLow ? lowRef : highRef).current?.focus()
    onValueChange(movesLow ? [target, high] : [low, target])
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    if (grabbed.current === 'low') onValueChange([Math.min(valueAt(event), high), high])
    if (grabbed.current === 'high') onValueChange([low, Math.max(valueAt(event), low)])
  }

  function letGo() {
    grabbed.current = null
    commit()
  }

  const shared = { type: 'range', min, max, step, onKeyUp: commit, onBlur: commit } as const
  const shareOf = (number: number) => (max === min ? 0 : (number - min) / (max - min))
  const style: CSSProperties & Record<`--${string}`, number> = { '--low': shareOf(low), '--high': shareOf(high) }

  return (
    <div className={cx('flex flex-col', className)}>
      <output className="text-lg font-semibold tabular-nums">{formatRange(low, high)}</output>
      <div
        className="range-look relative h-11 cursor-pointer touch-pan-y"
        style={style}
        onPointerDown={grab}
        onPointerMove={follow}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <div className="range-track" />
        <input
          {...shared}
          ref={lowRef}
          name={lowName}
          value={low}
          aria-label={lowLabel}
          // Both thumbs at the far end: the lower one must be on top, or neither could be moved.
          className={cx(low > (min + max) / 2 && 'z-10')}
          onChange={(event) => onValueChange([Math.min(event.currentTarget.valueAsNumber, high), high])}
        />
        <input
          {...shared}
          ref={highRef}
          name={highName}
          value={high}
          aria-label={highLabel}
          onChange={(event) => onValueChange([low, Math.max(event.currentTarget.valueAsNumber, low)])}
        />
      </div>
    </div>
  )
}
