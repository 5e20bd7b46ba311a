import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import { acceptedRanges, isLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { mainRegion } from '#contract/locales.ts'

interface VisitorHints {
  geoip_selected_country: CountryCode | null
  geoip_country: CountryCode | null
  /** Countries of the site. */
  countries: readonly CountryCode[]
  /** The `Accept-Language` header. */
  accepted?: string | undefined
  /** Chosen on this device. */
  language?: LanguageCode | null
}

/**
 * Returns the country of a visitor, among those of the site: the chosen one, that of the network address, a
 * region that the browser names (`fr-BE`), the main country of its language or of the chosen one, the site's
 * first. English is spoken in many countries, so it names none. Source: SET-8.
 */
export function countryOfVisitor(hints: VisitorHints): CountryCode {
  const { geoip_selected_country, geoip_country, countries, accepted = '', language } = hints
  const ranges = acceptedRanges(accepted).filter(({ weight }) => weight > 0)
  const candidates = [
    geoip_selected_country,
    geoip_country,
    ...ranges.map(({ region }) => region),
    ...[...ranges.map(({ base }) => base), language].map((code) => mainCountry(code, countries)),
  ]
  return (
    countries.find((country) => country === candidates.find((each) => isOneOf(countries, each))) ?? countries[0] ?? 'GB'
  )
}

function isOneOf(countries: readonly string[], value: unknown) {
  return typeof value === 'string' && countries.includes(value)
}

function mainCountry(language: string | null | undefined, countries: readonly CountryCode[]) {
  if (!isLanguageCode(language) || language === 'en') return null
  const main = countries.find((country) => country === mainRegion(language))
  return main ?? countries.find((country) => countryLanguages[country][0] === language)
}
