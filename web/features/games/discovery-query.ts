import { queryOptions } from '@tanstack/react-query'
import { getDiscovery } from '#contract/games/calls.ts'
import type { Discovery } from '#contract/games/schemas.ts'
import { MINUTE, SECOND } from '#contract/time.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/** The search waits for the rows no longer than this. */
const LONGEST_WAIT_MS = 3 * SECOND

/**
 * The rows of members above the search. What is on the screen stays, as in the search. They are an offer:
 * null where they cannot be loaded soon, and the search is shown alone.
 */
export const discoveryQuery = () =>
  queryOptions({
    queryKey: apiQueryKey(getDiscovery),
    queryFn: ({ client, signal }): Promise<Discovery | null> =>
      Promise.race([
        call(getDiscovery, {}, { transport: transportOf(client), signal, isRepeatable: false }).catch(() => null),
        new Promise<null>((resolve) => {
          setTimeout(resolve, LONGEST_WAIT_MS, null)
        }),
      ]),
    // Without a connection it is null at once: the list of stored members does not wait for it.
    networkMode: 'always',
    gcTime: 15 * MINUTE,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
