import { infiniteQueryOptions } from '@tanstack/react-query'
import { getLikes, listLikes, type LikeList } from '#contract/likes.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/** Whom the member likes, who likes her, and how many of those are new. */
export const likesQuery = () => apiQuery(getLikes, {})

/** One tab of the likes page, as far as it has been shown. */
export const likeListPagesQuery = (type: LikeList) =>
  infiniteQueryOptions({
    queryKey: ['likes pages', type],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listLikes,
        { params: { type }, query: pageParam === undefined ? {} : { after: pageParam } },
        { transport: transportOf(client), signal },
      ),
    getNextPageParam: ({ next }) => next,
  })
