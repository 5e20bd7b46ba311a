import { useSuspenseQuery } from '@tanstack/react-query'
import { useFormatter } from 'use-intl'
import { companyQuery } from '#web/features/settings/queries.ts'
import { useSettings } from '#web/features/settings/use-settings.ts'

/** Values of the variables in legal texts: the site and the company behind it. */
export function useCompanyTexts() {
  const format = useFormatter()
  const settings = useSettings()
  const { companyinfo: company } = useSuspenseQuery(companyQuery()).data
  return {
    site: settings.name,
    company: company.name,
    address: company.address,
    city: company.city,
    country: format.displayName(company.country, { type: 'region' }) ?? company.country,
    number: company.kvk,
    email: settings.support_email,
  }
}
