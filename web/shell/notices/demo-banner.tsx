import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#web/i18n/intl.tsx'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'

/** The line of a demo that says that its members are invented (DEMO-4). It cannot be closed. */
export function DemoBanner() {
  const t = useTranslations('shell.demo')
  // Read without a fetch: also part of the page that is shown when the settings cannot be fetched.
  const isDemo = readCached(useQueryClient(), settingsQuery())?.isDemo
  if (!isDemo) return null
  return (
    <aside aria-label={t('label')} className="shrink-0 bg-surface-muted px-4 py-1 text-center text-xs print:hidden">
      {t('text')}
    </aside>
  )
}
