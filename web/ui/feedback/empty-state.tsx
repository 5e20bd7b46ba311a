import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const tones = {
  plain: 'bg-accent-soft text-accent-text',
  danger: 'bg-danger-soft text-danger-text',
} satisfies Record<string, string>

type EmptyStateProps = {
  /** One icon from lucide-react. */
  icon?: ReactNode
  title: ReactNode
  /** Why it is empty, or what went wrong. */
  children?: ReactNode
  /** The next step. */
  actions?: ReactNode
  tone?: keyof typeof tones
  /** Of the title, so that the page's outline stays right. */
  headingLevel?: 1 | 2 | 3
  className?: string | undefined
}

/** A list with nothing in it, or a page that failed: says why and offers the next step. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  tone = 'plain',
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={cx('mx-auto flex max-w-form flex-col items-center gap-4 px-4 py-12 text-center', className)}>
      {icon && (
        <span aria-hidden className={cx('grid size-20 place-items-center rounded-full [&>svg]:size-9', tones[tone])}>
          {icon}
        </span>
      )}
      <Heading className="text-xl font-bold">{title}</Heading>
      {children && <div className="text-pretty text-text-muted">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
