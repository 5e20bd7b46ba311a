import { countVisitors, listVisitors } from '#contract/profiles/visit-calls.ts'
import { call } from '#web/api/call.ts'
import { pagedQuery } from '#web/api/paged-query.ts'
import { apiQuery, apiQueryKey } from '#web/api/queries.ts'

export const newVisitorsQuery = () => apiQuery(countVisitors, {})

/** The pages of visitors that have been loaded so far. */
export const visitorPagesQuery = () =>
  pagedQuery(apiQueryKey(listVisitors), (query, options) => call(listVisitors, { query }, options))
