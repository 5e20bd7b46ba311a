import { OPERATOR_DAYS, OPERATOR_DAYS_MAX, OPERATOR_GROUPS_MAX } from '#contract/limits.ts'
import type { DayRow } from '#contract/operator/money/schemas.ts'
import type { AppContext } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { csvReply } from '#server/platform/http/csv.ts'
import type { RequestOperator } from '#server/platform/http/callers.ts'
import { recordAct } from '../audit/record.ts'
import { lastDays, quarterOf, rangeOfDays, rangeOfQuarter } from './rules.ts'
import { findDaySums, findOpenDay, findVatSums } from './sums-query.ts'

interface Quarter {
  year: number
  quarter: number
}

/** Returns the sums of some days (OPER-15). @throws AppError `operator.days_invalid` with `{max}` */
export async function listDays(
  { db, sites, clock }: Pick<AppContext, 'db' | 'sites' | 'clock'>,
  asked: { from?: string | undefined; to?: string | undefined },
) {
  const last = lastDays(clock.now(), OPERATOR_DAYS)
  const days = { from: asked.from ?? last.from, to: asked.to ?? last.to }
  const range = rangeOfDays(days)
  if (!range) throw new AppError('operator.days_invalid', { params: { max: OPERATOR_DAYS_MAX } })
  const open = await findOpenDay(db, range)
  const rows = await findDaySums(db, { ...range, open, limit: OPERATOR_DAYS_MAX * OPERATOR_GROUPS_MAX })
  const named: DayRow[] = rows.map(({ siteId, ...row }) => ({ ...row, site: sites.byId(siteId).settings.name }))
  return { ...days, days: named }
}

/** Returns the VAT of a quarter, by default the present one (OPER-15). */
export async function listVat(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  asked: { year?: number | undefined; quarter?: number | undefined },
) {
  const present = quarterOf(clock.now())
  const quarter = { year: asked.year ?? present.year, quarter: asked.quarter ?? present.quarter }
  return { ...quarter, rows: await vatRows({ db }, quarter) }
}

async function vatRows({ db }: Pick<AppContext, 'db'>, quarter: Quarter) {
  const range = rangeOfQuarter(quarter)
  const open = await findOpenDay(db, range)
  return findVatSums(db, { ...range, open, limit: OPERATOR_GROUPS_MAX * OPERATOR_GROUPS_MAX })
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
  for (const row of await vatRows({ db }, quarter))
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
