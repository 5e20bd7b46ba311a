import { infiniteQueryOptions } from '@tanstack/react-query'
import { listBlocks, listReports } from '#contract/moderation/calls.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/** The pages of the block list that have been loaded so far. */
export const blockPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: apiQueryKey(listBlocks),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listBlocks,
        { query: pageParam === undefined ? {} : { after: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })

/** The pages of the own reports that have been loaded so far. */
export const reportPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: apiQueryKey(listReports),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listReports,
        { query: pageParam === undefined ? {} : { after: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
