import {
  hashKey,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseSuspenseQueryOptions,
} from '@tanstack/react-query'

/**
 * Returns the cached data of a query and updates it in the browser. On the server nothing changes during a
 * render, so the cache is read without an observer, which is costly in the many parts of a layout.
 */
export function useCached<Data, Key extends QueryKey>(options: UseQueryOptions<Data, Error, Data, Key>) {
  // The condition is a constant of the build: each bundle contains one of the two hooks.
  // oxlint-disable-next-line react/rules-of-hooks
  return import.meta.env.SSR ? readCached(useQueryClient(), options) : useQuery(options).data
}

/**
 * Returns the data of a query that a loader of the page has fetched, updated in the browser. A component that
 * is shown before the data has arrived waits.
 */
export function useLoaded<Data, Key extends QueryKey>(options: UseSuspenseQueryOptions<Data, Error, Data, Key>): Data {
  // oxlint-disable-next-line react/rules-of-hooks
  return import.meta.env.SSR ? readLoaded<Data>(useQueryClient(), options.queryKey) : useSuspenseQuery(options).data
}

const hashes = new WeakMap<QueryKey, string>()

/** Reads the cache, as `getQueryData` does, but hashes a key that several components share once. */
export function readCached<Data, Key extends QueryKey>(
  client: QueryClient,
  { queryKey }: UseQueryOptions<Data, Error, Data, Key>,
) {
  return dataOf<Data>(client, queryKey)
}

function readLoaded<Data>(client: QueryClient, key: QueryKey) {
  const data = dataOf<Data>(client, key)
  if (data === undefined) throw new Error(`no loader has fetched ${JSON.stringify(key)}`)
  return data
}

function dataOf<Data>(client: QueryClient, key: QueryKey) {
  const hash = hashes.get(key) ?? hashKey(key)
  hashes.set(key, hash)
  return client.getQueryCache().get<Data>(hash)?.state.data
}
