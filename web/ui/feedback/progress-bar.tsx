import { useEffect, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

const SHOW_AFTER_MS = 200
const HIDE_AFTER_MS = 500

type ProgressBarProps = {
  /** Something is being waited for. */
  active: boolean
  /** What is being waited for, for screen readers. */
  label: string
}

/**
 * The thin bar at the top of the page during real waits: shows only after 200 ms, runs for 5 s towards the end, fills up
 * when the wait is over and is gone 500 ms later. Source: SHELL-11.
 */
export function ProgressBar({ active, label }: ProgressBarProps) {
  const [isShown, setIsShown] = useState(false)
  const [run, setRun] = useState({ active, number: 0 })
  if (run.active !== active) setRun({ active, number: active ? run.number + 1 : run.number })

  useEffect(() => {
    const timer = setTimeout(() => setIsShown(active), active ? SHOW_AFTER_MS : HIDE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [active])

  if (!isShown) return null
  return (
    <div role="progressbar" aria-label={label} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75">
      <div
        // A new wait starts from the left again.
        key={run.number}
        className={cx(
          'h-full origin-left bg-accent rtl:origin-right',
          active
            ? 'scale-x-95 transition-transform duration-[5s] ease-swift starting:scale-x-0'
            : 'opacity-0 transition-[scale,opacity] delay-[0ms,200ms] duration-200',
        )}
      />
    </div>
  )
}
