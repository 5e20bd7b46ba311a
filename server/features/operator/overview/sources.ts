import { OPERATOR_COHORT_WEEKS, OPERATOR_SOURCES_MAX } from '#contract/limits.ts'
import type { Cohorts, Sources } from '#contract/operator/overview/schemas.ts'
import { DAY, dayOf } from '#contract/time.ts'
import type { AppContext } from '#server/context.ts'
import { lastDays } from '../money/rules.ts'
import { mondayOf } from './count-cohorts.ts'
import * as queries from './source-queries.ts'

interface Asked {
  days?: string | undefined
  site?: number | undefined
}

type Deps = Pick<AppContext, 'db' | 'clock'>

/** Returns sign-ups, orders and revenue of the last days by campaign (OPER-16). */
export async function getSources({ db, clock }: Deps, { days = '30', site }: Asked): Promise<Sources> {
  const period = { ...lastDays(clock.now(), Number(days)), site: site ?? null }
  const sources = await queries.findSources(db, { ...period, limit: OPERATOR_SOURCES_MAX })
  const money = await queries.findSourceMoney(db, { ...period, sources })
  return {
    sources: sources.map((source) => ({
      ...source,
      money: money
        .filter(({ network, subId }) => network === source.network && subId === source.subId)
        .map(({ currency, revenueMinor }) => ({ currency, revenueMinor })),
    })),
  }
}

/** Returns of those who signed up in each of the last weeks how many were active and paid since (OPER-16). */
export async function getCohorts({ db, clock }: Deps, { site }: Pick<Asked, 'site'>): Promise<Cohorts> {
  const monday = mondayOf(clock.now())
  const first = dayOf(new Date(monday.getTime() - (OPERATOR_COHORT_WEEKS - 1) * 7 * DAY))
  const which = { first, site: site ?? null }
  const [sizes, rows] = await Promise.all([queries.findCohortSizes(db, which), queries.findCohorts(db, which)])
  return {
    cohorts: sizes.map(({ week, members }) => {
      const length = (monday.getTime() - Date.parse(week)) / (7 * DAY) + 1
      return {
        week,
        members,
        weeks: Array.from({ length }, (_, index) => {
          const at = dayOf(new Date(Date.parse(week) + index * 7 * DAY))
          const row = rows.find((each) => each.cohort === week && each.week === at)
          return { active: row?.active ?? null, buyers: row?.buyers ?? 0 }
        }),
      }
    }),
  }
}
