import { queryOptions } from '@tanstack/react-query'
import { GEOCODE_CACHE_MS } from '#contract/limits.ts'
import { getGeocode } from '#contract/settings/calls.ts'
import type { Geocode } from '#contract/settings/schemas.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'
import { notOnServer } from './queries.ts'

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
