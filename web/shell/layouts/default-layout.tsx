import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { SignupModal } from '#web/shell/entry/signup-modal.tsx'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { Footer } from '#web/shell/navigation/footer.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'
import { UsNotice } from '#web/shell/navigation/us-notice.tsx'
import { cx } from '#web/ui/cx.ts'
import { Reminder } from '#web/shell/notices/reminder.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { usePageLayout } from './page-layout.ts'
import { PageShell } from './page-shell.tsx'

/** Top bar, content in a column, footer; for members on a phone the bottom bar instead of the footer. */
export default function DefaultLayout() {
  return (
    <DefaultShell>
      <Reminder />
      <Outlet />
      <SignupModal />
    </DefaultShell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <DefaultShell hasFailed>
      <ErrorPage error={error} />
    </DefaultShell>
  )
}

function DefaultShell({ hasFailed = false, children }: { hasFailed?: boolean; children: ReactNode }) {
  const { hidesBars } = usePageLayout()
  // Visitors need the bar, which leads to the log-in.
  const isMember = useUser() !== null
  return (
    <PageShell
      header={<TopBar isHiddenOnPhone={hidesBars && isMember} hasFailed={hasFailed} />}
      footer={
        <>
          <Footer />
          <UsNotice
            className={cx(
              'mx-auto w-full max-w-page px-4 pb-6 text-sm text-text-muted md:px-6',
              isMember && 'max-md:hidden',
            )}
          />
          <BottomBar />
        </>
      }
      className="mx-auto max-w-page px-4 py-6 md:px-6 md:py-8"
    >
      {children}
    </PageShell>
  )
}
