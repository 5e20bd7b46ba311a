import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { useUser } from '#web/features/accounts/use-user.ts'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { usePageLayout } from './page-layout.ts'
import { SkipLink } from '#web/shell/navigation/skip-link.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'

/** The whole height belongs to the conversation; only what is inside scrolls. Follows a phone's keyboard. */
export default function ChatLayout() {
  return (
    <ChatFrame>
      <Outlet />
    </ChatFrame>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <ChatFrame>
      <ErrorPage error={error} />
    </ChatFrame>
  )
}

function ChatFrame({ children }: { children: ReactNode }) {
  const { hidesBars } = usePageLayout()
  const isLoggedIn = useUser() !== null
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLink />
      <TopBar isHiddenOnPhone={hidesBars} />
      <main id="content" tabIndex={-1} className="mx-auto min-h-0 w-full max-w-page grow outline-none">
        {children}
      </main>
      {isLoggedIn && !hidesBars && <BottomBar />}
    </div>
  )
}
