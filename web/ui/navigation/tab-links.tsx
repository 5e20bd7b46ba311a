import { renderAs } from '#web/ui/elements/render-as.ts'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type TabLink = {
  key: string
  label: ReactNode
  badge?: ReactNode
  isCurrent: boolean
  /** The link without its text: `<Link to=… />`. */
  render: ReactElement
}

type TabLinksProps = {
  /** Names the landmark. */
  label: string
  links: readonly TabLink[]
  className?: string | undefined
}

/** Links in the style of tabs, for views with URLs of their own. */
export function TabLinks({ label, links, className }: TabLinksProps) {
  return (
    <nav aria-label={label} className={cx(tabListVariants, className)}>
      {links.map((link) => (
        <Tab key={link.key} link={link} />
      ))}
    </nav>
  )
}

function Tab({ link }: { link: TabLink }) {
  return renderAs({
    render: link.render,
    props: {
      'aria-current': link.isCurrent ? 'page' : undefined,
      className: tabVariants,
      children: (
        <>
          {link.label}
          {link.badge}
        </>
      ),
    },
  })
}

const tabListVariants = 'flex gap-1 overflow-x-auto border-b border-line scrollbar-none'

const tabVariants =
  'relative flex min-h-12 shrink-0 cursor-pointer items-center gap-2 rounded-t-sm px-4 max-[22.5rem]:gap-1 max-[22.5rem]:px-2.5 font-semibold whitespace-nowrap text-text-muted no-underline transition-colors duration-150 select-none hover:text-text ' +
  'focus-visible:-outline-offset-2 ' +
  'after:absolute after:inset-x-3 after:bottom-0 after:h-0.75 after:rounded-full after:bg-transparent after:transition-colors after:duration-150 ' +
  'aria-[current=page]:text-accent-text aria-[current=page]:after:bg-accent'
