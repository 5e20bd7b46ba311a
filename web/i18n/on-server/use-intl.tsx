import { createContext, use, type ReactNode } from 'react'
import {
  _createCache as createCache,
  _createIntlFormatters as createIntlFormatters,
  createFormatter,
  createTranslator,
  type Formats,
  type IntlConfig,
  type Messages,
} from 'use-intl/core'
import { PLACE_OF_NAME } from '#web/i18n/name-in.ts'

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

/** Without the time, which differs from page to page: `web/i18n/now.tsx` provides it. */
type Config = Omit<IntlConfig, 'formats' | 'messages' | 'now'> & { messages: Messages; formats: Formats }

const cache = createCache()
const formatters = createIntlFormatters(cache)
const translatorsByLocale = new Map<string, Intl['translators']>()
/** Created by the first component of a page that needs it. */
const formattersOfPages = new WeakMap<Intl, ReturnType<typeof createFormatter>>()
const IntlContext = createContext<Intl | null>(null)

export function IntlProvider({ children, ...config }: Config & { children: ReactNode }) {
  return <IntlContext value={{ config, translators: translatorsOf(config) }}>{children}</IntlContext>
}

export function useTranslations(namespace: string) {
  const { config, translators } = useIntl()
  const cached = translators.get(namespace)
  if (cached) return cached
  // The types of the keys are checked against the real `useTranslations`.
  const translator = withPlainTexts(
    createTranslator({
      ...config,
      namespace: namespace as never,
      _cache: cache,
      _formatters: formatters,
    }),
    `${config.locale} ${namespace}`,
  )
  translators.set(namespace, translator)
  return translator
}

const plainTexts = new Map<string, Map<string, string>>()

/** Bound of the texts with values that a translator keeps. */
const MAX_TEXTS = 500

/**
 * Keeps the texts without values, which are the same in all time zones, and for each translator those with numbers alone.
 * `source` names the locale and the namespace.
 */
function withPlainTexts(translator: object, source: string) {
  const translate = translator as (key: string, ...values: unknown[]) => string
  const texts = plainTexts.get(source) ?? new Map<string, string>()
  plainTexts.set(source, texts)
  const textsWithNumbers = new Map<string, string>()
  return Object.assign((key: string, ...values: unknown[]) => {
    const known = values.length === 0 ? texts : textsWithNumbers
    const name = values.length === 0 ? key : nameOfText(key, values)
    if (name === null) return translate(key, ...values)
    const text = known.get(name) ?? translate(key, ...values)
    if (values.length > 0 && known.size >= MAX_TEXTS) known.clear()
    known.set(name, text)
    return text
  }, translator)
}

/** Returns the key with its values; null if one is not a number, such as the name of a member, which is not kept. */
function nameOfText(key: string, [values, ...formats]: unknown[]) {
  if (typeof values !== 'object' || values === null || formats.length > 0) return null
  let name = key
  for (const [argument, value] of Object.entries(values)) {
    if (typeof value !== 'number' && value !== '' && value !== PLACE_OF_NAME) return null
    name += ` ${argument}=${value}`
  }
  return name
}

export function useFormatter() {
  const intl = useIntl()
  const formatter = formattersOfPages.get(intl) ?? createFormatter({ ...intl.config, _formatters: formatters })
  formattersOfPages.set(intl, formatter)
  return formatter
}

export function useLocale() {
  return useIntl().config.locale
}

export function useTimeZone() {
  return useIntl().config.timeZone
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
