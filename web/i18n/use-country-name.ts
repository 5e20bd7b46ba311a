import { useFormatter } from '#web/i18n/intl.tsx'
import { useLanguage } from './texts-provider.tsx'

/**
 * Returns a function that names a country in the language of the page. The visitor's own country, which most
 * pages need, comes with the page: the first `Intl.DisplayNames` takes a phone tens of milliseconds.
 */
export function useCountryName() {
  const format = useFormatter()
  const { country: own, countryName } = useLanguage()
  return (country: string) =>
    (country === own && countryName) || format.displayName(country, { type: 'region' }) || country
}
