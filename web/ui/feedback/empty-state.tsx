import type { ReactNode } from 'react'

type EmptyStateProps = {
  /** One icon from lucide-react. */
  icon?: ReactNode
  title: ReactNode
  /** Why the list is empty. */
  children?: ReactNode
  /** The next step. */
  actions?: ReactNode
}

/** Replaces an empty list and offers the next step. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-form flex-col items-center gap-4 px-4 py-12 text-center">
      {icon && (
        <span
          aria-hidden
          className="grid size-20 place-items-center rounded-full bg-accent-soft text-accent-text [&>svg]:size-9"
        >
          {icon}
        </span>
      )}
      <h2 className="text-xl font-bold">{title}</h2>
      {children && <div className="text-pretty text-text-muted">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
