import ChevronDown from 'lucide-react/icons/chevron-down'
import { href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { countryOptions } from '#web/features/settings/place-options.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { ChoiceButton } from './choice-button.tsx'

/**
 * The countries of the site, each a form of its own that works without JavaScript (SET-8). Sending one opens the page again,
 * because everything on it can differ: formats, languages, prices.
 */
export function CountryForms() {
  const t = useTranslations('settings.countries')
  const { country, locale } = useLanguage()
  const nameOf = useCountryName()
  const options = countryOptions(useSettings().countries, { nameOf, language: locale })
  if (options.length < 2) return null
  return (
    <section>
      <h2 className="mb-3 text-lg font-bold">{t('title')}</h2>
      <details className="group">
        <summary className="flex min-h-16 cursor-pointer items-center justify-between gap-3 rounded-md border border-line bg-surface-raised px-4 py-2.5 transition-colors duration-150 hover:border-line-strong">
          <span className="min-w-0">
            <span className="block font-semibold">{nameOf(country)}</span>
            <span className="block text-sm text-text-muted">{t('lead')}</span>
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <ul className="mt-2 grid gap-2 sm:grid-cols-2">
          {options.map(({ value, label }) => (
            <li key={value}>
              <form method="post" action={`${href('/lang-config')}?country=${value}`}>
                <ChoiceButton isCurrent={value === country}>
                  <span className="font-semibold">{label}</span>
                </ChoiceButton>
              </form>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
