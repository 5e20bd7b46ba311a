import { type ReactNode, useEffect } from 'react'
import { Outlet } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'
import { Reminder } from '#web/shell/notices/reminder.tsx'
import { PageShell } from './page-shell.tsx'
import { usePageLayout } from './page-layout.ts'
import { requireLogin } from './require-login.ts'
import { followViewport, heightAboveKeyboard } from '#web/ui/hooks/keyboard.ts'

export const middleware = [requireLogin]
export const clientMiddleware = [requireLogin]

/** The conversation takes the whole height between the bars. */
export default function ChatLayout() {
  return (
    <ChatShell hasReminder>
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

function ChatShell({ hasReminder = false, children }: { hasReminder?: boolean; children: ReactNode }) {
  const t = useTranslations('shell')
  const { hidesBars } = usePageLayout()
  useHeightAboveKeyboard()
  return (
    <PageShell
      isScreenHigh
      header={<TopBar isHiddenOnPhone={hidesBars} />}
      notice={
        // A phone whose keyboard is open has no room for it.
        hasReminder && (
          <aside
            aria-label={t('reminder')}
            className="mx-auto w-full max-w-page px-4 pt-3 empty:hidden md:px-6 max-md:[@media(max-height:37.5rem)]:hidden"
          >
            <Reminder />
          </aside>
        )
      }
      footer={<BottomBar />}
      className="mx-auto min-h-0 max-w-page"
    >
      {children}
    </PageShell>
  )
}

/**
 * Sets `--viewport-height` while a keyboard covers the page. iPhones move the page, with what is at its top,
 * instead of shrinking it: a page as high as the visible part can stay where it is.
 */
function useHeightAboveKeyboard() {
  useEffect(
    () =>
      followViewport('--viewport-height', (viewport, set) => {
        const height = heightAboveKeyboard(viewport, { pageHeight: window.innerHeight })
        set(height)
        if (height !== null && viewport.offsetTop > 0) window.scrollTo(0, 0)
      }),
    [],
  )
}
