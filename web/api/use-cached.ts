import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'

/**
 * Returns the cached data of a query and keeps it up to date in the browser. On the server nothing changes during a
 * render, so the cache is read without an observer, which would be costly in the many small parts of a layout.
 */
export function useCached<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  // The condition is a constant of the build: each bundle contains one of the two hooks.
  // oxlint-disable-next-line react/rules-of-hooks
  return import.meta.env.SSR ? useQueryClient().getQueryData<Data>(options.queryKey) : useQuery(options).data
}
