import { getHealth, getNumbers } from '#contract/operator/overview/calls.ts'
import { numberPeriods } from '#contract/operator/overview/periods.ts'
import { apiQuery } from '#web/api/queries.ts'

const health = apiQuery(getHealth, {})

/** Query of what waits and what failed. */
export const healthQuery = () => health

/** Query of the numbers of the period and site in a URL. */
export function numbersQuery(search: URLSearchParams) {
  const days = numberPeriods.find((each) => each === search.get('days'))
  const site = /^[1-9]\d{0,8}$/.test(search.get('site') ?? '') ? Number(search.get('site')) : undefined
  return apiQuery(getNumbers, { query: { days, site } })
}
