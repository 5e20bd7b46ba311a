import { Form, href } from 'react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { useTranslations } from '#web/i18n/intl.tsx'
import { languageNames, type LanguageCode } from '#contract/languages.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { countryOptions } from '#web/features/settings/place-options.ts'
import { useOfferedLanguages, useSettings } from '#web/features/settings/use-settings.ts'
import { cx } from '#web/ui/cx.ts'
import { useLanguageChoice } from './language-menu.tsx'

/** All languages, the visitor's country's first (SET-6), each a form that works without JavaScript. */
export function LanguageForms() {
  const t = useTranslations('settings.languages')
  const countryName = useCountryName()
  const { country, countryLanguages } = useLanguage()
  const offered = useOfferedLanguages()
  const first = offered.filter((code) => countryLanguages.includes(code))
  const others = offered.filter((code) => !countryLanguages.includes(code))
  return (
    <div className="flex flex-col gap-8">
      <LanguageList heading={t('ofCountry', { country: countryName(country) })} codes={first} />
      <LanguageList heading={t('others')} codes={others} />
    </div>
  )
}

function LanguageList({ heading, codes }: { heading: string; codes: readonly LanguageCode[] }) {
  return (
    <section>
      <h2 className="mb-3 text-lg font-bold">{heading}</h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <LanguageForm code={code} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LanguageForm({ code }: { code: LanguageCode }) {
  const choice = useLanguageChoice()
  const isCurrent = choice.value === code
  return (
    <Form
      method="post"
      action={`${href('/lang-config')}?language=${code}`}
      onSubmit={(event) => {
        event.preventDefault()
        choice.onValueChange(code)
      }}
    >
      <ChoiceButton isCurrent={isCurrent}>
        <span lang={code} className="block font-semibold">
          {languageNames[code]}
        </span>
      </ChoiceButton>
    </Form>
  )
}

/**
 * The site's countries, each a form that works without JavaScript (SET-8). Sending one reopens the page,
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

/** A button that sends the form of one choice; the current one is marked. */
function ChoiceButton({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  return (
    <button
      type="submit"
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex min-h-16 w-full cursor-pointer items-center justify-between gap-3 rounded-md border px-4 py-2.5 text-start transition-colors duration-150',
        isCurrent ? 'border-accent bg-accent-soft' : 'border-line bg-surface-raised hover:border-line-strong',
      )}
    >
      <span className="min-w-0">{children}</span>
      {isCurrent && <Check aria-hidden className="size-5 shrink-0 text-accent-text" />}
    </button>
  )
}
