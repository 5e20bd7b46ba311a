import { listCodes } from '#contract/operator/codes/calls.ts'
import { apiQuery } from '#web/api/queries.ts'

export const codesQuery = () => apiQuery(listCodes, {})
