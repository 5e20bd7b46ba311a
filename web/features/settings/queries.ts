import { queryOptions } from '@tanstack/react-query'
import { getCompanyInfo, getRegions, getSettings } from '#contract/settings.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/**
 * The site's settings: brand, prices, countries. They change rarely, so an open tab does not refetch them. The regions, by
 * far their longest part, are not written into every page; see `regionsQuery`.
 */
export const settingsQuery = () =>
  queryOptions({
    queryKey: apiQueryKey(getSettings),
    queryFn: async ({ client, signal }) => {
      const { settings, isDemo } = await call(getSettings, { query: {} }, { transport: transportOf(client), signal })
      const { region_data: _, ...rest } = settings
      return { settings: rest, isDemo }
    },
    staleTime: Infinity,
  })

/** Regions of all countries, for the forms that ask for one. Loaded once and cached (SET-7). */
export const regionsQuery = () => ({ ...apiQuery(getRegions, {}), staleTime: Infinity })

/** The company behind the site. Loaded once and cached (SET-7). */
export const companyQuery = () => ({ ...apiQuery(getCompanyInfo, {}), staleTime: Infinity })
