import { createContext, use, useCallback, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider, type Messages } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { LANGUAGE_COOKIE } from '#contract/limits.ts'
import { loadCatalogue } from './catalogues.ts'
import { savePreference } from './cookies.ts'
import { createMinuteClock } from './minute-clock.ts'
import './messages.ts'

/** What the server rendered the page with. The browser hydrates with the same, so that both render the same texts. */
export interface TextSettings {
  language: Language
  catalogue: Messages
  timeZone: string
  now: Date
}

interface LanguageChoice {
  language: Language
  /** Shows the page in another language without a reload and saves the choice in a cookie. */
  switchLanguage: (language: Language) => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

/** Provides texts, formats, time zone and clock to the tree. */
export function TextsProvider({ initial, children }: { initial: TextSettings; children: ReactNode }) {
  const [{ language, catalogue }, setShown] = useState({ language: initial.language, catalogue: initial.catalogue })
  const timeZone = useSyncExternalStore(subscribeToNothing, browserTimeZone, () => initial.timeZone)
  const now = useSyncExternalStore(clock.subscribe, clock.now, () => initial.now)

  const switchLanguage = useCallback(async (chosen: Language) => {
    savePreference(LANGUAGE_COOKIE, chosen)
    setShown({ language: chosen, catalogue: await loadCatalogue(chosen) })
  }, [])
  const choice = useMemo(() => ({ language, switchLanguage }), [language, switchLanguage])

  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={language} messages={catalogue} timeZone={timeZone} now={now} formats={formats}>
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
