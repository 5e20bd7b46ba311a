import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { Footer } from '#web/shell/navigation/footer.tsx'
import { UsFooter } from '#web/shell/navigation/us-footer.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'
import { Reminder } from '#web/shell/notices/reminder.tsx'
import { TimeBonusSlot } from '#web/shell/notices/time-bonus-slot.tsx'
import { usePageLayout } from './page-layout.ts'
import { PageShell } from './page-shell.tsx'

/** Top bar, content in a column, footer; for members on a phone the bottom bar too. */
export default function DefaultLayout() {
  return (
    <DefaultShell>
      <Reminder />
      <TimeBonusSlot className="mb-6" />
      <Outlet />
    </DefaultShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <DefaultShell>
      <ErrorPage error={error} />
    </DefaultShell>
  )
}

function DefaultShell({ children }: { children: ReactNode }) {
  const { hidesBars } = usePageLayout()
  return (
    <PageShell
      header={<TopBar isHiddenOnPhone={hidesBars} />}
      footer={
        <>
          <Footer />
          <UsFooter />
          <BottomBar />
        </>
      }
      className="mx-auto max-w-page px-4 py-6 md:px-6 md:py-8"
    >
      {children}
    </PageShell>
  )
}
