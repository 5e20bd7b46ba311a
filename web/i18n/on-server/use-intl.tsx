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
 * Stands for `use-intl` while pages are drawn on the server (web/vite/catalogues.ts). Texts and formats of a language are
 * the same for every visitor, so translators and `Intl` objects are kept from page to page; use-intl itself makes them
 * anew for every page, which cost a sixth of the time of drawing one.
 */

interface Intl {
  config: Config
  /** One per namespace, shared by all pages in this language and time zone. */
  translators: Map<string, unknown>
}

type Config = Omit<IntlConfig, 'formats' | 'messages'> & { messages: Messages; formats: Formats }

const cache = createCache()
const formatters = createIntlFormatters(cache)
const kept = new Map<string, Intl['translators']>()
const IntlContext = createContext<Intl | null>(null)

export function IntlProvider({ children, ...config }: Config & { children: ReactNode }) {
  return <IntlContext value={{ config, translators: translatorsOf(config) }}>{children}</IntlContext>
}

export function useTranslations(namespace: string) {
  const { config, translators } = useIntl()
  const known = translators.get(namespace)
  if (known) return known
  const { now: _now, ...unchanging } = config
  // The types of the keys are checked against the real `useTranslations`.
  const translator: unknown = createTranslator({
    ...unchanging,
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
  if (!intl) throw new Error('Texts need an IntlProvider above them')
  return intl
}

function translatorsOf({ locale, timeZone }: Config) {
  const key = `${locale} ${timeZone}`
  const known = kept.get(key)
  if (known) return known
  const translators: Intl['translators'] = new Map()
  kept.set(key, translators)
  return translators
}
