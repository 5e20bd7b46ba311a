import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'

/**
 * Returns the cached data of a query, kept up to date in the browser. On the server nothing changes while a page is
 * rendered, so the cache is read without an observer, which costs time in each of many small components.
 */
export function useCached<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  // The condition is a constant of the build: each of the two builds has only one of the hooks.
  // oxlint-disable-next-line react/rules-of-hooks
  return import.meta.env.SSR ? useQueryClient().getQueryData<Data>(options.queryKey) : useQuery(options).data
}
