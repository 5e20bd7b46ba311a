import { Form, href } from 'react-router'
import { useTranslations } from '#web/i18n/intl.tsx'
import { isLanguage, languageCodes, languageNames, type LanguageCode } from '#contract/languages.ts'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { useCountryName } from '#web/i18n/use-country-name.ts'
import { ChoiceButton } from './choice-button.tsx'
import { useLanguageChoice } from './language-menu.tsx'

/** All languages, those of the visitor's country first (SET-6), each a form of its own that works without JavaScript. */
export function LanguageForms() {
  const t = useTranslations('settings.languages')
  const countryName = useCountryName()
  const { country, countryLanguages } = useLanguage()
  const others = languageCodes.filter((code) => !countryLanguages.includes(code))
  return (
    <div className="flex flex-col gap-8">
      <LanguageList heading={t('ofCountry', { country: countryName(country) })} codes={countryLanguages} />
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
  const t = useTranslations('settings.languages')
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
        {!isLanguage(code) && <span className="block text-sm text-text-muted">{t('englishTexts')}</span>}
      </ChoiceButton>
    </Form>
  )
}
