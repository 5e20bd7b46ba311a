import { getLikes } from '#contract/likes.ts'
import { apiQuery } from '#web/api/queries.ts'

/** Whom the member likes, who likes her, and how many of those are new. */
export const likesQuery = () => apiQuery(getLikes, {})
