import { noop, useQueryClient, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'

/**
 * Fetches what a link leads to as soon as somebody points at it, so that the page is there when it is opened. To be
 * used beside `prefetch="intent"`, which fetches the page's code:
 *
 *     const prefetch = usePrefetch()
 *     <Link prefetch="intent" to={href('/members/:id', { id })} {...prefetch(memberQuery(id))}>
 */
export function usePrefetch() {
  const client = useQueryClient()
  return <Data, Key extends QueryKey>(options: QueryExecuteOptions<Data, Error, Data, Data, Key>) => {
    // If it fails, the page itself will say so.
    const fetchIt = () => void client.query(options).catch(noop)
    return { onPointerEnter: fetchIt, onFocus: fetchIt, onTouchStart: fetchIt }
  }
}
