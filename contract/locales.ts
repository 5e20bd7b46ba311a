import type { CountryCode } from './countries.ts'
import type { LanguageCode } from './languages.ts'

/** Regions of the languages whose own code is not that of their main country. */
const mainRegions: Partial<Record<LanguageCode, string>> = { da: 'DK', en: 'GB', nb: 'NO', sv: 'SE' }

export interface LocaleHints {
  language: LanguageCode
  /** Chosen on this device or saved with the account, and not only detected. */
  isChosen: boolean
  /** Country of the visitor or member. */
  country: CountryCode
  /** The languages of that country (`countryLanguages`). Passed: the table is not part of every page. */
  offered: readonly LanguageCode[]
}

/**
 * Returns the locale of dates, numbers and money as a BCP 47 tag: Dutch conventions until a language is
 * chosen, then those of the visitor's country for it. Only countries that offer the language: for others,
 * such as `en-FR`, Node and browsers differ, and hydration would change the page.
 * Source: SHELL-4.
 */
export function formatLocale({ language, isChosen, country, offered }: LocaleHints) {
  if (!isChosen) return `${language}-NL`
  return `${language}-${offered.includes(language) ? country : mainRegion(language)}`
}

/** Returns the country whose conventions a language follows elsewhere. */
export function mainRegion(language: LanguageCode) {
  return mainRegions[language] ?? language.toUpperCase()
}
