import { countVisitors, listVisitors } from '#contract/profiles/visit-calls.ts'
import { call } from '#web/api/call.ts'
import { apiQuery, apiQueryKey, pagesQuery } from '#web/api/queries.ts'

export const newVisitorsQuery = () => apiQuery(countVisitors, {})

/** The pages of visitors that have been loaded so far. */
export const visitorPagesQuery = () =>
  pagesQuery(apiQueryKey(listVisitors), (query, options) => call(listVisitors, { query }, options))
