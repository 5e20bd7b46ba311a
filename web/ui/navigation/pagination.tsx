import { renderAs } from '#web/ui/elements/render-as.ts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { pageWindow } from './page-window.ts'

type PaginationProps = {
  /** Names the landmark, e.g. "Pages". */
  label: string
  previousLabel: string
  nextLabel: string
  /** "Page 3" */
  pageLabel: (page: number) => string
  /** Counts from 1. */
  page: number
  pageCount: number
  /** Returns the bare link to a page; style and text are added here. */
  renderLink: (page: number) => ReactElement
  className?: string | undefined
}

/** Links to the pages of a list. Renders nothing for a single page. */
export function Pagination({
  label,
  previousLabel,
  nextLabel,
  pageLabel,
  page,
  pageCount,
  renderLink,
  className,
}: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <PageLink label={previousLabel} render={page > 1 ? renderLink(page - 1) : null}>
            <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
          </PageLink>
        </li>
        {pageWindow({ page, pageCount }).map((slot, index, slots) =>
          slot === 'gap' ? (
            // A gap has no number of its own; the slot before it distinguishes the two gaps.
            <li
              key={`after-${JSON.stringify(slots[index - 1])}`}
              aria-hidden
              className="w-6 text-center text-text-muted"
            >
              …
            </li>
          ) : (
            <li key={slot.page} className={cx(slot.isNeighbour && pageCount > 5 && 'max-sm:hidden')}>
              <PageLink label={pageLabel(slot.page)} isCurrent={slot.page === page} render={renderLink(slot.page)}>
                {slot.page}
              </PageLink>
            </li>
          ),
        )}
        <li>
          <PageLink label={nextLabel} render={page < pageCount ? renderLink(page + 1) : null}>
            <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
          </PageLink>
        </li>
      </ul>
    </nav>
  )
}

type PageLinkProps = {
  label: string
  isCurrent?: boolean
  /** Null on the first and the last page, which have no previous and no next one. */
  render: ReactElement | null
  children: ReactNode
}

function PageLink({ label, isCurrent = false, render, children }: PageLinkProps) {
  return renderAs({
    defaultTagName: 'span',
    render: render ?? undefined,
    props: {
      'aria-label': render ? label : undefined,
      'aria-hidden': render ? undefined : true,
      'aria-current': isCurrent ? 'page' : undefined,
      className: cx(
        'grid h-11 min-w-11 place-items-center rounded-full px-2 font-medium tabular-nums transition-colors duration-150',
        !render && 'opacity-35',
        render && (isCurrent ? 'bg-accent text-on-accent' : 'text-text hover:bg-surface-muted'),
      ),
      children,
    },
  })
}
