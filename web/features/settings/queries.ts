import { queryOptions } from '@tanstack/react-query'
import type { CountryCode } from '#contract/countries.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { GEOCODE_CACHE_MS, HOST_MAX_LENGTH } from '#contract/limits.ts'
import {
  getCities,
  getCompanyInfo,
  getGeocode,
  getInterests,
  getRegions,
  getSettings,
} from '#contract/settings/calls.ts'
import type { Geocode } from '#contract/settings/schemas.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/**
 * The site's settings: brand, prices, countries. They change rarely, so an open tab does not refetch them.
 * The regions, by far their longest part, are not in every page; see `regionsQuery`.
 */
export const settingsQuery = () => settingsOptions

/** The settings for a page that is opened with a query, which can name a site and a campaign (SET-1). */
export const settingsOfPage = (search: URLSearchParams) =>
  queryOptions({
    queryKey: apiQueryKey(getSettings),
    queryFn: async ({ client, signal }) => {
      const query = settingsInput(search)
      return withoutRegions(
        await call(getSettings, { query }, { transport: transportOf(client), signal, ...notOnServer }),
      )
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** As `apiQuery`: the server does not wait for retries. */
const notOnServer = import.meta.env.SSR ? { isRepeatable: false } : {}

// One object, because many components of every page read it.
const settingsOptions = settingsOfPage(new URLSearchParams())

/** Returns the query of a page without a host name that is none, which the call would reject. */
function settingsInput(search: URLSearchParams) {
  const { domain = '', ...rest } = Object.fromEntries(search)
  return domain === '' || domain.length > HOST_MAX_LENGTH ? rest : { ...rest, domain }
}

type SettingsReply = ReplyOf<typeof getSettings>
type PageSettings = Omit<SettingsReply, 'settings'> & { settings: Omit<SettingsReply['settings'], 'region_data'> }
const shortened = new WeakMap<SettingsReply, PageSettings>()

/** Leaves the regions out. On the server the reply is the same object for all pages, and so is the result. */
function withoutRegions(reply: SettingsReply): PageSettings {
  const { settings, ...flags } = reply
  const { region_data: _, ...rest } = settings
  const short = shortened.get(reply) ?? { settings: rest, ...flags }
  shortened.set(reply, short)
  return short
}

/** Of lists that are loaded once and kept until the tab is closed, also while none is shown (SET-7). */
const once = { staleTime: 'static', gcTime: Infinity } as const

/** Interests that members of this site can choose. */
export const interestsQuery = () => ({ ...apiQuery(getInterests, {}), ...once })

/** Regions of all countries, for the forms that ask for one. */
export const regionsQuery = () => ({ ...apiQuery(getRegions, {}), ...once })

/** Cities of a region that match what is typed. Replies are small and never change while a tab is open. */
export const citiesQuery = (place: { country: CountryCode; region: string; q: string }) => ({
  ...apiQuery(getCities, { query: place }),
  staleTime: 'static' as const,
})

/**
 * The place nearest to a position, or false without one or after a failure: either lasts for an hour (SET-9).
 * The position is rounded to about a kilometre before it leaves the browser.
 */
export const geocodeQuery = ({ lat, lon }: { lat: number; lon: number }) => {
  const query = { lat: lat.toFixed(2), lon: lon.toFixed(2) }
  return queryOptions({
    queryKey: [...apiQueryKey(getGeocode), query],
    queryFn: async ({ client, signal }): Promise<Geocode | false> => {
      try {
        const { geocode } = await call(
          getGeocode,
          { query },
          { transport: transportOf(client), signal, ...notOnServer },
        )
        return geocode ?? false
      } catch (error) {
        // A cancelled call is no failure.
        if (signal.aborted) throw error
        return false
      }
    },
    staleTime: GEOCODE_CACHE_MS,
    gcTime: GEOCODE_CACHE_MS,
  })
}

/** The company behind the site. */
export const companyQuery = () => ({ ...apiQuery(getCompanyInfo, {}), ...once })
