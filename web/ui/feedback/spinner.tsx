import { LoaderCircle } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-10' } satisfies Record<string, string>

type SpinnerProps = {
  /** Said to screen readers; leave it out where the waiting is announced elsewhere, as in a pending button. */
  label?: string | undefined
  size?: keyof typeof sizes
  className?: string | undefined
}

/** Something is being waited for and has no shape yet. Where the shape is known, use a Skeleton. */
export function Spinner({ label, size = 'md', className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <LoaderCircle aria-hidden className={cx('animate-spin', sizes[size])} strokeWidth={2.25} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
