import { sql } from 'kysely'
import type { Queryable, Tx } from '#server/platform/postgres/tx.ts'
import { rowColumns, rowOfMember } from './queries.ts'

/** Members compared in one batch. */
const BATCH = 2000

/** Accounts, profiles and search rows after `after`, by account. One of them can be missing. */
async function lastOfBatch(tx: Tx, after: number) {
  const { rows } = await sql<{ last: number | null; size: number }>`
    select max(user_id) as last, count(*) as size
    from (
      select user_id
      from (
        (select user_id from profiles where user_id > ${after} order by user_id limit ${BATCH})
        union
        (select user_id from profile_search where user_id > ${after} order by user_id limit ${BATCH})
      ) either
      order by user_id
      limit ${BATCH}
    ) batch`.execute(tx)
  return rows[0] ?? { last: null, size: 0 }
}

/** Finds members whose search row is missing, has no member, or differs from profile and account. */
async function findWrong(tx: Tx, { after, last }: { after: number; last: number }) {
  const { rows } = await sql<{ userId: number }>`
    select coalesce(s.user_id, m.user_id) as user_id
    from (
      select p.user_id, row(${rowOfMember}) as expected
      from profiles p
      join users u on u.id = p.user_id
      where p.user_id > ${after} and p.user_id <= ${last}
    ) m
    full join (
      select user_id, row(${rowColumns}) as stored
      from profile_search
      where user_id > ${after} and user_id <= ${last}
    ) s on s.user_id = m.user_id
    where s.stored is distinct from m.expected
    order by user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/**
 * Rewrites a member's search row from profile and account, or deletes it without such a member. Account and
 * profile are locked first, in the order of a removal. A missing row gets the time of the profile's last
 * change as last activity, because the member is not online now.
 */
async function repairRow(tx: Tx, userId: number) {
  await sql`select from users where id = ${userId} for share`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into profile_search as s (user_id, last_active_at, ${rowColumns})
    select p.user_id, p.updated_at, ${rowOfMember}
    from profiles p
    join users u on u.id = p.user_id
    where p.user_id = ${userId}
    for no key update of p
    on conflict (user_id) do update
    set (${rowColumns}) = row(excluded.country, excluded.region, excluded.gender, excluded.birth_date,
      excluded.is_fictional, excluded.cell, excluded.facets, excluded.visible)`.execute(tx)
  if (!numAffectedRows) await tx.deleteFrom('profileSearch').where('userId', '=', userId).execute()
}

/** Compares one batch of search rows with profiles and accounts, and repairs those that differ. */
export async function repairRows(tx: Tx, after: number) {
  const { last, size } = await lastOfBatch(tx, after)
  if (last === null) return { found: 0, repaired: 0, next: null }
  const wrong = await findWrong(tx, { after, last })
  for (const userId of wrong) await repairRow(tx, userId)
  return { found: wrong.length, repaired: wrong.length, next: size < BATCH ? null : last }
}

/** Lists the countries that have search rows or counts. */
export async function countedCountries(db: Queryable) {
  const { rows } = await sql<{ country: string }>`
    select country from member_counts
    union
    select country from profile_search
    order by country`.execute(db)
  return rows.map(({ country }) => country)
}

/**
 * Counts the members of a country again and corrects the cells of `member_counts` that differ. Adds the
 * difference instead of writing the count: concurrent changes add theirs to the same cells, so none is lost.
 * Returns how many cells were wrong.
 */
export async function repairCounts(tx: Tx, country: string) {
  const { numAffectedRows = 0n } = await sql`
    with actual as (
      select gender, cell.region, period.born_in, count(*) as n
      from profile_search s
      cross join lateral (values (''), (s.region)) cell (region)
      cross join lateral (values (birth_month(s.birth_date)), (-s.birth_year)) period (born_in)
      where visible and not is_fictional and country = ${country}
      group by 1, 2, 3
    ),
    stored as (
      select gender, region, born_in, n
      from member_counts
      where country = ${country}
    )
    insert into member_counts as c (country, gender, region, born_in, n)
    select ${country}, gender, region, born_in, coalesce(actual.n, 0) - coalesce(stored.n, 0)
    from actual
    full join stored using (gender, region, born_in)
    where coalesce(actual.n, 0) <> coalesce(stored.n, 0)
    order by 1, 2, 3, 4
    on conflict (country, gender, region, born_in) do update set n = c.n + excluded.n`.execute(tx)
  return Number(numAffectedRows)
}
