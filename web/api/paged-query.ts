import { infiniteQueryOptions } from '@tanstack/react-query'
import { transportOf, type Transport } from './transport.ts'

/**
 * Makes the query options of the pages of a list that have been loaded so far:
 *
 *     pagedQuery(apiQueryKey(listBlocks), (query, options) => call(listBlocks, { query }, options))
 */
export function pagedQuery<Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  fetchPage: (query: { after?: string }, options: { transport: Transport; signal: AbortSignal }) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      fetchPage(pageParam === undefined ? {} : { after: pageParam }, { transport: transportOf(client), signal }),
    getNextPageParam: ({ next }) => next,
  })
}
