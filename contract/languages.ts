/** The languages of the site (SHELL-1), in the order of the language menu, each by its own name. */
export const languageNames = {
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  it: 'Italiano',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  sv: 'Svenska',
} as const

/** A language that can be chosen, with or without a catalogue. */
export type LanguageCode = keyof typeof languageNames
export const languageCodes = Object.keys(languageNames) as LanguageCode[]

/** Returns whether a value is the code of a language that can be chosen. */
export function isLanguageCode(value: unknown): value is LanguageCode {
  return typeof value === 'string' && Object.hasOwn(languageNames, value)
}

/** The languages that have a catalogue. English is the default and the fallback (SHELL-1). */
export const languages = ['en', 'da', 'de', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'sv'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** The languages of the operators' console, which is English in all others. */
export const consoleLanguages = ['en', 'fr'] as const satisfies readonly Language[]

/** Returns the language of the texts for a selected one: itself with a catalogue, else English (SHELL-1). */
export function textLanguage(chosen: unknown): Language {
  return isLanguage(chosen) ? chosen : defaultLanguage
}

/** Returns whether a value is the code of a language with a catalogue. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/**
 * Returns the language with a catalogue that an `Accept-Language` header prefers; null if it accepts none.
 * The greatest weight wins, the first of equal ones; `q=0` excludes a language. A region or script subtag
 * counts as its base language (`fr-BE` as `fr`). `*` is every unnamed language, first the default one.
 * Source: RFC 9110, section 12.5.4.
 */
export function preferredLanguage(acceptLanguage: string): Language | null {
  const ranges = acceptedRanges(acceptLanguage)
  const named = new Set(ranges.map(({ base }) => base))
  const unnamed = languages.filter((language) => !named.has(language))
  const candidates = ranges.filter(({ weight }) => weight > 0).flatMap(({ base }) => (base === '*' ? unnamed : [base]))
  return candidates.map((base) => writtenAs[base] ?? base).find(isLanguage) ?? null
}

/** Who reads Norwegian in general, or its other standard, reads bokmål. */
const writtenAs: Record<string, Language> = { no: 'nb', nn: 'nb' }

/** Limits on what is read of an `Accept-Language` header: more than browsers send, little for attackers. */
const HEADER_MAX_LENGTH = 1000
const MAX_RANGES = 32

/**
 * Returns the valid ranges of an `Accept-Language` header, best first, of the first `HEADER_MAX_LENGTH`
 * characters and `MAX_RANGES` ranges. Weight 0 excludes a language.
 */
export function acceptedRanges(acceptLanguage: string) {
  return acceptLanguage
    .slice(0, HEADER_MAX_LENGTH)
    .split(',', MAX_RANGES)
    .flatMap((range) => parseRange(range) ?? [])
    .toSorted((a, b) => b.weight - a.weight)
}

/** Parses one range of the header, such as `fr-BE;q=0.8`; null if invalid. `region` is empty without one. */
function parseRange(range: string) {
  // No two repetitions of the same characters stand side by side, so the time is proportional to the length.
  const match = /^([a-z]{1,8}|\*)((?:-[a-z\d]{1,8})*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i.exec(
    range.trim(),
  )
  if (!match) return null
  const [, base = '', subtags = '', weight = '1'] = match
  const region = subtags.split('-').find((subtag) => subtag.length === 2) ?? ''
  return { base: base.toLowerCase(), region: region.toUpperCase(), weight: Number(weight) }
}
