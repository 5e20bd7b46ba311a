import { OPERATOR_DAYS_MAX, OPERATOR_GROUPS_MAX } from '#contract/limits.ts'
import type { DayRow } from '#contract/operator/money/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { csvReply } from '#server/platform/http/csv.ts'
import type { RequestOperator } from '#server/platform/http/routes.ts'
import { recordAct } from '../audit/record.ts'
import * as queries from './queries.ts'
import { rangeOfDays, rangeOfQuarter } from './rules.ts'

interface Quarter {
  year: number
  quarter: number
}

/** Returns the sums of some days (OPER-15). @throws AppError `operator.days_invalid` with `{max}` */
export async function listDays(
  { db, sites }: Pick<AppContext, 'db' | 'sites'>,
  days: { from: string; to: string },
): Promise<DayRow[]> {
  const range = rangeOfDays(days)
  if (!range) throw new AppError('operator.days_invalid', { params: { max: OPERATOR_DAYS_MAX } })
  const rows = await queries.sumsByDay(db, { ...range, limit: OPERATOR_DAYS_MAX * OPERATOR_GROUPS_MAX })
  return rows.map(({ siteId, ...row }) => ({ ...row, site: sites.byId(siteId).settings.name }))
}

/** Returns the VAT of a quarter (OPER-15). */
export function listVat({ db }: Pick<AppContext, 'db'>, quarter: Quarter) {
  return queries.vatSums(db, { ...rangeOfQuarter(quarter), limit: OPERATOR_GROUPS_MAX * OPERATOR_GROUPS_MAX })
}

const columns = [
  'company',
  'country',
  'currency',
  'vat_permille',
  'sales_minor',
  'sales_vat_minor',
  'returned_minor',
  'returned_vat_minor',
] as const

/** Returns the VAT of a quarter as a file. */
export async function exportVat(
  { db }: Pick<AppContext, 'db'>,
  { by, year, quarter }: Quarter & { by: RequestOperator },
) {
  await recordAct(db, { operator: by, act: 'vat_exported', details: { year, quarter } })
  return csvReply({ name: `vat-${year}-q${quarter}.csv`, columns, rows: csvRows({ db }, { year, quarter }) })
}

async function* csvRows({ db }: Pick<AppContext, 'db'>, quarter: Quarter) {
  for (const row of await listVat({ db }, quarter))
    yield [
      row.company,
      row.country,
      row.currency,
      row.vatPermille,
      row.salesMinor,
      row.salesVatMinor,
      row.returnedMinor,
      row.returnedVatMinor,
    ]
}
