import { createContext, use, useMemo, type ReactNode } from 'react'
import {
  _createCache as createCache,
  _createIntlFormatters as createIntlFormatters,
  createFormatter,
  createTranslator,
  type Formats,
  type IntlConfig,
  type Messages,
} from 'use-intl/core'

/*
 * Replaces `use-intl` while pages are rendered on the server (web/vite/catalogues.ts). The texts and formats of a language
 * are the same for every visitor, so translators and `Intl` objects are shared by all pages. use-intl itself creates them
 * for every page, which took a sixth of the time of rendering one.
 */

interface Intl {
  config: Config
  /** One per namespace, shared by all pages in this language and time zone. */
  translators: Map<string, unknown>
}

type Config = Omit<IntlConfig, 'formats' | 'messages'> & { messages: Messages; formats: Formats }

const cache = createCache()
const formatters = createIntlFormatters(cache)
const translatorsByLocale = new Map<string, Intl['translators']>()
const IntlContext = createContext<Intl | null>(null)

export function IntlProvider({ children, ...config }: Config & { children: ReactNode }) {
  return <IntlContext value={{ config, translators: translatorsOf(config) }}>{children}</IntlContext>
}

export function useTranslations(namespace: string) {
  const { config, translators } = useIntl()
  const cached = translators.get(namespace)
  if (cached) return cached
  // The time differs from page to page.
  const { now: _now, ...shared } = config
  // The types of the keys are checked against the real `useTranslations`.
  const translator: unknown = createTranslator({
    ...shared,
    namespace: namespace as never,
    _cache: cache,
    _formatters: formatters,
  })
  translators.set(namespace, translator)
  return translator
}

export function useFormatter() {
  const { config } = useIntl()
  return useMemo(() => createFormatter({ ...config, _formatters: formatters }), [config])
}

export function useLocale() {
  return useIntl().config.locale
}

export function useTimeZone() {
  return useIntl().config.timeZone
}

export function useNow() {
  return useIntl().config.now
}

function useIntl() {
  const intl = use(IntlContext)
  if (!intl) throw new Error('Translations need an IntlProvider above them')
  return intl
}

function translatorsOf({ locale, timeZone }: Config) {
  const key = `${locale} ${timeZone}`
  const cached = translatorsByLocale.get(key)
  if (cached) return cached
  const translators: Intl['translators'] = new Map()
  translatorsByLocale.set(key, translators)
  return translators
}
