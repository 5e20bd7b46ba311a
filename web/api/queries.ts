import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { call } from './call.ts'
import { transportOf } from './transport.ts'

const STALE_AFTER_MS = 30_000

/**
 * Makes the query options of a reading endpoint: key, fetching and types from the contract. Each query has
 * one factory in `web/features/<slice>/queries.ts`, for route modules, components and realtime handlers:
 *
 *     export const memberQuery = (profileId: string) => apiQuery(getMember, { params: { profileId } })
 */
export function apiQuery<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ client, signal }): Promise<ReplyOf<E>> =>
      call(endpoint, input, {
        transport: transportOf(client),
        signal,
        // During server rendering the visitor would wait for the retries in front of an empty screen.
        ...(import.meta.env.SSR && { isRepeatable: false }),
      }),
  })
}

/** Returns the key of all queries on an endpoint, e.g. to invalidate all pages of a search. */
export function apiQueryKey(endpoint: Endpoint) {
  return [endpoint.path] as const
}

/**
 * Options of a query that events keep current and no page waits for. It is fetched when invalidated: first
 * when the socket is open (`live-for-member.tsx`), as nothing reports what happens before.
 */
export const withSocket = { enabled: ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated }

/**
 * Creates a query client: one per page on the server, one per tab in the browser. Loaders fetch what a page
 * needs, and their failure shows the error page; a failure of other queries leaves the page as it is.
 */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // `call` repeats requests where that helps.
        retry: false,
      },
      mutations: { retry: false },
    },
  })
}
