import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'
import { PageShell } from './page-shell.tsx'
import { usePageLayout } from './page-layout.ts'

/** The conversation takes the whole height between the bars. */
export default function ChatLayout() {
  return (
    <ChatShell>
      <Outlet />
    </ChatShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <ChatShell>
      <ErrorPage error={error} />
    </ChatShell>
  )
}

function ChatShell({ children }: { children: ReactNode }) {
  const { hidesBars } = usePageLayout()
  return (
    <PageShell
      isScreenHigh
      header={<TopBar isHiddenOnPhone={hidesBars} />}
      footer={<BottomBar />}
      className="mx-auto min-h-0 max-w-page"
    >
      {children}
    </PageShell>
  )
}
