import { listBlocks } from '#contract/moderation.ts'
import { apiQuery } from '#web/api/queries.ts'

export const blocksQuery = () => apiQuery(listBlocks, {})
