const names = new Map<string, string>()

/** Returns the name of a country in a language. There are as many as used pairs of locale and country. */
export function countryNameIn(locale: string, country: string) {
  const key = `${locale} ${country}`
  let name = names.get(key)
  if (name === undefined) {
    name = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country
    names.set(key, name)
  }
  return name
}
