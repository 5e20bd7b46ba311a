import { Outlet } from 'react-router'
import { SignupModal } from '#web/shell/entry/signup-modal.tsx'
import { Brand } from '#web/shell/navigation/brand.tsx'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { PageShell } from './page-shell.tsx'

/** One task without navigation: log-in, sign-up. */
export default function EmptyLayout() {
  return (
    <PageShell
      header={
        <header className="flex items-center justify-between px-4 py-3 md:px-6">
          <Brand />
          <LanguageMenu />
        </header>
      }
      className="mx-auto max-w-page px-4 py-6 md:px-6"
    >
      <Outlet />
      <SignupModal />
    </PageShell>
  )
}
