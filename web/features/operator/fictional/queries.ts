import { getFictional, listFictional } from '#contract/operator/fictional/calls.ts'
import { apiQuery } from '#web/api/queries.ts'
import { edited } from '#web/features/operator/site/queries.ts'

export const fictionalListQuery = (before: string | null) =>
  apiQuery(listFictional, { query: before === null ? {} : { before } })
export const fictionalQuery = (profileId: string) => ({
  ...apiQuery(getFictional, { params: { profileId } }),
  ...edited,
})
