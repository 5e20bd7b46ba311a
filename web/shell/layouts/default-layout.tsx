import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { cx } from '#web/ui/cx.ts'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { Footer } from '#web/shell/navigation/footer.tsx'
import { usePageLayout } from './page-layout.ts'
import { SkipLink } from '#web/shell/navigation/skip-link.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'

/** Top bar, content, footer; on a phone the bottom bar too. */
export default function DefaultLayout() {
  return (
    <DefaultFrame>
      <Outlet />
    </DefaultFrame>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <DefaultFrame>
      <ErrorPage error={error} />
    </DefaultFrame>
  )
}

function DefaultFrame({ children }: { children: ReactNode }) {
  const { width, hidesBars } = usePageLayout()
  const isLoggedIn = useUser() !== null
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar />
      <main
        id="content"
        tabIndex={-1}
        className={cx('w-full grow outline-none', width === 'page' && 'mx-auto max-w-page px-4 py-6 md:px-6 md:py-8')}
      >
        {children}
      </main>
      <Footer />
      {isLoggedIn && !hidesBars && <BottomBar />}
    </div>
  )
}
