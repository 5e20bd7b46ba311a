import { useTranslations } from '#web/i18n/intl.tsx'
import { MINIMUM_AGE } from '#contract/limits.ts'

/** What the entry warning says. */
export function EntryText() {
  const t = useTranslations('pages.entry')
  return (
    <>
      <p>{t('adults', { age: MINIMUM_AGE })}</p>
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
