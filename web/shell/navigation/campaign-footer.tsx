import { useTranslations } from '#web/i18n/intl.tsx'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { useSiteName } from '#web/features/settings/use-settings.ts'
import { LegalLinks } from './legal-links.tsx'

/** Legal links and the disclaimer of landing pages, without the controls of the site's footer, which need its scripts. */
export function CampaignFooter() {
  const t = useTranslations('landers')
  return (
    <footer className="border-t border-line py-6 text-sm text-text-muted">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 md:px-6">
        <LegalLinks />
        <p>
          {useSiteName()} · {t('adults', { age: MINIMUM_AGE })}
        </p>
      </div>
    </footer>
  )
}
