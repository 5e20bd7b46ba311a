import { renderAs } from '#web/ui/elements/render-as.ts'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { tabListVariants, tabVariants } from './tab-variants.ts'

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
