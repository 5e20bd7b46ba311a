import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnyEndpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { transportOf } from './transport.ts'

const FRESH_MS = 30_000

/**
 * Returns the query options of a reading endpoint, with key and types from the contract. Each query has one factory in
 * `web/features/<slice>/queries.ts`, which route modules, components and realtime handlers share:
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
        // While a page is rendered, repeating the call would only delay the error page.
        ...(import.meta.env.SSR && { isRepeatable: false }),
      }),
  })
}

/** Returns the key that all queries of an endpoint share, whatever their input, to invalidate them together. */
export function apiQueryKey(endpoint: AnyEndpoint) {
  return [endpoint.path] as const
}

/** Creates a query client: one per page on the server, one per tab in the browser. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // `call` repeats calls itself.
        retry: false,
        // The error page of the route shows an error reply, unless there is older data to show instead.
        throwOnError: (error, query) =>
          query.state.data === undefined && error instanceof ApiError && error.status < 500,
      },
      mutations: { retry: false },
    },
  })
}
