import { useTranslations } from '#web/i18n/intl.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useSiteName } from '#web/features/settings/use-settings.ts'

/** What laws of states of the USA ask a dating site to say: for readers of English there (PAGES-5). */
export function UsNotice({ className }: { className?: string }) {
  const t = useTranslations('shell.footer.us')
  const { language, country } = useLanguage()
  const site = useSiteName()
  if (language !== 'en' || country !== 'US') return null
  return (
    <aside aria-label={t('label')} className={className}>
      <p>{t('checks', { site })}</p>
    </aside>
  )
}
