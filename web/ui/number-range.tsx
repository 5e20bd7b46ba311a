import { useRef, type CSSProperties, type PointerEvent } from 'react'
import { cx } from './cx.ts'

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

  function commit() {
    if (committed.current[0] === low && committed.current[1] === high) return
    committed.current = value
    onValueCommit?.(value)
  }

  /** A press on the track brings the nearer thumb there. */
  function jump(event: PointerEvent<HTMLDivElement>) {
    if (event.target instanceof HTMLInputElement) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const aimed = min + Math.round(((isRtl ? 1 - share : share) * (max - min)) / step) * step
    const target = Math.min(max, Math.max(min, aimed))
    const movesLow = Math.abs(target - low) < Math.abs(target - high) || target < low
    event.preventDefault()
    ;(movesLow ? lowRef : highRef).current?.focus()
    onValueChange(movesLow ? [target, high] : [low, target])
  }

  const shared = { type: 'range', min, max, step, onPointerUp: commit, onKeyUp: commit, onBlur: commit } as const
  const shareOf = (number: number) => (max === min ? 0 : (number - min) / (max - min))
  const style: CSSProperties & Record<`--${string}`, number> = { '--low': shareOf(low), '--high': shareOf(high) }

  return (
    <div className={cx('flex flex-col', className)}>
      <output className="text-lg font-semibold tabular-nums">{formatRange(low, high)}</output>
      <div className="range-look relative h-11 cursor-pointer" style={style} onPointerDown={jump} onPointerUp={commit}>
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
