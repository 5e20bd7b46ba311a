import { Outlet } from 'react-router'
import { SignupModal } from '#web/shell/entry/signup-modal.tsx'
import { Brand } from '#web/shell/navigation/brand.tsx'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { cx } from '#web/ui/cx.ts'
import { usePageLayout } from './page-layout.ts'
import { PageShell } from './page-shell.tsx'

/** One task without navigation: log-in, sign-up, which fills a phone's screen. */
export default function EmptyLayout() {
  const { hidesBars } = usePageLayout()
  return (
    <PageShell
      header={
        <header
          className={cx(
            'mx-auto flex w-full max-w-page items-center justify-between px-4 py-3 md:px-6',
            hidesBars && 'max-md:hidden',
          )}
        >
          <Brand />
          <LanguageMenu />
        </header>
      }
      className={cx('mx-auto max-w-page px-4 md:px-6', hidesBars ? 'flex flex-col pt-2 md:py-6' : 'py-6')}
    >
      <Outlet />
      <SignupModal />
    </PageShell>
  )
}
