import { listBlocks, listReports } from '#contract/moderation/calls.ts'
import { call } from '#web/api/call.ts'
import { pagedQuery } from '#web/api/paged-query.ts'
import { apiQueryKey } from '#web/api/queries.ts'

/** The pages of the block list that have been loaded so far. */
export const blockPagesQuery = () =>
  pagedQuery(apiQueryKey(listBlocks), (query, options) => call(listBlocks, { query }, options))

/** The pages of the own reports that have been loaded so far. */
export const reportPagesQuery = () =>
  pagedQuery(apiQueryKey(listReports), (query, options) => call(listReports, { query }, options))
