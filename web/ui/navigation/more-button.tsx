import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'

interface Props {
  label: string
  isPending: boolean
  onClick: () => unknown
  className?: string
}

/** Loads the next part of the list above it. */
export function MoreButton({ label, isPending, onClick, className }: Props) {
  return (
    <div className={cx('text-center', className)}>
      <Button variant="outline" isPending={isPending} onClick={() => void onClick()}>
        {label}
      </Button>
    </div>
  )
}
