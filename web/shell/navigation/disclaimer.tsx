import { useQueryClient } from '@tanstack/react-query'
import { disclaimerFor } from '#contract/settings/site-rules.ts'
import { readCached } from '#web/api/use-cached.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useMinimumAge } from '#web/features/settings/use-settings.ts'
import { useTranslations } from '#web/i18n/intl.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'

/** Countries whose consumers the law of the European Union protects. */
const EU = 'AT BE DE DK ES FI FR IE IT NL PL SE'

/** Disclaimer of a footer: the operator's for the visitor's locale, else that of the country (SHELL-21). */
export function Disclaimer({ className }: { className?: string }) {
  const t = useTranslations('shell.footer')
  const visitor = useLanguage()
  const age = useMinimumAge()
  // Read from the cache: the error page has to work without the settings.
  const settings = readCached(useQueryClient(), settingsQuery())?.settings
  const general = EU.includes(visitor.country)
    ? t('disclaimer.eu', { days: settings?.refund_days ?? 0 })
    : t('disclaimer.other')
  return (
    <p className={className}>
      {settings?.name} · {t('adults', { age })} · {(settings && disclaimerFor(settings, visitor)) ?? general}
    </p>
  )
}
