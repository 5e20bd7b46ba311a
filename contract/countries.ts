import type { LanguageCode } from './languages.ts'

/** Countries that a site can serve, each with the languages offered there, the main one first (SET-6). */
export const countryLanguages = {
  AT: ['de'],
  AU: ['en'],
  BE: ['nl', 'fr', 'de'],
  CA: ['en', 'fr'],
  CH: ['de', 'it', 'fr', 'en'],
  DE: ['de'],
  DK: ['da'],
  ES: ['es'],
  FI: ['fi', 'sv'],
  FR: ['fr'],
  GB: ['en'],
  IE: ['en'],
  IT: ['it'],
  NL: ['nl'],
  NO: ['nb'],
  PL: ['pl'],
  SE: ['sv'],
  US: ['en', 'es'],
} as const satisfies Record<string, readonly LanguageCode[]>

export type CountryCode = keyof typeof countryLanguages
export const countries = Object.keys(countryLanguages) as CountryCode[]

/** Returns whether a value is the code of a country that a site can serve. */
export function isCountryCode(value: unknown): value is CountryCode {
  return typeof value === 'string' && Object.hasOwn(countryLanguages, value)
}

/** Kinds of regions, which forms use as labels. */
export const regionKindNames = ['province', 'region', 'state', 'canton', 'voivodeship', 'county'] as const
export type RegionKind = (typeof regionKindNames)[number]

/** The kind of region of each country (SET-6). */
export const regionKinds = {
  AT: 'state',
  AU: 'state',
  BE: 'province',
  CA: 'province',
  CH: 'canton',
  DE: 'state',
  DK: 'region',
  ES: 'province',
  FI: 'province',
  FR: 'region',
  GB: 'region',
  IE: 'province',
  IT: 'province',
  NL: 'province',
  NO: 'county',
  PL: 'voivodeship',
  SE: 'county',
  US: 'state',
} as const satisfies Record<CountryCode, RegionKind>

/** Currencies of the prices. */
export const currencies = ['EUR', 'GBP', 'USD', 'CAD', 'AUD', 'CHF', 'DKK', 'NOK', 'SEK', 'PLN'] as const
export type CurrencyCode = (typeof currencies)[number]
