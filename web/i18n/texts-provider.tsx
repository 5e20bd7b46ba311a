import { createContext, use, useCallback, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider, type Messages } from 'use-intl'
import type { CountryCode } from '#contract/countries.ts'
import { textLanguage, type LanguageCode } from '#contract/languages.ts'
import { formatLocale } from '#contract/locales.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { loadCatalogue } from './catalogues.ts'
import { savePreference } from './cookies.ts'
import { createMinuteClock } from './minute-clock.ts'
import './messages.ts'

/** What the server decided for a page. The browser hydrates with the same, so that both render the same texts. */
export interface TextSettings {
  language: LanguageCode
  /** Of dates, numbers and money (SHELL-4). */
  locale: string
  /** Country of the visitor or member. */
  country: CountryCode
  /** The languages of the country, which menus show first (SET-6). */
  countryLanguages: LanguageCode[]
  catalogue: Messages
  timeZone: string
  now: Date
}

interface LanguageChoice extends Pick<TextSettings, 'language' | 'locale' | 'country' | 'countryLanguages'> {
  /** Shows the page in another language without a reload and saves the choice in a cookie. */
  switchLanguage: (language: LanguageCode) => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

/** Provides texts, formats, time zone and clock to the tree. */
export function TextsProvider({ initial, children }: { initial: TextSettings; children: ReactNode }) {
  const { country, countryLanguages } = initial
  const [{ language, locale, catalogue }, setShown] =
    useState<Pick<TextSettings, 'language' | 'locale' | 'catalogue'>>(initial)
  const timeZone = useSyncExternalStore(subscribeToNothing, browserTimeZone, () => initial.timeZone)
  const now = useSyncExternalStore(clock.subscribe, clock.now, () => initial.now)

  const switchLanguage = useCallback(
    async (chosen: LanguageCode) => {
      savePreference(LANGUAGE_COOKIE, chosen)
      const texts = await loadCatalogue(textLanguage(chosen))
      setShown({
        language: chosen,
        locale: formatLocale({ language: chosen, isChosen: true, country, offered: countryLanguages }),
        catalogue: texts,
      })
    },
    [country, countryLanguages],
  )
  const choice = useMemo(
    () => ({ language, locale, country, countryLanguages, switchLanguage }),
    [language, locale, country, countryLanguages, switchLanguage],
  )

  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={locale} messages={catalogue} timeZone={timeZone} now={now} formats={formats}>
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}

/** @throws Error outside of a TextsProvider */
export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext)
  if (!choice) throw new Error('useLanguage needs a TextsProvider above it')
  return choice
}

/** Named formats: `format.dateTime(date, 'day')`. */
const formats = {
  dateTime: {
    day: { day: 'numeric', month: 'long', year: 'numeric' },
    shortDay: { day: 'numeric', month: 'short' },
    weekday: { weekday: 'long', day: 'numeric', month: 'long' },
    time: { hour: '2-digit', minute: '2-digit' },
  },
} as const

const clock = createMinuteClock()
const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const subscribeToNothing = () => () => {}
