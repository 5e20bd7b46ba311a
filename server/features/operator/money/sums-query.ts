import { sql } from 'kysely'
import { HOUR, dayOf } from '#contract/time.ts'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'

/** How long after the end of a day its sums are stored: by then every transaction of the day has ended. */
export const SETTLED_MS = HOUR

/** A time from which, and one until which, without it. */
export interface Range {
  from: Date
  until: Date
}

/** A range of whole days, and the first of them whose money is not stored. */
interface Books extends Range {
  open: Date
  limit: number
}

interface DaySums {
  day: string
  siteId: number
  currency: string
  orders: number
  paidMinor: number
  refundedMinor: number
  chargedBackMinor: number
  creditsSold: number
  creditsBooked: number
}

/** Returns the money of each day (UTC) by site and currency: stored before `open`, then from the tables. */
export async function findDaySums(db: Queryable, { from, open, until, limit }: Books) {
  const { rows } = await sql<DaySums>`
    select * from (
      ${storedDaySums({ from, until: open })}
      union all
      ${daySums({ from: open, until })}
    ) sums
    order by day desc, site_id, currency
    limit ${limit}`.execute(db)
  return rows
}

function storedDaySums({ from, until }: Range) {
  return sql`
    select day::text as day, site_id, currency, orders, revenue_minor as paid_minor, refunded_minor,
      charged_back_minor, credits_sold, credits_booked
    from operator_daily_money
    where day >= ${dateOf(from)} and day < ${dateOf(until)}`
}

/**
 * Sums the money of each day from the tables. Credits of an order are compared with the ledger; a payment
 * that came when the account was gone gave none.
 */
function daySums({ from, until }: Range) {
  return sql`
    select (at at time zone 'UTC')::date::text as day, site_id, currency, sum(orders)::int as orders,
      sum(paid)::bigint as paid_minor, sum(refunded)::bigint as refunded_minor,
      sum(charged_back)::bigint as charged_back_minor,
      sum(sold)::bigint as credits_sold, sum(booked)::bigint as credits_booked
    from (
      select o.completed_at as at, o.site_id, o.currency, 1 as orders, o.amount_minor as paid, 0 as refunded,
        0 as charged_back,
        case when gone.id is null then o.credits else 0 end as sold, coalesce(e.amount, 0) as booked
      from orders o
      left join refunds gone on gone.order_id = o.id and gone.reason = 'buyer_gone'
      left join credit_ledger e on e.user_id = o.user_id and e.kind = 'purchase' and e.ref = o.public_id
      where o.completed_at >= ${from} and o.completed_at < ${until}
      union all
      select r.settled_at, o.site_id, o.currency, 0, 0, r.amount_minor, 0, 0, 0
      from refunds r join orders o on o.id = r.order_id
      where r.status = 'done' and r.settled_at >= ${from} and r.settled_at < ${until}
      union all
      select c.created_at, o.site_id, o.currency, 0, 0, 0, c.amount_minor, 0, 0
      from chargebacks c join orders o on o.id = c.order_id
      where c.created_at >= ${from} and c.created_at < ${until}
    ) moves
    group by 1, 2, 3`
}

interface VatSums {
  company: string
  country: string
  currency: string
  vatPermille: number
  salesMinor: number
  salesVatMinor: number
  returnedMinor: number
  returnedVatMinor: number
}

/**
 * Sums VAT by company, country of the buyers, currency and rate: as stored before `open`, then from receipts.
 */
export async function findVatSums(db: Queryable, { from, open, until, limit }: Books) {
  const { rows } = await sql<VatSums>`
    select c.info ->> 'name' as company, v.country, v.currency, v.vat_permille,
      sum(v.sales_minor)::bigint as sales_minor, sum(v.sales_vat_minor)::bigint as sales_vat_minor,
      sum(v.returned_minor)::bigint as returned_minor, sum(v.returned_vat_minor)::bigint as returned_vat_minor
    from (
      ${storedVatSums({ from, until: open })}
      union all
      ${vatSums({ from: open, until })}
    ) v
    join companies c on c.id = v.company_id
    group by c.id, c.info, v.country, v.currency, v.vat_permille
    order by company, c.id, v.country, v.currency, v.vat_permille
    limit ${limit}`.execute(db)
  return rows
}

function storedVatSums({ from, until }: Range) {
  return sql`
    select day::text as day, company_id, country, currency, vat_permille, sales_minor, sales_vat_minor,
      returned_minor, returned_vat_minor
    from operator_daily_vat
    where day >= ${dateOf(from)} and day < ${dateOf(until)}`
}

