import { OPERATOR_DAYS_MAX, OPERATOR_GROUPS_MAX } from '#contract/limits.ts'
import type { Numbers } from '#contract/operator/overview/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { lastDays } from '../money/rules.ts'
import { findDays, findMoney, lastCount } from './queries.ts'

interface Asked {
  days?: string | undefined
  site?: number | undefined
}

/** Returns the numbers of the last days, on all sites or one (OPER-16). */
export async function getNumbers(
  { db, clock, sites }: Pick<AppContext, 'db' | 'clock' | 'sites'>,
  { days = '30', site }: Asked,
): Promise<Numbers> {
  const range = { ...lastDays(clock.now(), Number(days)), site: site ?? null }
  const [rows, money, countedAt] = await Promise.all([
    findDays(db, { ...range, limit: OPERATOR_DAYS_MAX }),
    findMoney(db, { ...range, limit: OPERATOR_DAYS_MAX * OPERATOR_GROUPS_MAX }),
    lastCount(db),
  ])
  return {
    sites: sites.all().map(({ id, settings }) => ({ id, name: settings.name })),
    days: rows,
    money,
    countedAt: countedAt?.toISOString() ?? null,
  }
}
