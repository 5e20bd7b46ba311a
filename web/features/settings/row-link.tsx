import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from '#web/api/link.tsx'
import { cx } from '#web/ui/cx.ts'

interface RowLinkProps {
  to: string
  icon?: ReactNode
  label: ReactNode
  /** At the end of the line, such as a number. */
  value?: ReactNode
  /** The page shown now. */
  isCurrent?: boolean
  /** Looks as if it were, on wide screens: its page stands beside the rows. */
  isBeside?: boolean
}

/** A list of rows that lead to pages. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className="overflow-hidden rounded-lg bg-surface-raised shadow-raised">{children}</ul>
}

/** One row: icon, name, value, arrow. The whole line is the link. */
export function RowLink({ to, icon, label, value, isCurrent = false, isBeside = isCurrent }: RowLinkProps) {
  return (
    <li className="not-first:border-t not-first:border-line">
      <Link
        to={to}
        prefetch="intent"
        aria-current={isCurrent ? 'page' : undefined}
        className={cx(
          'flex min-h-13 items-center gap-3 px-4 py-2 text-text -outline-offset-2 transition-colors duration-150 hover:bg-surface-muted',
          isBeside && 'md:bg-accent-soft md:font-semibold md:text-accent-text',
        )}
      >
        {icon && (
          <span className={cx('text-text-muted [&>svg]:size-5', isBeside && 'md:text-accent-text')}>{icon}</span>
        )}
        <span className="min-w-0 grow wrap-anywhere">{label}</span>
        {value !== undefined && <span className="shrink-0 text-text-muted tabular-nums">{value}</span>}
        <ChevronRight aria-hidden className="size-5 shrink-0 text-text-muted rtl:-scale-x-100" />
      </Link>
    </li>
  )
}
