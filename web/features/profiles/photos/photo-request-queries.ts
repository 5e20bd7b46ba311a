import { infiniteQueryOptions } from '@tanstack/react-query'
import { listPhotoRequests } from '#contract/profiles/photo-requests.ts'
import { call } from '#web/api/call.ts'
import { apiQueryKey } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/** The pages of members who asked for the member's photos on request that have been loaded so far. */
export const photoRequestPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: apiQueryKey(listPhotoRequests),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listPhotoRequests,
        { query: pageParam === undefined ? {} : { after: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
