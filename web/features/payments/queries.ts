import { infiniteQueryOptions } from '@tanstack/react-query'
import { getBundles, getOrder, listOrders } from '#contract/payments.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

export const bundlesQuery = () => apiQuery(getBundles, {})

export const orderQuery = (orderId: string) => apiQuery(getOrder, { params: { orderId } })

/** The latest orders: the first page of the list. */
export const latestOrdersQuery = () => apiQuery(listOrders, { query: {} })

/** The pages of the list of orders that have been loaded so far. */
export const orderPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: [...apiQueryKey(listOrders), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listOrders,
        { query: pageParam === undefined ? {} : { after: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
