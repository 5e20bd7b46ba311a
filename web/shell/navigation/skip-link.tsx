import { useTranslations } from '#web/i18n/intl.tsx'

/** The first link for keyboard users: skips the bar and leads to the content. */
export function SkipLink() {
  const t = useTranslations('shell')
  return (
    <a
      href="#content"
      className="fixed start-4 top-2 z-50 -translate-y-20 rounded-full bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('skip')}
    </a>
  )
}
