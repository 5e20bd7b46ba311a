import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'

/**
 * What the cache has for a query, kept up to date in the browser. On the server nothing changes while a page is drawn,
 * so the cache is read without the observer that would make many small parts of the frame costly.
 */
export function useCached<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  // The condition is a constant of the build: each bundle has one of the two hooks.
  // oxlint-disable-next-line react/rules-of-hooks
  return import.meta.env.SSR ? useQueryClient().getQueryData<Data>(options.queryKey) : useQuery(options).data
}
