import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { IntlProvider } from '#web/i18n/intl.tsx'
import type { Messages } from 'use-intl'
import type { CountryCode } from '#contract/countries.ts'
import { textLanguage, type LanguageCode } from '#contract/languages.ts'
import { formatLocale } from '#contract/locales.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { loadCatalogue } from './catalogues.ts'
import { whenIdle } from '#web/ui/when-idle.ts'
import { savePreference, TIME_ZONE_COOKIE } from './cookies.ts'
import './messages.ts'
import { NowProvider } from './now.tsx'

/** What the server decided for a page. The browser hydrates with it, so that both render the same texts. */
export interface TextSettings {
  language: LanguageCode
  /** Of dates, numbers and money (SHELL-4). */
  locale: string
  /** Country of the visitor or member. */
  country: CountryCode
  /** In the language of the page; empty after a change of language. */
  countryName: string
  /** The languages of the country, which menus show first (SET-6). */
  countryLanguages: LanguageCode[]
  catalogue: Messages
  timeZone: string
  now: Date
}

interface LanguageChoice extends Pick<
  TextSettings,
  'language' | 'locale' | 'country' | 'countryName' | 'countryLanguages'
> {
  /**
   * Shows the page in another language without a reload and saves the choice in a cookie. Returns false, and
   * changes nothing, if another one was chosen meanwhile. @throws Error if the texts cannot be loaded
   */
  switchLanguage: (language: LanguageCode) => Promise<boolean>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

/** Provides texts, formats, time zone and clock to the tree. */
export function TextsProvider({ initial, children }: { initial: TextSettings; children: ReactNode }) {
  const { country, countryLanguages } = initial
  const [{ language, locale, countryName, catalogue }, setShown] =
    useState<Pick<TextSettings, 'language' | 'locale' | 'countryName' | 'catalogue'>>(initial)
  const timeZone = useTimeZoneOfBrowser(initial.timeZone)

  const latest = useRef<LanguageCode>(initial.language)

  const switchLanguage = useCallback(
    async (chosen: LanguageCode) => {
      latest.current = chosen
      const texts = await loadCatalogue(textLanguage(chosen))
      if (latest.current !== chosen) return false
      savePreference(LANGUAGE_COOKIE, chosen)
      setShown({
        language: chosen,
        locale: formatLocale({ language: chosen, isChosen: true, country, offered: countryLanguages }),
        countryName: '',
        catalogue: texts,
      })
      return true
    },
    [country, countryLanguages],
  )
  const choice = useMemo(
    () => ({ language, locale, country, countryName, countryLanguages, switchLanguage }),
    [language, locale, country, countryName, countryLanguages, switchLanguage],
  )

  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={locale} messages={catalogue} timeZone={timeZone}>
        <NowProvider initial={initial.now}>{children}</NowProvider>
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

/**
 * Returns the page's time zone until hydration, and then the browser's, saved so that the server writes the
 * same hours from the next page on. The first format of dates takes long, so pages without dates do not wait.
 */
function useTimeZoneOfBrowser(initial: string) {
  const [timeZone, setTimeZone] = useState(initial)
  useEffect(
    () =>
      whenIdle(() => {
        const own = Intl.DateTimeFormat().resolvedOptions().timeZone
        savePreference(TIME_ZONE_COOKIE, own)
        startTransition(() => setTimeZone(own))
      }),
    [],
  )
  return timeZone
}
