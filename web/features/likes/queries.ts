import { infiniteQueryOptions } from '@tanstack/react-query'
import { getLikes, listLikes } from '#contract/likes/calls.ts'
import type { LikeList } from '#contract/likes/schemas.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/queries.ts'
import { transportOf } from '#web/api/transport.ts'

/** Ids of the members that the viewer likes and of those who like the viewer, and the number of new likes. */
export const likesQuery = () => apiQuery(getLikes, {})

/** The pages of one tab of the likes page that have been loaded so far. */
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

/** The latest matches without a conversation. */
export const newMatchesQuery = () =>
  apiQuery(listLikes, { params: { type: 'matches' }, query: { conversation: 'none' } })
