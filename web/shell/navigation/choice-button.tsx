import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A button that sends the form of one choice; the current one is marked. */
export function ChoiceButton({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex min-h-16 w-full cursor-pointer items-center justify-between gap-3 rounded-md border px-4 py-2.5 text-start transition-colors duration-150',
        isCurrent ? 'border-accent bg-accent-soft' : 'border-line bg-surface-raised hover:border-line-strong',
      )}
    >
      <span className="min-w-0">{children}</span>
      {isCurrent && <Check aria-hidden className="size-5 shrink-0 text-accent-text" />}
    </button>
  )
}
