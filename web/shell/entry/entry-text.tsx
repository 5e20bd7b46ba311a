import { useTranslations } from '#web/i18n/intl.tsx'
import { useMinimumAge } from '#web/features/settings/use-settings.ts'

/** What the entry warning says. */
export function EntryText() {
  const t = useTranslations('pages.entry')
  return (
    <>
      <p>{t('adults', { age: useMinimumAge() })}</p>
      <p className="text-sm text-text-muted">
        {t.rich('rules', {
          terms: (chunks) => (
            <a href="/terms" className="text-accent-text underline">
              {chunks}
            </a>
          ),
          privacy: (chunks) => (
            <a href="/privacy" className="text-accent-text underline">
              {chunks}
            </a>
          ),
        })}
      </p>
    </>
  )
}
