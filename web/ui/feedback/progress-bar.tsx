import { useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { afterDelay, delayOf, initialProgress, withWaiting } from './progress.ts'

type ProgressBarProps = {
  isWaiting: boolean
  /** The accessible name. */
  label: string
}

/** The thin bar at the top of the page during waits: fills slowly, and fades out at the end (SHELL-11). */
export function ProgressBar({ isWaiting, label }: ProgressBarProps) {
  const [progress, setProgress] = useState(() => initialProgress(isWaiting))
  const current = withWaiting(progress, isWaiting)
  if (current !== progress) setProgress(current)

  useEffect(() => {
    const timer = setTimeout(() => setProgress(afterDelay), delayOf(isWaiting))
    return () => clearTimeout(timer)
  }, [isWaiting])

  return current.isShown && <Bar key={current.wait} isWaiting={isWaiting} label={label} />
}

/** A new wait is a new element, which starts from the left again. */
export function Bar({ isWaiting, label }: ProgressBarProps) {
  return (
    <div role="progressbar" aria-label={label} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75">
      <div
        className={cx(
          'h-full origin-left bg-accent rtl:origin-right',
          isWaiting
            ? 'scale-x-95 transition-transform duration-[5s] ease-swift starting:scale-x-0'
            : 'opacity-0 transition-[scale,opacity] delay-[0ms,200ms] duration-200',
        )}
      />
    </div>
  )
}
