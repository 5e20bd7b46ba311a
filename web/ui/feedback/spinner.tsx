import LoaderCircle from 'lucide-react/icons/loader-circle'
import { cx } from '#web/ui/cx.ts'

const sizes = { sm: 'size-4', md: 'size-6' } satisfies Record<string, string>

type SpinnerProps = {
  /** For screen readers; leave it out where the wait is announced elsewhere, as in a pending button. */
  label?: string | undefined
  size?: keyof typeof sizes
}

/** Shows a wait for something of unknown shape. Where the shape is known, use a Skeleton. */
export function Spinner({ label, size = 'md' }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={cx('animate-spin', sizes[size])} strokeWidth={2.25} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
