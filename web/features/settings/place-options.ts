import type { CountryCode } from '#contract/countries.ts'

interface CountryNames {
  nameOf: (country: CountryCode) => string | undefined
  /** Language of the names, which decides their order. */
  language: string
}

type Options = { value: CountryCode; label: string }[]
/** By list and language: the server returns the same list for every page, and sorting by name takes long. */
const optionsByList = new WeakMap<readonly CountryCode[], Map<string, Options>>()

/** Countries by name, in the alphabetical order of the reader's language; without a name by their code. */
export function countryOptions(countries: readonly CountryCode[], { nameOf, language }: CountryNames) {
  const byLanguage = optionsByList.get(countries) ?? new Map<string, Options>()
  optionsByList.set(countries, byLanguage)
  const options = byLanguage.get(language) ?? sortedOptions(countries, { nameOf, language })
  byLanguage.set(language, options)
  return options
}

function sortedOptions(countries: readonly CountryCode[], { nameOf, language }: CountryNames) {
  const { compare } = new Intl.Collator(language)
  return countries
    .map((country) => ({ value: country, label: nameOf(country) ?? country }))
    .toSorted((a, b) => compare(a.label, b.label))
}

interface RegionChoice {
  chosen: string
  /** The option for no region. */
  none: { label: string; isAllowed: boolean }
}

/** Regions of a country after the option for none. Until they are loaded, the selected one is the only. */
export function regionOptions(regions: readonly string[] | undefined, { chosen, none }: RegionChoice) {
  const offered = regions ?? (chosen === '' ? [] : [chosen])
  return [
    { value: '', label: none.label, disabled: !none.isAllowed },
    ...offered.map((region) => ({ value: region, label: region })),
  ]
}
