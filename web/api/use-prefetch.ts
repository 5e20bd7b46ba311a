import { noop, useQueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'

/**
 * Returns a function that makes a link's property to fetch the data of its target when the link is about to
 * be opened. Use it with `prefetch="intent"`, which fetches the code of the page:
 *
 *     const prefetch = usePrefetch()
 *     <Link prefetch="intent" to={href('/members/:id', { id })} {...prefetch(memberQuery(id))}>
 */
export function usePrefetch() {
  const client = useQueryClient()
  return <Data, Key extends QueryKey>(options: QueryExecuteOptions<Data, Error, Data, Data, Key>) => ({
    // If it fails, the page fetches again and shows the error.
    onIntent: () => void client.query(options).catch(noop),
  })
}
