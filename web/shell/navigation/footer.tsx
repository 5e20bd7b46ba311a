import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { MINIMUM_AGE } from '#contract/limits.ts'
import { useUser } from '#web/features/accounts/use-user.ts'
import { settingsQuery } from '#web/features/settings/queries.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { readCached } from '#web/api/use-cached.ts'
import { cx } from '#web/ui/cx.ts'
import { LegalLinks } from './legal-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Countries whose consumers the law of the European Union protects. */
const EU = 'AT BE DE DK ES FI FR IE IT NL PL SE'

/**
 * Legal links, and a sentence for the visitor's country. Visitors also have the theme switch; members see a
 * smaller footer except on the home page, and an installed app omits the sentence.
 */
export function Footer() {
  const t = useTranslations('shell.footer')
  const visitor = useLanguage()
  // Read from the cache: the error page has to work without the settings.
  const settings = readCached(useQueryClient(), settingsQuery())?.settings
  const { pathname } = useLocation()
  const isLoggedIn = useUser() !== null
  const isSmall = isLoggedIn && pathname !== '/'
  return (
    <footer
      className={cx(
        'border-t border-line text-sm text-text-muted',
        isSmall ? 'mt-8 py-4' : 'mt-12 py-8 standalone:py-4',
      )}
    >
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 md:px-6 standalone:justify-center">
        <LegalLinks className="standalone:justify-center" />
        {!isLoggedIn && <ThemeSwitch />}
        {!isSmall && (
          <p className="w-full standalone:hidden">
            {settings?.name} · {t('adults', { age: MINIMUM_AGE })} ·{' '}
            {EU.includes(visitor.country)
              ? t('disclaimer.eu', { days: settings?.refund_days ?? 0 })
              : t('disclaimer.other')}
          </p>
        )}
      </div>
    </footer>
  )
}
