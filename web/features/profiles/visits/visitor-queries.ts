import { infiniteQueryOptions } from '@tanstack/react-query'
import { countVisitors, listVisitors } from '#contract/profiles/visit-calls.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

export const newVisitorsQuery = () => apiQuery(countVisitors, {})

/** The pages of visitors that have been loaded so far. */
export const visitorPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: apiQueryKey(listVisitors),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listVisitors,
        { query: pageParam === undefined ? {} : { after: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
