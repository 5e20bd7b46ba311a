import { listCodes } from '#contract/operator/codes/calls.ts'
import * as calls from '#contract/operator/site/calls.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { apiQuery } from '#web/api/queries.ts'

export const sitesQuery = () => apiQuery(calls.listSites, {})
export const pagesQuery = () => apiQuery(calls.listPageTexts, {})
export const codesQuery = () => apiQuery(listCodes, {})
export const siteQuery = (siteId: number) => apiQuery(calls.getSite, { params: { siteId } })
export const companyQuery = (companyId: number) => apiQuery(calls.getCompany, { params: { companyId } })
export const pageQuery = (params: InputOf<typeof calls.getPageText>['params']) =>
  apiQuery(calls.getPageText, { params })
export const historyQuery = (subject: string) => apiQuery(calls.listHistory, { query: { subject } })
