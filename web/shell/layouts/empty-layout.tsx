import { Outlet } from 'react-router'
import { Brand } from '#web/shell/navigation/brand.tsx'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { SkipLink } from '#web/shell/navigation/skip-link.tsx'

/** One task and nothing beside it: log-in, sign-up. */
export default function EmptyLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex items-center justify-between px-4 py-3 md:px-6">
        <Brand />
        <LanguageMenu />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page grow px-4 py-6 outline-none md:px-6">
        <Outlet />
      </main>
    </div>
  )
}
