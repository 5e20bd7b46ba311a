import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Brand } from './brand.tsx'

interface Props {
  isHiddenOnPhone?: boolean
  /** Before the brand. */
  start?: ReactNode
  children: ReactNode
}

/** The bar at the top of a page: the brand and the layout's entries. Stays visible during scrolling. */
export function Bar({ isHiddenOnPhone = false, start, children }: Props) {
  return (
    <header
      className={cx(
        'sticky top-0 z-30 border-b border-line bg-surface/90 pt-safe backdrop-blur-md',
        isHiddenOnPhone && 'max-md:hidden',
      )}
    >
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-2 px-4 md:px-6">
        {start}
        <div className="min-w-0 grow md:grow-0">
          <Brand />
        </div>
        {children}
      </div>
    </header>
  )
}
