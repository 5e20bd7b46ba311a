import { getLikes, listLikes } from '#contract/likes/calls.ts'
import type { LikeList } from '#contract/likes/schemas.ts'
import { call } from '#web/api/call.ts'
import { pagedQuery } from '#web/api/paged-query.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Ids of the members that the viewer likes and of those who like the viewer, and the number of new likes. */
export const likesQuery = () => apiQuery(getLikes, {})

/** The pages of one tab of the likes page that have been loaded so far. */
export const likeListPagesQuery = (type: LikeList) =>
  pagedQuery(['likes pages', type], (query, options) => call(listLikes, { params: { type }, query }, options))

/** The latest matches without a conversation. */
export const newMatchesQuery = () =>
  apiQuery(listLikes, { params: { type: 'matches' }, query: { conversation: 'none' } })
