import type { CountryCode } from '#contract/countries.ts'
import { getCities, getCompanyInfo, getInterests, getRegions } from '#contract/settings/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Of lists that are loaded once and kept until the tab is closed, also while none is shown (SET-7). */
const once = { staleTime: 'static', gcTime: Infinity } as const

/** Interests that members of this site can choose. */
export const interestsQuery = () => ({ ...apiQuery(getInterests, {}), ...once })

/** Regions of all countries, for the forms that ask for one. */
export const regionsQuery = () => ({ ...apiQuery(getRegions, {}), ...once })

/** Cities of a region that match what is typed. Replies are small and never change while a tab is open. */
export const citiesQuery = ({ country, region, city }: { country: CountryCode; region: string; city: string }) => ({
  ...apiQuery(getCities, { query: { country, region, q: city.trim() } }),
  staleTime: 'static' as const,
})

/** The company behind the site. */
export const companyQuery = () => ({ ...apiQuery(getCompanyInfo, {}), ...once })
