import { Outlet } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { consoleLanguages } from '#contract/languages.ts'
import { LanguageMenu } from '#web/shell/navigation/language-menu.tsx'
import { PageShell } from '#web/shell/layouts/page-shell.tsx'
import { Card } from '#web/ui/elements/card.tsx'

/** The way into the console: log-in and invitation. */
export default function EntryLayout() {
  const t = useTranslations('operator')
  return (
    <PageShell
      header={
        <header className="flex items-center justify-between px-4 py-3 md:px-6">
          <span className="font-bold">{t('name')}</span>
          <LanguageMenu among={consoleLanguages} />
        </header>
      }
      className="mx-auto max-w-form px-4 py-6"
    >
      <Card padding="lg" className="flex flex-col gap-5">
        <Outlet />
      </Card>
    </PageShell>
  )
}
