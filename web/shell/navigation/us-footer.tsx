import { useTranslations } from '#web/i18n/intl.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'

/** What laws of states of the USA ask a dating site to say: for readers of English there (PAGES-5). */
export function UsFooter() {
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
