import { noop, useQueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'

/**
 * Returns a function whose result, spread on a link, fetches the data of the linked page when the link is pointed at, touched
 * or focused. Use it with `prefetch="intent"`, which fetches the page's code:
 *
 *     const prefetch = usePrefetch()
 *     <Link prefetch="intent" to={href('/members/:id', { id })} {...prefetch(memberQuery(id))}>
 */
export function usePrefetch() {
  const client = useQueryClient()
  return <Data, Key extends QueryKey>(options: QueryExecuteOptions<Data, Error, Data, Data, Key>) => {
    // If it fails, the page itself shows the error.
    const prefetch = () => void client.query(options).catch(noop)
    return { onPointerEnter: prefetch, onFocus: prefetch, onTouchStart: prefetch }
  }
}
