import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { SignupModal } from '#web/shell/entry/signup-modal.tsx'
import { ErrorPage } from '#web/shell/errors/error-page.tsx'
import { BottomBar } from '#web/shell/navigation/bottom-bar.tsx'
import { Footer } from '#web/shell/navigation/footer.tsx'
import { TopBar } from '#web/shell/navigation/top-bar.tsx'
import { Reminder } from '#web/shell/notices/reminder.tsx'
import { TimeBonusSlot } from '#web/shell/notices/time-bonus-slot.tsx'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useUser } from '#web/features/accounts/use-user.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { usePageLayout } from './page-layout.ts'
import { PageShell } from './page-shell.tsx'

/** Top bar, content in a column, footer; for members on a phone the bottom bar too. */
export default function DefaultLayout() {
  return (
    <DefaultShell>
      <Reminder />
      <TimeBonusSlot className="mb-6" />
      <Outlet />
      <SignupModal />
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
  // Visitors need the bar, which leads to the log-in.
  const isMember = useUser() !== null
  return (
    <PageShell
      header={<TopBar isHiddenOnPhone={hidesBars && isMember} />}
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

/** What laws of states of the USA ask a dating site to say: for readers of English there (PAGES-5). */
function UsFooter() {
  const t = useTranslations('shell.footer.us')
  const { language, country } = useLanguage()
  const site = useSiteName()
  if (language !== 'en' || country !== 'US') return null
  return (
    <aside aria-label={t('label')} className="mx-auto w-full max-w-page px-4 pb-6 text-sm text-text-muted md:px-6">
      <p>{t('checks', { site })}</p>
    </aside>
  )
}
