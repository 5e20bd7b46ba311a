import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import type { LanguageCode } from '#contract/languages.ts'

type Languages = readonly [LanguageCode, ...LanguageCode[]]

/** Where a region of a country with several languages speaks others than the country's main one. */
const regionLanguages: Partial<Record<CountryCode, Readonly<Record<string, Languages>>>> = {
  BE: {
    'Brabant wallon': ['fr'],
    'Bruxelles / Brussel': ['fr', 'nl'],
    Hainaut: ['fr'],
    Liège: ['fr', 'fr', 'de'],
    Luxembourg: ['fr'],
    Namur: ['fr'],
  },
  CA: { 'New Brunswick': ['en', 'fr'], Ontario: ['en', 'en', 'en', 'fr'], Québec: ['fr', 'fr', 'fr', 'en'] },
  CH: {
    Bern: ['de', 'de', 'de', 'fr'],
    'Fribourg / Freiburg': ['fr', 'fr', 'de'],
    Genève: ['fr', 'fr', 'en'],
    Graubünden: ['de', 'de', 'it'],
    Jura: ['fr'],
    Neuchâtel: ['fr'],
    Ticino: ['it'],
    'Valais / Wallis': ['fr', 'de'],
    Vaud: ['fr'],
    Zürich: ['de', 'de', 'de', 'en'],
  },
  FI: { Ahvenanmaa: ['sv'], Pohjanmaa: ['sv', 'fi'], Uusimaa: ['fi', 'fi', 'fi', 'sv'] },
  US: {
    Arizona: ['en', 'en', 'es'],
    California: ['en', 'en', 'es'],
    Florida: ['en', 'en', 'es'],
    'New Mexico': ['en', 'es'],
    Texas: ['en', 'en', 'es'],
  },
}

/** Returns the languages of a place, of which a member has one: repeated where more people speak it. */
export function languagesAt({ country, region }: { country: CountryCode; region: string }): Languages {
  return regionLanguages[country]?.[region] ?? [countryLanguages[country][0]]
}
