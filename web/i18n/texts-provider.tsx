import { MINUTE } from '#contract/time.ts'
import { createContext, use, useCallback, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { IntlProvider, type Messages } from 'use-intl'
import type { Language } from '#contract/languages.ts'
import { loadCatalogue } from './catalogues.ts'
import { rememberLanguage } from './cookies.ts'
import './messages.ts'

/** What the server wrote the page with; the browser starts from the same, so that both draw the same. */
export interface TextSettings {
  language: Language
  catalogue: Messages
  timeZone: string
  now: Date
}

interface LanguageChoice {
  language: Language
  /** Shows everything in another language at once, without a reload, and keeps the choice for a year. */
  switchLanguage: (language: Language) => Promise<void>
}

const LanguageContext = createContext<LanguageChoice | null>(null)

/** Gives the tree its texts, formats, time zone and clock. */
export function TextsProvider({ initial, children }: { initial: TextSettings; children: ReactNode }) {
  const [{ language, catalogue }, setShown] = useState({ language: initial.language, catalogue: initial.catalogue })
  const timeZone = useSyncExternalStore(never, browserTimeZone, () => initial.timeZone)
  const now = useSyncExternalStore(everyMinute, currentMinute, () => initial.now)

  const switchLanguage = useCallback(async (wanted: Language) => {
    rememberLanguage(wanted)
    setShown({ language: wanted, catalogue: await loadCatalogue(wanted) })
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

let minute = new Date()

function everyMinute(onChange: () => void) {
  const timer = setInterval(() => {
    minute = new Date()
    onChange()
  }, MINUTE)
  return () => clearInterval(timer)
}

const currentMinute = () => minute
const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const never = () => () => {}
