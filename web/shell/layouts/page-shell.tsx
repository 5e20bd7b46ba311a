import type { ReactNode } from 'react'
import { DemoBanner } from '#web/shell/notices/demo-banner.tsx'
import { cx } from '#web/ui/cx.ts'
import { useTranslations } from '#web/i18n/intl.tsx'

interface Props {
  header: ReactNode
  /** Between the bars and the content, which scrolls without it. */
  notice?: ReactNode
  footer?: ReactNode
  /** As high as the screen: only the content scrolls, which also adapts to a phone's keyboard. */
  isScreenHigh?: boolean
  /** Classes of the content. */
  className?: string
  children: ReactNode
}

/**
 * What all layouts share: the skip link, the banner of a demo, and the content as a focusable landmark. A
 * layout renders its own shell from it for its pages and for its error page; neither can render the other,
 * because the router turns a route's default export into an expression without a name.
 */
export function PageShell({ header, notice, footer, isScreenHigh, className, children }: Props) {
  return (
    <div className={cx('flex flex-col', isScreenHigh ? 'h-(--viewport-height,100dvh) overflow-hidden' : 'min-h-dvh')}>
      <SkipLink />
      {header}
      <DemoBanner />
      {notice}
      <main id="content" tabIndex={-1} className={cx('w-full grow outline-none', className)}>
        {children}
      </main>
      {footer}
    </div>
  )
}

/** The first link for keyboard users: skips the bar and leads to the content. */
function SkipLink() {
  const t = useTranslations('shell')
  return (
    <a
      href="#content"
      className="fixed start-4 top-2 z-50 -translate-y-20 rounded-full bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('skip')}
    </a>
  )
}