/** Sums receipts and what corrects them by day. */
function vatSums({ from, until }: Range) {
  return sql`
    select (issued_at at time zone 'UTC')::date::text as day, company_id, country, currency, vat_permille,
      coalesce(sum(amount_minor) filter (where kind = 'receipt'), 0)::bigint as sales_minor,
      coalesce(sum(vat_minor) filter (where kind = 'receipt'), 0)::bigint as sales_vat_minor,
      coalesce(sum(amount_minor) filter (where kind <> 'receipt'), 0)::bigint as returned_minor,
      coalesce(sum(vat_minor) filter (where kind <> 'receipt'), 0)::bigint as returned_vat_minor
    from receipts
    where issued_at >= ${from} and issued_at < ${until}
    group by 1, 2, 3, 4, 5`
}

/** Replaces the sums of money of a day with those of the tables. */
export async function storeMoney(tx: Tx, range: Range) {
  await tx.deleteFrom('operatorDailyMoney').where('day', '=', dayOf(range.from)).execute()
  await sql`
    insert into operator_daily_money (day, site_id, currency, orders, revenue_minor, refunded_minor,
      charged_back_minor, credits_sold, credits_booked)
    select day::date, site_id, currency, orders, paid_minor, refunded_minor, charged_back_minor, credits_sold,
      credits_booked
    from (${daySums(range)}) sums
    on conflict (day, site_id, currency) do update set
      orders = excluded.orders, revenue_minor = excluded.revenue_minor, refunded_minor = excluded.refunded_minor,
      charged_back_minor = excluded.charged_back_minor, credits_sold = excluded.credits_sold,
      credits_booked = excluded.credits_booked`.execute(tx)
}

/** Stores the money and the VAT of a day that is over, from the tables. From then on pages read these. */
export async function storeDay(tx: Tx, { at, ...range }: Range & { at: Date }) {
  const day = dayOf(range.from)
  // Two at once wait for each other here.
  await tx
    .insertInto('operatorMoneyDays')
    .values({ day, countedAt: at })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ countedAt: at }))
    .execute()
  await storeMoney(tx, range)
  await tx.deleteFrom('operatorDailyVat').where('day', '=', day).execute()
  await sql`
    insert into operator_daily_vat (day, company_id, country, currency, vat_permille, sales_minor, sales_vat_minor,
      returned_minor, returned_vat_minor)
    select day::date, company_id, country, currency, vat_permille, sales_minor, sales_vat_minor, returned_minor,
      returned_vat_minor
    from (${vatSums(range)}) sums`.execute(tx)
}

/** Lists the days that are over and not stored, the oldest first, from that of the first payment on. */
export async function daysToStore(db: Queryable, { at, limit }: { at: Date; limit: number }) {
  const last = new Date(at.getTime() - SETTLED_MS)
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day
    from generate_series(
      (least((select min(completed_at) from orders), (select min(issued_at) from receipts)) at time zone 'UTC')::date,
      (${last}::timestamptz at time zone 'UTC')::date - 1, interval '1 day') day
    where not exists (select from operator_money_days d where d.day = day.day::date)
    order by 1
    limit ${limit}`.execute(db)
  return rows.map(({ day }) => new Date(day))
}

/**
 * Returns the first day of a range whose money is not stored, or its end. Before the first stored day there
 * was none: days are stored from the oldest on.
 */
export async function findOpenDay(db: Queryable, { from, until }: Range) {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::date::text as day
    from generate_series(greatest(${dateOf(from)}, (select min(day) from operator_money_days)),
      ${dateOf(until)} - 1, interval '1 day') day
    where not exists (select from operator_money_days d where d.day = day.day::date)`.execute(db)
  return new Date(rows[0]?.day ?? until)
}

/** Returns the stored days of a range whose sums are not those of the tables. */
export async function findWrongDays(db: Queryable, range: Range) {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day
    from operator_money_days d
    where d.day >= ${dateOf(range.from)} and d.day < ${dateOf(range.until)} and d.day::text in (
      select day from ((${daySums(range)}) except (${storedDaySums(range)})) missing
      union select day from ((${storedDaySums(range)}) except (${daySums(range)})) surplus
      union select day from ((${vatSums(range)}) except (${storedVatSums(range)})) missing
      union select day from ((${storedVatSums(range)}) except (${vatSums(range)})) surplus
    )
    order by d.day`.execute(db)
  return rows.map(({ day }) => new Date(day))
}

/** Returns the first stored day; null without one. */
export async function firstStoredDay(db: Queryable) {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from operator_money_days`.execute(db)
  return rows[0]?.day ? new Date(rows[0].day) : null
}

function dateOf(at: Date) {
  return sql`${dayOf(at)}::date`
}
