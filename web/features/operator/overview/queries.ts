import { getCohorts, getHealth, getNumbers, getSources } from '#contract/operator/overview/calls.ts'
import { numberPeriods } from '#contract/operator/overview/periods.ts'
import { apiQuery } from '#web/api/queries.ts'

const health = apiQuery(getHealth, {})

/** Query of what waits and what failed. */
export const healthQuery = () => health

function asked(search: URLSearchParams) {
  const days = numberPeriods.find((each) => each === search.get('days'))
  const site = /^[1-9]\d{0,8}$/.test(search.get('site') ?? '') ? Number(search.get('site')) : undefined
  return { days, site }
}

/** Query of the numbers of the period and site in a URL. */
export const numbersQuery = (search: URLSearchParams) => apiQuery(getNumbers, { query: asked(search) })

/** Query of the campaigns of the period and site in a URL. */
export const sourcesQuery = (search: URLSearchParams) => apiQuery(getSources, { query: asked(search) })

/** Query of the weeks of sign-ups of the site in a URL. */
export const cohortsQuery = (search: URLSearchParams) => apiQuery(getCohorts, { query: { site: asked(search).site } })
