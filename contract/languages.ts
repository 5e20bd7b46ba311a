/** The shell's languages (spec §1), in the order of the language menu, each named in itself. */
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

export type LanguageCode = keyof typeof languageNames

/** Languages that have a catalogue; only these can be chosen (spec §9: en is default and fallback). */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** Whether a text names a language that has a catalogue. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** The countries of spec §9, each with the languages offered there, its own language first. */
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

/** What a country's regions are called (spec §9). */
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
} as const satisfies Record<CountryCode, string>
export type RegionKind = (typeof regionKinds)[CountryCode]
