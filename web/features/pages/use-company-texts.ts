import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQuery } from '#web/features/settings/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'
import { useCountryName } from '#web/i18n/use-country-name.ts'

/** Values of the variables in legal texts: the site and the company behind it. */
export function useCompanyTexts() {
  const countryName = useCountryName()
  const settings = useSettings()
  const { companyinfo: company } = useSuspenseQuery(companyQuery()).data
  return {
    site: settings.name,
    company: company.name,
    address: company.address,
    city: company.city,
    country: countryName(company.country),
    number: company.kvk,
    email: settings.support_email,
  }
}
