import { createContext, use, type ReactNode } from 'react'
import type { useTranslations as useTranslationsOfLibrary } from 'use-intl'
import { createFormatter, createTranslator, type Messages } from 'use-intl/core'

/*
 * The texts and formats of a page, with the types of use-intl. Its own hooks create a translator per
 * component and the `Intl` objects per page; here both exist once per language and time zone.
 */

interface Config {
  /** Of dates, numbers and money (SHELL-4). */
  locale: string
  messages: Messages
  timeZone: string
}

interface Intl extends Config {
  /** By namespace. */
  translators: Map<string, unknown>
  formatter: ReturnType<typeof createFormatter>
}

/** Named formats: `format.dateTime(date, 'day')`, and in texts `{rate, number, percent}`. */
const formats = {
  dateTime: {
    day: { day: 'numeric', month: 'long', year: 'numeric' },
    shortDay: { day: 'numeric', month: 'short' },
    weekday: { weekday: 'long', day: 'numeric', month: 'long' },
    time: { hour: '2-digit', minute: '2-digit' },
  },
  number: {
    percent: { style: 'percent' },
  },
} as const

/** Pairs of locale and time zone. A visitor can name any; the one that was made first goes first. */
const MAX_PAIRS = 100

const intlsOf = new WeakMap<Messages, Map<string, Intl>>()
const IntlContext = createContext<Intl | null>(null)

interface ProviderProps extends Omit<Config, 'messages'> {
  /** With the slices that are rendered. */
  messages: Partial<Messages>
  children: ReactNode
}

export function IntlProvider({ locale, messages, timeZone, children }: ProviderProps) {
  return <IntlContext value={intlOf({ locale, messages: messages as Messages, timeZone })}>{children}</IntlContext>
}

function intlOf({ locale, messages, timeZone }: Config) {
  const intls = intlsOf.get(messages) ?? new Map<string, Intl>()
  intlsOf.set(messages, intls)
  const pair = `${locale} ${timeZone}`
  const cached = intls.get(pair)
  if (cached) return cached
  const oldest = intls.size >= MAX_PAIRS ? intls.keys().next().value : undefined
  if (oldest !== undefined) intls.delete(oldest)
  const formatter = createFormatter({ locale, timeZone, formats })
  const intl: Intl = { locale, messages, timeZone, translators: new Map(), formatter }
  intls.set(pair, intl)
  return intl
}

/** Returns a function for the texts of a slice, or of a part of it: `useTranslations('shell.nav')`. */
export const useTranslations: typeof useTranslationsOfLibrary = (namespace) => {
  const { locale, messages, timeZone, translators } = useIntl()
  const cached = translators.get(namespace ?? '')
  // The namespace of its key is that of its type.
  if (cached) return cached as never
  const translator = createTranslator({ locale, messages, timeZone, formats, ...(namespace && { namespace }) })
  translators.set(namespace ?? '', translator)
  return translator
}

export function useFormatter() {
  return useIntl().formatter
}

export function useLocale() {
  return useIntl().locale
}

export function useTimeZone() {
  return useIntl().timeZone
}

function useIntl() {
  const intl = use(IntlContext)
  if (!intl) throw new Error('texts need an IntlProvider above them')
  return intl
}
