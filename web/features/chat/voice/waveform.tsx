import { cx } from '#web/ui/cx.ts'

interface Props {
  /** Loudness of the parts, from 0 to 100. */
  peaks: readonly number[]
  /** How much has been played, from 0 to 1. */
  played: number
  className?: string
}

/** The loudness of a voice message over its time, in the colour of the text around it. Decoration. */
export function Waveform({ peaks, played, className }: Props) {
  const step = 100 / Math.max(1, peaks.length)
  return (
    <svg viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden className={cx('fill-current', className)}>
      {peaks.map((peak, index) => {
        const height = 3 + (peak / 100) * 27
        return (
          <rect
            // The parts keep their order.
            key={index}
            x={index * step + step * 0.2}
            y={16 - height / 2}
            width={step * 0.6}
            height={height}
            rx={step * 0.3}
            opacity={index / peaks.length < played ? 1 : 0.45}
          />
        )
      })}
    </svg>
  )
}
