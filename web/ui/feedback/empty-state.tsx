import type { ReactNode } from 'react'
import { CastImage } from '#web/ui/media/cast-image.tsx'

type EmptyStateProps = {
  /** One icon from lucide-react. */
  icon?: ReactNode
  title: ReactNode
  /** Why the list is empty. */
  children?: ReactNode
  /** The next step. */
  actions?: ReactNode
}

/** Replaces an empty list and offers the next step. Its image has two illustrated people and the icon. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-form flex-col items-center gap-4 px-4 py-12 text-center">
      {icon && (
        <div aria-hidden className="relative flex">
          <CastImage name="m9" className="-me-3 w-24 -rotate-8 rounded-lg shadow-raised" />
          <CastImage name="w5" className="-ms-3 w-24 rotate-8 rounded-lg shadow-raised" />
          <span className="absolute inset-x-0 -bottom-5 mx-auto grid size-14 place-items-center rounded-full bg-surface-raised text-accent-text shadow-floating [&>svg]:size-7">
            {icon}
          </span>
        </div>
      )}
      <h2 className="mt-4 text-xl font-bold">{title}</h2>
      {children && <div className="text-pretty text-text-muted">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
