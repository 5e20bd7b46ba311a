import { getCase, getWaiting, listCases } from '#contract/operator/moderation/calls.ts'
import { getCaseNumbers } from '#contract/operator/moderation/number-calls.ts'
import { numberPeriods } from '#contract/operator/overview/periods.ts'
import { caseKinds, type CaseKind } from '#contract/moderation/cases.ts'
import { apiQuery } from '#web/api/queries.ts'
import { filtersOf } from '#web/features/operator/ui/list-pages.tsx'

/** Returns the filters of the queue in a URL; those that the contract does not know are left out. */
export function caseFilters(search: URLSearchParams) {
  const { kind, status, before } = filtersOf(search, ['kind', 'status', 'before'])
  return {
    before,
    kind: caseKinds.find((each) => each === kind),
    status: (['open', 'decided'] as const).find((each) => each === status),
  }
}

/** Query of a page of the queue. */
export const casesQuery = (search: URLSearchParams) => apiQuery(listCases, { query: caseFilters(search) })

/** Query of a case. Each fetch is an entry of the audit log, so a look at another tab fetches nothing. */
export const caseQuery = (reference: string, kind: CaseKind | undefined) => ({
  ...apiQuery(getCase, { params: { reference }, query: { kind } }),
  refetchOnWindowFocus: false,
})

const waiting = apiQuery(getWaiting, {})

/** Query of how much waits. */
export const waitingQuery = () => waiting

/** Returns the address of a case, with the kind of the queue that it is worked on in. */
export function casePath(reference: string, kind: CaseKind | undefined): `/operator/${string}` {
  return `/operator/cases/${reference}${kind ? `?kind=${kind}` : ''}`
}

/** Query of the numbers of cases in the period of a URL. */
export const caseNumbersQuery = (search: URLSearchParams) =>
  apiQuery(getCaseNumbers, { query: { days: numberPeriods.find((each) => each === search.get('days')) } })
