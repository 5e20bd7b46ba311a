import { countryLanguages, type CountryCode } from '#contract/countries.ts'
import type { Language } from '#contract/languages.ts'
import type { Gender } from '#contract/profiles.ts'

interface CountryHints {
  /** Country of the visitor's network address, if it is known. */
  addressCountry: CountryCode | null | undefined
  language: Language
  /** Countries that the site serves. */
  countries: readonly CountryCode[]
}

/** Country that the form starts with: that of the visitor's address, else one with the page's language, else the site's first. */
export function initialCountry({ addressCountry, language, countries }: CountryHints): CountryCode {
  const candidates = [
    addressCountry,
    // English is the first language of several countries.
    language === 'en' ? 'GB' : null,
    countries.find((country) => countryLanguages[country][0] === language),
  ] as const
  const served = candidates.find((country) => country && countries.includes(country))
  // The settings are validated to have at least one country.
  return served ?? countries[0] ?? 'GB'
}

/** Gender that a member most likely looks for; a suggestion that the next field lets them change. */
export function suggestedLookingFor(gender: Gender): Gender {
  return gender === 'male' ? 'female' : 'male'
}
