import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnyEndpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { transportOf } from './transport.ts'

const FRESH_MS = 30_000

/**
 * Query options for a reading endpoint: key, fetching and types from the contract. One factory per query stands in
 * `web/features/<slice>/queries.ts` and is all that route modules, components and socket handlers know of it:
 *
 *     export const memberQuery = (profileId: string) => apiQuery(getMember, { params: { profileId } })
 */
export function apiQuery<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ client, signal }): Promise<ReplyOf<E>> =>
      call(endpoint, input, {
        transport: transportOf(client),
        signal,
        // While a page is drawn, waiting for another try would keep the visitor from the error page that says so.
        ...(import.meta.env.SSR && { isRepeatable: false }),
      }),
  })
}

/** Key of every query on an endpoint, whatever its input: to invalidate all pages of a search at once. */
export function apiQueryKey(endpoint: AnyEndpoint) {
  return [endpoint.path] as const
}

/** One per page on the server, one per tab in the browser. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // `call` repeats where repeating helps.
        retry: false,
        // A rejection is for the error page of the route; a poll that found nobody keeps what it has.
        throwOnError: (error, query) =>
          query.state.data === undefined && error instanceof ApiError && error.status < 500,
      },
      mutations: { retry: false },
    },
  })
}
