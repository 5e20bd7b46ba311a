import type { FastifyRequest } from 'fastify'
import { isCountryCode, type CountryCode } from '#contract/countries.ts'
import type { LanguageCode } from '#contract/languages.ts'
import { COUNTRY_COOKIE } from '#contract/limits.ts'
import { countryOfAddress } from './address-country.ts'
import { chosenLanguage } from './request-language.ts'

/** What a request says that hints at the country of its visitor, under the names of the settings (SET-8). */
export interface VisitorHints {
  /** The `Accept-Language` header. */
  accepted: string | undefined
  /** The language chosen on this device. */
  language: LanguageCode | null
  /** Country of the network address. */
  geoip_country: CountryCode | null
  /** Country chosen on this device; it may be none of the site's. */
  geoip_selected_country: CountryCode | null
}

export function visitorHints(request: FastifyRequest): VisitorHints {
  const country = request.cookies[COUNTRY_COOKIE]
  return {
    accepted: request.headers['accept-language'],
    language: chosenLanguage(request),
    geoip_country: countryOfAddress(request.ip),
    geoip_selected_country: isCountryCode(country) ? country : null,
  }
}
