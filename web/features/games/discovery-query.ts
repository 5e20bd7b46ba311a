import { queryOptions } from '@tanstack/react-query'
import { getDiscovery } from '#contract/games/calls.ts'
import type { Discovery } from '#contract/games/schemas.ts'
import { MINUTE } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/**
 * The rows of members above the search. What is on the screen stays, as in the search. They are an offer:
 * null where they cannot be loaded, and the search is shown alone.
 */
export const discoveryQuery = () =>
  queryOptions({
    queryKey: apiQueryKey(getDiscovery),
    queryFn: async ({ client, signal }): Promise<Discovery | null> => {
      try {
        return await call(getDiscovery, {}, { transport: transportOf(client), signal, isRepeatable: false })
      } catch {
        return null
      }
    },
    // Without a connection it is null at once: the list of stored members does not wait for it.
    networkMode: 'always',
    gcTime: 15 * MINUTE,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
